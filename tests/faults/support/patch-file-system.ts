/**
 * Loaded first (`setupFiles`, or `node --import`): inserts a watch between the process and all forms of `node:fs`.
 * Calls outside of a watched folder are passed through.
 */
import childProcess from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { promisify } from "node:util";
import { activeTrace, admit, failNow, isWatched, type FileCall } from "./file-calls.ts";
import { nextSync } from "./original-calls.ts";
import { OPERATIONS, type Operation } from "./patched-operations.ts";

type Args = readonly unknown[];
type AnyFunction = (this: unknown, ...args: Args) => unknown;

for (const operation of OPERATIONS) {
  const { name } = operation;
  patch(fs, `${name}Sync`, (call) => syncForm(operation, call));
  patch(fs, name, (call) => callbackForm(operation, call));
  patch(fs.promises, name, (call) => promiseForm(operation, call, asGiven));
}
await patchFileHandles();
patchWholeFileWrites();
patchSyncProgram();
syncBuiltinESMExports();

function patch(target: object, name: string, make: (call: AnyFunction) => AnyFunction): void {
  const found: unknown = Reflect.get(target, name);
  if (typeof found !== "function") return;
  const call: AnyFunction = function call(...args) {
    return Reflect.apply(found, this, args);
  };
  const made = make(call);
  // The promise form is derived from the callback form, so the patched one must be promisified.
  Reflect.set(target, name, made);
}

function syncForm(operation: Operation, call: AnyFunction): AnyFunction {
  return function patched(...args) {
    const subject = subjectOf(operation, args);
    if (subject === undefined) return Reflect.apply(call, this, args);
    const verdict = admit(subject);
    const used = operation.shorten && verdict === "short" ? operation.shorten(args) : args;
    const finish = operation.begin?.(used, activeTrace());
    let result: unknown;
    try {
      result = Reflect.apply(call, this, used);
    } catch (error) {
      finish?.(undefined, true);
      throw error;
    }
    finish?.(numberIn(result), verdict === "fail-after" && subject.kind === "sync");
    if (verdict === "fail-after") failNow(subject);
    return result;
  };
}

function promiseForm(
  operation: Operation,
  call: AnyFunction,
  normalise: (args: Args, self: unknown) => Args,
): AnyFunction {
  return async function patched(...given) {
    const args = normalise(given, this);
    const subject = subjectOf(operation, args);
    if (subject === undefined) return Reflect.apply(call, this, given);
    const verdict = admit(subject);
    const short = operation.shorten && verdict === "short";
    const used = short ? operation.shorten(args) : args;
    const finish = operation.begin?.(used, activeTrace());
    let result: unknown;
    try {
      // Methods of a handle omit the descriptor.
      result = await Reflect.apply(call, this, used.slice(args.length - given.length));
    } catch (error) {
      finish?.(undefined, true);
      throw error;
    }
    finish?.(numberIn(result), verdict === "fail-after" && subject.kind === "sync");
    if (verdict === "fail-after") failNow(subject);
    return result;
  };
}

function callbackForm(operation: Operation, call: AnyFunction): AnyFunction {
  return function patched(...args) {
    const done = args.at(-1);
    if (typeof done !== "function" || subjectOf(operation, args.slice(0, -1)) === undefined) {
      return Reflect.apply(call, this, args);
    }
    let more: Args = [];
    const asPromise: AnyFunction = (...given) =>
      new Promise((resolve, reject) => {
        call(...given, (error: unknown, ...results: Args) => {
          more = results;
          if (error instanceof Error) reject(error);
          else resolve(results[0]);
        });
      });
    const work = promiseForm(operation, asPromise, asGiven)(...args.slice(0, -1));
    void Promise.resolve(work).then(
      () => process.nextTick(() => Reflect.apply(done, undefined, [null, ...more])),
      (error: unknown) => process.nextTick(() => Reflect.apply(done, undefined, [error])),
    );
    return undefined;
  };
}

function subjectOf(operation: Operation, args: Args): FileCall | undefined {
  const subject = operation.subject(args);
  return subject !== undefined && isWatched(subject.path) ? subject : undefined;
}

/** Returns a descriptor or a number of bytes from the result of a call. */
function numberIn(result: unknown): number | undefined {
  if (typeof result === "number") return result;
  if (typeof result !== "object" || result === null) return undefined;
  const found: unknown = Reflect.get(result, "fd") ?? Reflect.get(result, "bytesWritten");
  return typeof found === "number" ? found : undefined;
}

function asGiven(args: Args): Args {
  return args;
}

/** Converts a handle's method call to one that starts with the descriptor. */
function withDescriptor(args: Args, handle: unknown): Args {
  const isHandle = typeof handle === "object" && handle !== null;
  return [isHandle ? Reflect.get(handle, "fd") : undefined, ...args];
}

async function patchFileHandles(): Promise<void> {
  const handle = await fs.promises.open("/dev/null", "r");
  const methods: unknown = Object.getPrototypeOf(handle);
  await handle.close();
  if (typeof methods !== "object" || methods === null) throw new Error("no file handles");
  const names = { write: "write", writev: "writev", truncate: "ftruncate", sync: "fsync" };
  for (const [method, name] of Object.entries({
    ...names,
    datasync: "fdatasync",
    close: "close",
  })) {
    const operation = OPERATIONS.find((each) => each.name === name);
    if (operation !== undefined) {
      patch(methods, method, (call) => promiseForm(operation, call, withDescriptor));
    }
  }
  patch(methods, "writeFile", () => writeWhole);
}

async function writeWhole(this: unknown, data: unknown): Promise<void> {
  const bytes = bytesOf(data);
  if (typeof this !== "object" || this === null) throw new TypeError("no file handle");
  const write: unknown = Reflect.get(this, "write");
  if (typeof write !== "function") throw new TypeError("no file handle");
  for (let at = 0; at < bytes.length;) {
    const result: unknown = await Reflect.apply(write, this, [bytes, at, bytes.length - at, null]);
    at += numberIn(result) ?? 0;
  }
}

/** Splits `writeFile` of a path, so that each of its calls can fail. */
function patchWholeFileWrites(): void {
  patch(fs, "writeFileSync", (call) => (path, data, options) => {
    if (typeof path !== "string" || !isWatched(path)) return call(path, data, options);
    const file = fs.openSync(path, flagOf(options));
    try {
      const bytes = bytesOf(data);
      for (let at = 0; at < bytes.length;) at += fs.writeSync(file, bytes, at);
    } finally {
      fs.closeSync(file);
    }
    return undefined;
  });
  patch(fs.promises, "writeFile", (call) => async (path, data, options) => {
    if (typeof path !== "string" || !isWatched(path)) return call(path, data, options);
    await using file = await fs.promises.open(path, flagOf(options));
    await file.writeFile(bytesOf(data));
    return undefined;
  });
}

function flagOf(options: unknown): string {
  if (typeof options !== "object" || options === null) return "w";
  const flag: unknown = Reflect.get(options, "flag");
  return typeof flag === "string" ? flag : "w";
}

function bytesOf(data: unknown): Buffer {
  if (typeof data === "string") return Buffer.from(data);
  if (data instanceof Uint8Array) return Buffer.from(data);
  throw new TypeError("only text and bytes are written");
}

/** `sync -f <folder>` syncs everything: it is counted, fails, and is traced as one sync. */
function patchSyncProgram(): void {
  const run = childProcess.execFile;
  const start = promisify(run);
  const syncAll: Operation = {
    name: "syncfs",
    subject: ([path]) => (typeof path === "string" ? { kind: "sync", path } : undefined),
    begin: (_, trace) => {
      const sync = trace && nextSync();
      if (sync !== undefined) trace?.record({ op: "sync-begin", sync, handle: undefined });
      return (__, failed) => {
        if (sync !== undefined) trace?.record({ op: "sync-end", sync, failed });
      };
    },
  };
  const traced = promiseForm(syncAll, (folder) => start("sync", ["-f", String(folder)]), asGiven);
  const custom: AnyFunction = (file, args, ...more) =>
    file === "sync" && Array.isArray(args) && args[0] === "-f"
      ? traced(args[1])
      : Reflect.apply(start, undefined, [file, args, ...more]);
  const patched: AnyFunction = (...args) => Reflect.apply(run, undefined, args);
  Object.defineProperty(patched, promisify.custom, { value: custom });
  Reflect.set(childProcess, "execFile", patched);
}
