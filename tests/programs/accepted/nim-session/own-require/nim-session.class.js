// A plain script that has other things in mind for the names of CommonJS.
function FAIL(m){const e=new Error(m);e.name="AssertionError";throw e}
const require=m=>{throw new Error('mine')},module={},exports={},process={};
class Nim{constructor(...h){if(h.length<2||h.some(x=>!Number.isInteger(x)||x<0))FAIL("ongeldige stapels");this.h=h}
repr(){return`Nim(${this.h.join(", ")})`}
toString(){return this.h.map((x,i)=>`${i+1}: ${"|".repeat(x)}`).join("\n")}
wegnemen(i,j){if(i<1||i>this.h.length||j<1||j>this.h[i-1])FAIL("ongeldige zet");this.h[i-1]-=j;return this}
isafgelopen(){return this.h.every(x=>!x)}
plus(o){const n=Math.max(this.h.length,o.h.length);return new Nim(...Array.from({length:n},(_,i)=>(this.h[i]||0)+(o.h[i]||0)))}}
