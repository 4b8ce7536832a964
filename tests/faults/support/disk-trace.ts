import { join, relative } from "node:path";
import {
  createDisk,
  type DiskModel,
  type FileEvent,
  type NameEvent,
  type SyncEvent,
} from "./disk-model.ts";
import type { DiskContent, DiskFile } from "./disk-nodes.ts";
import { original } from "./original-calls.ts";

/** An event of the files below a folder. */
export type DiskEvent =
  | NameEvent
  | FileEvent
  | SyncEvent
  /** The caller was told that something is durable. */
  | { readonly op: "acknowledge"; readonly what: string };

/** The initial files below a folder, and all events since. */
export interface DiskTrace {
  readonly base: DiskContent;
  readonly events: readonly DiskEvent[];
  readonly record: (event: DiskEvent) => void;
  /** Records a file written by another process. */
  readonly meet: (path: string) => void;
  readonly has: (path: string) => boolean;
  readonly relative: (path: string) => string;
  readonly acknowledge: (what: string) => void;
}

/** Starts a trace: the current content counts as durable. */
export function traceDisk(folder: string): DiskTrace {
  const base = readTree(folder);
  const disk: DiskModel = createDisk(base);
  const events: DiskEvent[] = [];
  const record = (event: DiskEvent): void => {
    replay(disk, event);
    events.push(event);
  };
  const meet = (path: string): void => {
    if (disk.has(path)) return;
    meet(path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "");
    const real = join(folder, path);
    const found = original.lstatSync(real, { throwIfNoEntry: false });
    if (found === undefined) return;
    record({ op: "adopt", path, file: found.isDirectory() ? undefined : readFile(real) });
  };
  return {
    base,
    events,
    record,
    meet,
    has: disk.has,
    relative: (path) => relative(folder, path),
    acknowledge: (what) => record({ op: "acknowledge", what }),
  };
}

/** Applies an event of the real disk to a modeled one. */
export function replay(disk: DiskModel, event: DiskEvent): void {
  switch (event.op) {
    case "open":
    case "write":
    case "truncate":
      disk.changeFile(event);
      break;
    case "sync-begin":
    case "sync-end":
      disk.sync(event);
      break;
    case "acknowledge":
      break;
    case "adopt":
    case "mkdir":
    case "rename":
    case "link":
    case "remove":
      disk.changeName(event);
  }
}

/** Returns all files and folders (undefined) by path, folders first. */
function readTree(folder: string): DiskContent {
  const found = new Map<string, DiskFile | undefined>([["", undefined]]);
  const visit = (path: string): void => {
    for (const child of original.readdirSync(join(folder, path), { withFileTypes: true })) {
      const at = path === "" ? child.name : `${path}/${child.name}`;
      found.set(at, child.isDirectory() ? undefined : readFile(join(folder, at)));
      if (child.isDirectory()) visit(at);
    }
  };
  visit("");
  return found;
}

function readFile(path: string): DiskFile {
  return { bytes: original.readFileSync(path), mode: original.lstatSync(path).mode & 0o777 };
}
