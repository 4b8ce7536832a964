import type { DiskTrace } from "./disk-trace.ts";
import { isLooking } from "./original-calls.ts";

/** Kinds of file system calls, as far as faults and power cuts are concerned. */
export type CallKind =
  | "open"
  | "create"
  | "read"
  | "write"
  | "truncate"
  | "sync"
  | "rename"
  | "link"
  | "remove"
  | "mkdir"
  | "copy"
  | "close";

export interface FileCall {
  readonly kind: CallKind;
  readonly path: string;
}

/** Error codes, each with the kinds of calls that can return it. */
const MET_BY = {
  EIO: [
    "open",
    "create",
    "read",
    "write",
    "truncate",
    "sync",
    "rename",
    "link",
    "remove",
    "mkdir",
    "copy",
    "close",
  ],
  ENOSPC: ["create", "write", "truncate", "sync", "rename", "link", "mkdir", "copy"],
  EMFILE: ["open", "create", "read", "copy"],
  EROFS: ["create", "write", "truncate", "rename", "link", "remove", "mkdir", "copy"],
  EPERM: ["rename", "link"],
  EXDEV: ["rename", "link"],
  ENAMETOOLONG: ["create", "rename", "mkdir", "copy"],
} as const satisfies Readonly<Record<string, readonly CallKind[]>>;

type FaultCode = keyof typeof MET_BY;

/** What fails, and when. Only calls that can have the fault are counted. */
export interface Fault {
  /** The n-th call, starting at 1. */
  readonly at: number;
  /** `SIGKILL` kills the process. */
  readonly code: FaultCode | "SIGKILL";
  /**
   * `before`: the call has no effect. `after`: it took effect. `short`: a write takes half of its bytes, and the next
   * one to the same file fails.
   */
  readonly moment: "before" | "short" | "after";
  /** Whether all later calls fail as well, as on a full disk. @default false */
  readonly lasting?: boolean;
}

export interface WatchOptions {
  readonly fault?: Fault;
  readonly trace?: DiskTrace;
}

/** Counts the calls below a folder, and lets one of them fail. */
export interface Watch {
  readonly folder: string;
  readonly calls: readonly FileCall[];
  /** The call that failed. */
  readonly hit: FileCall | undefined;
  readonly stop: () => void;
}

interface ActiveWatch extends WatchOptions {
  readonly folder: string;
  readonly calls: FileCall[];
  hit: FileCall | undefined;
  counted: number;
  /** A file whose last write was short. */
  failNextWrite: string | undefined;
}

let active: ActiveWatch | undefined;

/** Watches the calls below a folder until `stop`; one watch at a time. */
export function watchCalls(folder: string, options: WatchOptions = {}): Watch {
  if (active !== undefined) throw new Error("another folder is being watched");
  const watch: ActiveWatch = {
    ...options,
    folder,
    calls: [],
    hit: undefined,
    counted: 0,
    failNextWrite: undefined,
  };
  active = watch;
  return {
    folder,
    calls: watch.calls,
    get hit() {
      return watch.hit;
    },
    stop: () => {
      if (active === watch) active = undefined;
    },
  };
}

export function isWatched(path: string): boolean {
  return (
    active !== undefined &&
    !isLooking() &&
    (path === active.folder || path.startsWith(`${active.folder}/`))
  );
}

export function activeTrace(): DiskTrace | undefined {
  return active?.trace;
}

/** Runs a call as requested, with half of its bytes, or as requested and then reports failure. */
export type Verdict = "go" | "short" | "fail-after";

/** Counts a call and decides its outcome. Throws or kills the process if it fails immediately. */
export function admit(call: FileCall): Verdict {
  const watch = active;
  if (watch === undefined) return "go";
  watch.calls.push(call);
  const { fault } = watch;
  if (fault === undefined || !meets(fault, call) || !isDue(watch, fault, call)) return "go";
  const isFirst = watch.hit === undefined;
  watch.hit ??= call;
  watch.failNextWrite = undefined;
  const moment = momentOf(call, fault);
  if (moment === "short" && isFirst && call.kind === "write") {
    watch.failNextWrite = call.path;
    return "short";
  }
  if (moment === "after") return "fail-after";
  return failNow(call);
}

/** Returns whether this call fails: the n-th, or a later one for a lasting fault. */
function isDue(watch: ActiveWatch, fault: Fault, call: FileCall): boolean {
  watch.counted += 1;
  if (watch.counted === fault.at) return true;
  if (watch.failNextWrite === call.path && call.kind === "write") return true;
  return fault.lasting === true && watch.counted > fault.at;
}

/** Reports failure of a call that took effect. */
export function failNow(call: FileCall): never {
  const code = active?.fault?.code ?? "EIO";
  if (code === "SIGKILL") process.kill(process.pid, "SIGKILL");
  throw Object.assign(new Error(`${code}: injected fault, ${call.kind} '${call.path}'`), {
    code,
    syscall: call.kind,
    path: call.path,
  });
}

/** Calls whose failure leaves open whether they took effect. */
const AT_BOTH_MOMENTS: ReadonlySet<CallKind> = new Set([
  "write",
  "truncate",
  "rename",
  "link",
  "remove",
  "mkdir",
  "copy",
]);

function momentOf({ kind }: FileCall, { code, moment }: Fault): Fault["moment"] {
  if (code === "SIGKILL") return moment;
  // A file is closed even if `close` fails. The trace knows the effect of a failed sync.
  if (kind === "close" || kind === "sync") return "after";
  // A file that could not be opened is not open.
  return kind === "open" || kind === "create" || kind === "read" ? "before" : moment;
}

function meets({ code, moment }: Fault, { kind }: FileCall): boolean {
  if (code === "SIGKILL") return kind !== "read" && kind !== "open";
  // For other calls both moments are equivalent.
  if (moment === "after" && !AT_BOTH_MOMENTS.has(kind)) return false;
  return MET_BY[code].some((each) => each === kind);
}
