import { cutPower, type CutChoice } from "./disk-cut.ts";
import {
  fileNode,
  folderNode,
  settle,
  setName,
  type DiskContent,
  type DiskNode,
  type FileNode,
  type FolderNode,
  type NameChange,
} from "./disk-nodes.ts";

/** A name change. Paths are relative to the folder; `` is the folder itself. */
export type NameEvent =
  /** A file or folder created by another process. */
  | { readonly op: "adopt"; readonly path: string; readonly file: DiskContentEntry }
  | { readonly op: "mkdir"; readonly path: string }
  | { readonly op: "rename"; readonly from: string; readonly to: string }
  | { readonly op: "link"; readonly from: string; readonly to: string }
  | { readonly op: "remove"; readonly path: string };

type DiskContentEntry = ReturnType<DiskContent["get"]>;

/** A change of the bytes of an open file. */
export type FileEvent =
  | {
      readonly op: "open";
      readonly handle: number;
      readonly path: string;
      readonly mode: number;
      /** Whether it was truncated. */
      readonly empty: boolean;
    }
  | { readonly op: "write"; readonly handle: number; readonly at: number; readonly bytes: Buffer }
  | { readonly op: "truncate"; readonly handle: number; readonly size: number };

export type SyncEvent =
  /** Without a handle, everything written is being synced. */
  | { readonly op: "sync-begin"; readonly sync: number; readonly handle: number | undefined }
  | { readonly op: "sync-end"; readonly sync: number; readonly failed: boolean };

/** A file system whose writes reach the disk only when they are synced. */
export interface DiskModel {
  readonly changeName: (event: NameEvent) => void;
  readonly changeFile: (event: FileEvent) => void;
  readonly sync: (event: SyncEvent) => void;
  readonly has: (path: string) => boolean;
  /** Returns the content after a power cut now. */
  readonly cut: (choice: CutChoice) => DiskContent;
}

/** What a started sync will make durable. */
interface BegunSync {
  readonly order: number;
  readonly files: readonly (readonly [FileNode, Buffer])[];
  readonly names: readonly NameChange[];
}

/** Creates a disk on which `base` is durable. */
export function createDisk(base: DiskContent): DiskModel {
  const names = createNames(base);
  const handles = new Map<number, DiskNode>();
  const syncs = new Map<number, BegunSync>();
  let committed = 0;

  const beginSync = (node: DiskNode | undefined): BegunSync => {
    const { files, folders } = node === undefined ? names.all() : alone(node);
    return {
      order: names.order(),
      files: files.map((file) => [file, file.content] as const),
      names: folders.flatMap(({ pending }) => pending),
    };
  };
  const endSync = (sync: BegunSync, failed: boolean): void => {
    if (failed) {
      for (const [file, content] of sync.files) file.broken ||= file.durable !== content;
      return;
    }
    committed = Math.max(committed, sync.order);
    for (const [file, content] of sync.files) if (!file.broken) file.durable = content;
    for (const name of sync.names) settle(name);
  };
  const changeFile = (event: FileEvent): void => {
    if (event.op === "open") {
      const node = names.find(event.path) ?? names.add(event.path, event.mode);
      if (event.empty && node.kind === "file") node.content = Buffer.alloc(0);
      handles.set(event.handle, node);
      return;
    }
    const file = handles.get(event.handle);
    if (file?.kind !== "file") throw new Error("a file that is not open was written to");
    file.content =
      event.op === "write"
        ? overwrite(file.content, event.bytes, event.at)
        : overwrite(file.content.subarray(0, event.size), Buffer.alloc(0), event.size);
  };

  return {
    changeName: names.change,
    changeFile,
    sync: (event) => {
      if (event.op === "sync-begin") {
        const { handle } = event;
        syncs.set(event.sync, beginSync(handle === undefined ? undefined : handles.get(handle)));
      } else {
        const begun = syncs.get(event.sync);
        if (begun !== undefined) endSync(begun, event.failed);
      }
    },
    has: (path) => names.find(path) !== undefined,
    cut: (choice) => cutPower(names.root, { committed, last: names.order() }, choice),
  };
}

interface Nodes {
  readonly files: readonly FileNode[];
  readonly folders: readonly FolderNode[];
}

function alone(node: DiskNode): Nodes {
  return node.kind === "file" ? { files: [node], folders: [] } : { files: [], folders: [node] };
}

function overwrite(content: Buffer, bytes: Buffer, at: number): Buffer {
  const result = Buffer.alloc(Math.max(content.length, at + bytes.length));
  content.copy(result);
  bytes.copy(result, at);
  return result;
}

interface Names {
  readonly root: FolderNode;
  readonly find: (path: string) => DiskNode | undefined;
  readonly add: (path: string, mode: number) => DiskNode;
  readonly change: (event: NameEvent) => void;
  /** Number of the last change. */
  readonly order: () => number;
  readonly all: () => Nodes;
}

function createNames(base: DiskContent): Names {
  const root = folderNode();
  const files: FileNode[] = [];
  const folders: FolderNode[] = [root];
  let order = 0;

  const find = (path: string): DiskNode | undefined => {
    let at: DiskNode | undefined = root;
    for (const part of partsOf(path)) at = at?.kind === "folder" ? at.names.get(part) : undefined;
    return at;
  };
  const place = (path: string): { folder: FolderNode; name: string } => {
    const parts = partsOf(path);
    const name = parts.pop() ?? "";
    const folder = find(parts.join("/"));
    if (folder?.kind !== "folder") throw new Error(`no folder for ${path} is known`);
    return { folder, name };
  };
  const made = (file: DiskContentEntry, durable?: Buffer): DiskNode => {
    const node = file === undefined ? folderNode() : fileNode(file, durable);
    if (node.kind === "file") files.push(node);
    else folders.push(node);
    return node;
  };
  const set = (path: string, node: DiskNode | undefined, only?: NameChange): NameChange => {
    order += 1;
    const change: NameChange = { ...place(path), order, node, ...(only && { only }) };
    change.folder.pending.push(change);
    setName(change.folder.names, change);
    return change;
  };

  for (const [path, file] of base) {
    if (path === "") continue;
    const { folder, name } = place(path);
    const node = made(file, file?.bytes);
    folder.names.set(name, node);
    folder.durable.set(name, node);
  }
  return {
    root,
    find,
    order: () => order,
    all: () => ({ files, folders }),
    add: (path, mode) => {
      const node = made({ bytes: Buffer.alloc(0), mode });
      set(path, node);
      return node;
    },
    change: (event) => {
      switch (event.op) {
        case "adopt":
          set(event.path, made(event.file));
          break;
        case "mkdir":
          set(event.path, made(undefined));
          break;
        case "rename":
          set(event.from, undefined, set(event.to, find(event.from)));
          break;
        case "link":
          set(event.to, find(event.from));
          break;
        case "remove":
          set(event.path, undefined);
          break;
      }
    },
  };
}

function partsOf(path: string): string[] {
  return path === "" ? [] : path.split("/");
}
