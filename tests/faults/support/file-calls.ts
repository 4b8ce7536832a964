import type { DiskTrace } from "./disk-trace.ts";
import { isLooking } from "./original-calls.ts";

/** What a call of the file system does, as far as faults and power cuts are concerned. */
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

/** Error codes that a call can meet, each with the kinds of call that meet it. */
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

/** What goes wrong, and when. Only calls that can meet the fault count. */
export interface Fault {
  /** The n-th call, counted from 1. */
  readonly at: number;
  /** `SIGKILL`: the process is gone. */
  readonly code: FaultCode | "SIGKILL";
  /**
   * `before`: the call does nothing. `after`: it was carried out. `short`: a write takes half of its
   * bytes, and the next one to the same file fails.
   */
  readonly moment: "before" | "short" | "after";
  /** Whether every call from there on fails, as on a disk that is full. @default false */
  readonly lasting?: boolean;
}

export interface WatchOptions {
  readonly fault?: Fault;
  readonly trace?: DiskTrace;
}

/** Counts the calls beneath one folder, and lets one of them fail. */
export interface Watch {
  readonly folder: string;
  readonly calls: readonly FileCall[];
  /** The call that met the fault. */
  readonly hit: FileCall | undefined;
  readonly stop: () => void;
}

interface ActiveWatch extends WatchOptions {
  readonly folder: string;
  readonly calls: FileCall[];
  hit: FileCall | undefined;
  counted: number;
  /** A file of which a write was cut short. */
  failNextWrite: string | undefined;
}

let active: ActiveWatch | undefined;

/** Watches the calls beneath a folder until `stop`; one watch at a time. */
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

/** How a call is carried out: as asked, for half of its bytes, or as asked and then reported as failed. */
export type Verdict = "go" | "short" | "fail-after";

/** Counts a call and decides its fate. Throws, or ends the process, when it fails at once. */
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

/** Whether it is this call's turn to fail: it is the n-th, or a later one of a fault that lasts. */
function isDue(watch: ActiveWatch, fault: Fault, call: FileCall): boolean {
  watch.counted += 1;
  if (watch.counted === fault.at) return true;
  if (watch.failNextWrite === call.path && call.kind === "write") return true;
  return fault.lasting === true && watch.counted > fault.at;
}

/** Reports a call that was carried out as failed. */
export function failNow(call: FileCall): never {
  const code = active?.fault?.code ?? "EIO";
  if (code === "SIGKILL") process.kill(process.pid, "SIGKILL");
  throw Object.assign(new Error(`${code}: injected fault, ${call.kind} '${call.path}'`), {
    code,
    syscall: call.kind,
    path: call.path,
  });
}

/** Calls whose failure leaves open whether they were carried out. */
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
  // A file is closed whatever close says; what a failed sync did is the trace's to know.
  if (kind === "close" || kind === "sync") return "after";
  // A file that could not be opened is not open.
  return kind === "open" || kind === "create" || kind === "read" ? "before" : moment;
}

function meets({ code, moment }: Fault, { kind }: FileCall): boolean {
  if (code === "SIGKILL") return kind !== "read" && kind !== "open";
  // For the others both moments are one.
  if (moment === "after" && !AT_BOTH_MOMENTS.has(kind)) return false;
  return MET_BY[code].some((each) => each === kind);
}
