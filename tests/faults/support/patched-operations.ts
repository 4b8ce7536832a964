import { dirname, resolve } from "node:path";
import type { DiskTrace } from "./disk-trace.ts";
import type { CallKind, FileCall } from "./file-calls.ts";
import { nextSync, original } from "./original-calls.ts";

type Args = readonly unknown[];

/** A file system call in all its forms: `name`Sync, with a callback, and as a promise. */
export interface Operation {
  readonly name: string;
  /** Returns the file of the call; undefined if it is no path or file we know. */
  readonly subject: (args: Args) => FileCall | undefined;
  /** Inspects the state before the call, and returns a function that records its effect. */
  readonly begin?: (
    args: Args,
    trace: DiskTrace | undefined,
  ) => (result: number | undefined, failed: boolean) => void;
  /** Returns the arguments for half of the bytes. */
  readonly shorten?: (args: Args) => Args;
}

interface OpenFile {
  readonly path: string;
  readonly handle: number;
  position: number;
}

const openFiles = new Map<number, OpenFile>();
let handles = 0;

const O_CREAT = 0o100;

export const OPERATIONS: readonly Operation[] = [
  { name: "open", subject: openSubject, begin: beginOpen },
  { name: "write", subject: bySubject("write"), begin: beginWrite, shorten: shortenWrite },
  { name: "writev", subject: bySubject("write"), begin: beginWritev },
  { name: "ftruncate", subject: bySubject("truncate"), begin: beginTruncate },
  { name: "fsync", subject: bySubject("sync"), begin: beginSync },
  { name: "fdatasync", subject: bySubject("sync"), begin: beginSync },
  { name: "close", subject: bySubject("close"), begin: beginClose },
  { name: "rename", subject: ([, to]) => atPath("rename", to), begin: beginTwo("rename") },
  { name: "link", subject: ([, to]) => atPath("link", to), begin: beginTwo("link") },
  { name: "copyFile", subject: ([, to]) => atPath("copy", to), begin: beginCopy },
  { name: "unlink", subject: ([path]) => atPath("remove", path), begin: beginRemove },
  { name: "rmdir", subject: ([path]) => atPath("remove", path), begin: beginRemove },
  { name: "rm", subject: ([path]) => atPath("remove", path), begin: beginRemoveAll },
  { name: "mkdir", subject: ([path]) => atPath("mkdir", path), begin: beginMkdir },
  { name: "readFile", subject: ([path]) => atPath("read", path) },
  { name: "readdir", subject: ([path]) => atPath("read", path) },
];

function atPath(kind: CallKind, path: unknown): FileCall | undefined {
  return typeof path === "string" ? { kind, path: resolve(path) } : undefined;
}

function bySubject(kind: CallKind): (args: Args) => FileCall | undefined {
  return ([file]) => {
    const open = typeof file === "number" ? openFiles.get(file) : undefined;
    return open && { kind, path: open.path };
  };
}

function openSubject([path, flags]: Args): FileCall | undefined {
  return atPath(mayCreate(flags) ? "create" : "open", path);
}

function mayCreate(flags: unknown): boolean {
  if (typeof flags === "number") return (flags & O_CREAT) !== 0;
  return typeof flags === "string" && /[wa]/.test(flags);
}

function beginOpen([path, flags, given]: Args, trace: DiskTrace | undefined): Finish {
  const at = resolve(String(path));
  const isThere = !mayCreate(flags) || original.existsSync(at);
  trace?.meet(trace.relative(isThere ? at : dirname(at)));
  return (file) => {
    if (file === undefined) return;
    handles += 1;
    openFiles.set(file, { path: at, handle: handles, position: 0 });
    const mode = typeof given === "number" ? given : 0o644;
    const empty = typeof flags === "string" && flags.startsWith("w");
    trace?.record({ op: "open", handle: handles, path: trace.relative(at), mode, empty });
  };
}

type Finish = (result: number | undefined, failed: boolean) => void;

function beginClose([file]: Args): Finish {
  // Another file can get this number now.
  if (typeof file === "number") openFiles.delete(file);
  return () => undefined;
}

function beginWrite([file, data, ...rest]: Args, trace: DiskTrace | undefined): Finish {
  const bytes = slice(data, rest);
  const given = positionIn(data, rest);
  return (written) => {
    if (written !== undefined) wrote(file, bytes.subarray(0, written), given, trace);
  };
}

function beginWritev([file, chunks, position]: Args, trace: DiskTrace | undefined): Finish {
  const parts = Array.isArray(chunks) ? chunks.filter((part) => part instanceof Uint8Array) : [];
  const bytes = Buffer.concat(parts);
  const given = typeof position === "number" ? position : undefined;
  return (written) => {
    if (written !== undefined) wrote(file, bytes.subarray(0, written), given, trace);
  };
}

function wrote(
  file: unknown,
  bytes: Buffer,
  given: number | undefined,
  trace: DiskTrace | undefined,
): void {
  const open = typeof file === "number" ? openFiles.get(file) : undefined;
  if (open === undefined) return;
  const at = given ?? open.position;
  if (given === undefined) open.position += bytes.length;
  trace?.record({ op: "write", handle: open.handle, at, bytes: Buffer.from(bytes) });
}

/** Returns the bytes of a write: the whole text, or bytes from an offset. */
function slice(data: unknown, [offset, length]: Args): Buffer {
  if (typeof data === "string") return Buffer.from(data);
  if (!(data instanceof Uint8Array)) return Buffer.alloc(0);
  const from = typeof offset === "number" ? offset : 0;
  const count = typeof length === "number" ? length : data.length - from;
  return Buffer.from(data.buffer, data.byteOffset + from, count);
}

function positionIn(data: unknown, rest: Args): number | undefined {
  const given = typeof data === "string" ? rest[0] : rest[2];
  return typeof given === "number" ? given : undefined;
}

function shortenWrite([file, data, ...rest]: Args): Args {
  const bytes = slice(data, rest);
  return [file, bytes, 0, Math.ceil(bytes.length / 2), positionIn(data, rest) ?? null];
}

function beginTruncate([file, size]: Args, trace: DiskTrace | undefined): Finish {
  return (_, failed) => {
    const open = typeof file === "number" ? openFiles.get(file) : undefined;
    if (failed || open === undefined) return;
    trace?.record({
      op: "truncate",
      handle: open.handle,
      size: typeof size === "number" ? size : 0,
    });
  };
}

function beginSync([file]: Args, trace: DiskTrace | undefined): Finish {
  const open = typeof file === "number" ? openFiles.get(file) : undefined;
  const sync = nextSync();
  if (open !== undefined) trace?.record({ op: "sync-begin", sync, handle: open.handle });
  return (_, failed) => {
    if (open !== undefined) trace?.record({ op: "sync-end", sync, failed });
  };
}

function beginTwo(op: "rename" | "link"): (args: Args, trace: DiskTrace | undefined) => Finish {
  return ([from, to], trace) => {
    if (trace === undefined) return () => undefined;
    const paths = {
      from: trace.relative(resolve(String(from))),
      to: trace.relative(resolve(String(to))),
    };
    trace.meet(paths.from);
    trace.meet(trace.relative(dirname(resolve(String(to)))));
    return (_, failed) => {
      if (failed) return;
      const moved = resolve(String(to));
      trace.record({ op, ...paths });
      if (op === "rename") rememberNewPath(resolve(String(from)), moved);
    };
  };
}

function rememberNewPath(from: string, to: string): void {
  for (const [file, open] of openFiles) {
    if (open.path === from) openFiles.set(file, { ...open, path: to });
  }
}

function beginCopy([, to]: Args, trace: DiskTrace | undefined): Finish {
  trace?.meet(trace.relative(dirname(resolve(String(to)))));
  return (_, failed) => {
    if (trace === undefined || failed) return;
    const path = resolve(String(to));
    handles += 1;
    const handle = handles;
    trace.record({ op: "open", handle, path: trace.relative(path), mode: 0o644, empty: true });
    trace.record({ op: "write", handle, at: 0, bytes: original.readFileSync(path) });
  };
}

function beginRemove([path]: Args, trace: DiskTrace | undefined): Finish {
  const at = trace?.relative(resolve(String(path)));
  if (at !== undefined) trace?.meet(at);
  return (_, failed) => {
    if (!failed && at !== undefined && trace?.has(at) === true) {
      trace.record({ op: "remove", path: at });
    }
  };
}

function beginRemoveAll([target]: Args, trace: DiskTrace | undefined): Finish {
  const top = resolve(String(target));
  const found = trace === undefined ? [] : pathsIn(top);
  for (const each of found) trace?.meet(trace.relative(each));
  return () => {
    for (const each of found) {
      // Others can remove the same files concurrently.
      const path = trace?.relative(each) ?? "";
      if (trace?.has(path) === true && !original.existsSync(each)) {
        trace.record({ op: "remove", path });
      }
    }
  };
}

/** Returns everything at and below a path, deepest first. */
function pathsIn(path: string): string[] {
  const found = original.lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  return [...original.readdirSync(path).flatMap((name) => pathsIn(`${path}/${name}`)), path];
}

function beginMkdir([path]: Args, trace: DiskTrace | undefined): Finish {
  const made: string[] = [];
  for (let at = resolve(String(path)); !original.existsSync(at); at = resolve(at, "..")) {
    made.unshift(at);
  }
  const [first] = made;
  if (first !== undefined) trace?.meet(trace.relative(resolve(first, "..")));
  return () => {
    for (const each of made) {
      if (original.existsSync(each)) trace?.record({ op: "mkdir", path: trace.relative(each) });
    }
  };
}
