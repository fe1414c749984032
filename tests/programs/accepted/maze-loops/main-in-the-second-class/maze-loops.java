// The main method is in the second of three classes, none of them public.
import java.util.*;
import java.util.function.*;
class A{int x;}
class B extends A{static int[]p;static int f(int a){return p[a]==a?a:(p[a]=f(p[a]));}
public static void main(String[]z){var g=new Scanner(System.in).useDelimiter("\\s+").tokens().toArray(String[]::new);int w=g[0].length(),m=g.length*w,n=0;p=new int[m];Arrays.setAll(p,IntUnaryOperator.identity());for(int i=0;i<m;i++){int v=Character.digit(g[i/w].charAt(i%w),16);for(int j:new int[]{i%w<w-1&&(v&2)<1?i+1:-1,i+w<m&&(v&4)<1?i+w:-1})if(j>=0){int a=f(i),b=f(j);if(a==b)n++;p[a]=b;}}System.out.print(n);}}
class C{}
