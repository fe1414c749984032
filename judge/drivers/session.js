// Runs JavaScript classes through a session: calls on standard input, replies on standard output.
//
//     node session.js ADAPTER SUBMISSION
//
// The adapter is a CommonJS file of the puzzle's plugin that says how calls reach the classes:
//
//     constructors  name of a class -> a function from a call's arguments to the constructor's
//     mutators      names of methods that change the object and must return that very object
//     texts         name of a query -> a function of the object that returns a string
//     booleans      name of a query -> a function of the object that returns a boolean
//     operators     name -> {constructor: class of the other operand, result: function of both
//                   operands, shown: what is printed of an object}; neither operand may change
//
// A call that throws a value whose name is AssertionError prints "AssertionError: " and its
// message, and the session goes on; anything else that is thrown ends it with exit status 1. What
// breaks the protocol otherwise is said in a line "SessionError: ..." that ends the session. A
// query's result is never converted: 1 does not pass for true. What the submission prints itself is
// marked as its own, so that a message that is printed does not pass for one that is thrown.
//
// The submission is a plain script, a CommonJS or an ES module: a class is found as a top-level
// binding of the file, exported or not, or among the exports. The whole input is read, arguments
// are made ready and every function that the driver needs is taken before it is loaded, and from
// then on no method of a built-in prototype is called: it may replace them all.
"use strict";

const fs = require("fs");
const { createRequire } = require("module");
const { tmpdir } = require("os");
const { basename, dirname, join, resolve } = require("path");
const { pathToFileURL } = require("url");
const { compileFunction } = require("vm");

const { writeSync } = fs;
const { from: bytes } = Buffer;
const OWN_OUTPUT = "(printed by the class) ";
const { apply, construct } = Reflect;
const { stringify } = JSON;
const { wait } = Atomics;
const { exit } = process;
const OwnTypeError = TypeError;
const pause = new Int32Array(new SharedArrayBuffer(4));

const ONLY_IN_ES_MODULES = [
  "Cannot use import statement outside a module",
  "Cannot use 'import.meta' outside a module",
  "Unexpected token 'export'",
  "await is only valid in async functions and the top level bodies of modules",
];

let over = false; // whether the session has come to its end, be it a failure

function write(descriptor, text) {
  const data = bytes(text + "\n");
  let written = 0;
  while (written < data.length) {
    try {
      written += writeSync(descriptor, data, written);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      wait(pause, 0, 0, 1); // the pipe is full, and no longer blocks once console.log was used
    }
  }
}

// Marks the lines that the submission writes to standard output.
function markOwnOutput() {
  const standard = Object.getOwnPropertyDescriptor(process, "stdout");
  let stream;
  let begun = false; // whether the line at hand has its mark
  const marked = (text) => {
    let result = "";
    for (let i = 0; i < text.length; i++) {
      if (!begun) result += OWN_OUTPUT;
      begun = text[i] !== "\n";
      result += text[i];
    }
    return result;
  };
  const get = () => {
    if (stream === undefined) {
      stream = apply(standard.get, process, []);
      const own = stream.write;
      stream.write = (data, encoding, callback) => {
        const text = typeof data === "string" ? marked(data) : data;
        return apply(own, stream, [text, encoding, callback]);
      };
    }
    return stream;
  };
  Object.defineProperty(process, "stdout", { ...standard, get });
}

function fail(message) {
  write(2, message);
  over = true;
  exit(1);
}

function described(error) {
  if (typeof error === "object" && error !== null) {
    if (typeof error.stack === "string") return error.stack;
    return `an object without a stack was thrown, message: ${shown(error.message)}`;
  }
  return `thrown: ${shown(error)}`;
}

// A value as text, without calling anything that it brings.
function shown(value) {
  const kind = typeof value;
  if (value === null) return "null";
  if (kind === "string") return stringify(value);
  return kind === "object" || kind === "function" || kind === "symbol" ? kind : `${value}`;
}

function unconverted(value, wanted) {
  if (typeof value !== wanted) return `${shown(value)} (${typeof value}, not ${wanted})`;
  return `${value}`;
}

// The calls on standard input, ready to be performed.
function readCalls(adapter) {
  const lines = fs.readFileSync(0, "utf8").split("\n").slice(0, -1);
  return lines.map((text) => {
    const [name, ...words] = text.split(" ");
    const parts = words.map((word) => JSON.parse(word));
    const has = (table) => Object.hasOwn(table, name);
    if (has(adapter.constructors)) {
      return { text, kind: "constructor", name, parts: adapter.constructors[name](parts) };
    }
    if (adapter.mutators.includes(name)) return { text, kind: "mutator", name, parts };
    if (has(adapter.texts)) return { text, kind: "string", query: adapter.texts[name] };
    if (has(adapter.booleans)) return { text, kind: "boolean", query: adapter.booleans[name] };
    const operator = adapter.operators[name];
    const operand = adapter.constructors[operator.constructor](parts);
    return { text, kind: "operator", name: operator.constructor, parts: operand, operator };
  });
}

function epilogue(names) {
  return names.map((name) => `typeof ${name} === "undefined" ? undefined : ${name}`).join();
}

// Compiles a script or a CommonJS module. A script has no parameters: it may declare their names.
function compiled(code, parameters, path) {
  try {
    return { wrapper: compileFunction(code, parameters, { filename: path }), parameters };
  } catch (error) {
    const taken = (name) => error.message === `Identifier '${name}' has already been declared`;
    if (!parameters.some(taken)) throw error;
    return compiled(code, parameters.filter((name) => !taken(name)), path);
  }
}

// The top-level bindings of those names, and the exports, of a script or a CommonJS module.
function loadScript(path, source, names) {
  const code = `${source.replace(/^#!/, "//")}\n;return [${epilogue(names)}];`;
  const module = { exports: {}, id: path, filename: path, loaded: false, children: [], paths: [] };
  const given = {
    exports: module.exports,
    require: createRequire(path),
    module,
    __filename: path,
    __dirname: dirname(path),
  };
  const { wrapper, parameters } = compiled(code, Object.keys(given), path);
  const bindings = apply(wrapper, module.exports, parameters.map((name) => given[name]));
  return { bindings, exports: module.exports };
}

// The same of an ES module. Its bindings can only be reached from inside, so a copy with one more
// statement is loaded, from a folder where its neighbours can be imported too.
async function loadModule(path, source, names) {
  const folder = fs.mkdtempSync(join(tmpdir(), "session-"));
  const key = Symbol.for("bindings of the submission");
  try {
    for (const file of fs.readdirSync(dirname(path))) {
      if (file !== basename(path)) fs.symlinkSync(join(dirname(path), file), join(folder, file));
    }
    const copy = join(folder, basename(path).replace(/(\.mjs)?$/, ".mjs"));
    const found = `\n;globalThis[Symbol.for(${stringify(key.description)})] = [${epilogue(names)}];`;
    fs.writeFileSync(copy, source + found);
    const exports = await import(pathToFileURL(copy).href);
    return { bindings: globalThis[key], exports };
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

async function load(path, names) {
  const source = fs.readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  if (path.endsWith(".mjs")) return loadModule(path, source, names);
  try {
    compileFunction(source.replace(/^#!/, "//"), [], { filename: path });
  } catch (error) {
    if (!ONLY_IN_ES_MODULES.some((message) => error.message.startsWith(message))) throw error;
    return loadModule(path, source, names);
  }
  return loadScript(path, source, names);
}

// The class of a name: a binding, a named export, or all that is exported.
function classOf(name, binding, exports, alone) {
  const standard = exports.default;
  const candidates = [
    binding,
    exports[name],
    standard === undefined || standard === null ? undefined : standard[name],
    isNamed(exports, name, alone),
    isNamed(standard, name, alone),
    globalThis[name],
  ];
  for (let i = 0; i < candidates.length; i++) {
    if (typeof candidates[i] === "function") return candidates[i];
  }
  return undefined;
}

function isNamed(value, name, alone) {
  return typeof value === "function" && (alone || value.name === name) ? value : undefined;
}

class Session {
  constructor(classes) {
    this.classes = classes;
    this.current = undefined;
    this.broken = ""; // what the class did against the protocol
  }

  // Performs a call and returns what it prints, or undefined.
  reply(call) {
    switch (call.kind) {
      case "constructor":
        this.current = construct(this.classes[call.name], call.parts);
        return undefined;
      case "mutator":
        return this.mutate(call);
      case "operator":
        return this.operate(call);
      default:
        return unconverted(call.query(this.current), call.kind);
    }
  }

  mutate({ text, name, parts }) {
    const method = this.current[name];
    if (typeof method !== "function") throw new OwnTypeError(`${name} is not a method`);
    const result = apply(method, this.current, parts);
    if (result !== this.current) {
      const instead = typeof result === "object" && result !== null ? "another object" : shown(result);
      this.broken = `"> ${text}" must return the very object it was called on, but returned ${instead}`;
    }
    return undefined;
  }

  operate({ text, name, parts, operator }) {
    const left = this.current;
    const right = construct(this.classes[name], parts);
    const before = [operator.shown(left), operator.shown(right)];
    const result = operator.result(left, right);
    if (result === left || result === right) {
      const side = result === left ? "left" : "right";
      this.broken = `"> ${text}" must return a new object, but returned its ${side} operand`;
    }
    this.expectUnchanged(text, "left", before[0], operator.shown(left));
    this.expectUnchanged(text, "right", before[1], operator.shown(right));
    return unconverted(operator.shown(result), "string");
  }

  expectUnchanged(text, side, before, after) {
    if (before !== after && !this.broken) {
      this.broken =
        `"> ${text}" must leave both operands as they are, ` +
        `but the ${side} one was ${shown(before)} and became ${shown(after)}`;
    }
  }
}

function isAssertionError(error) {
  const kind = typeof error;
  return error !== null && (kind === "object" || kind === "function") && error.name === "AssertionError";
}

// Performs the calls in turn and prints their replies.
function run(session, calls) {
  for (let i = 0; i < calls.length && !session.broken; i++) {
    let reply;
    try {
      reply = session.reply(calls[i]);
    } catch (error) {
      if (!isAssertionError(error)) throw error;
      const { message } = error;
      reply = `AssertionError: ${typeof message === "string" ? message : shown(message)}`;
    }
    if (session.broken) reply = `SessionError: ${session.broken}`;
    if (reply !== undefined) write(1, reply);
  }
}

async function main() {
  const [adapterPath, path] = process.argv.slice(2).map((argument) => resolve(argument));
  const adapter = loadScript(adapterPath, fs.readFileSync(adapterPath, "utf8"), []).exports;
  const names = Object.keys(adapter.constructors);
  const calls = readCalls(adapter);
  process.argv = [process.argv[0], path];
  markOwnOutput();
  process.on("exit", () => {
    if (over) return;
    write(2, "the submission ended before the session did");
    process.exitCode = 1;
  });
  try {
    const { bindings, exports } = await load(path, names);
    const classes = {};
    for (let i = 0; i < names.length; i++) {
      const found = bindings === undefined ? undefined : bindings[i];
      classes[names[i]] = classOf(names[i], found, exports, names.length === 1);
      if (classes[names[i]] === undefined) {
        fail(`no class ${names[i]} found in ${basename(path)}; declare it at the top level`);
      }
    }
    run(new Session(classes), calls);
    over = true;
  } catch (error) {
    fail(described(error));
  }
}

main();
