/** A file as programs see it, and as far as it is certain to survive a power cut. */
export interface FileNode {
  readonly kind: "file";
  readonly mode: number;
  content: Buffer;
  /** What the last sync brought to the disk; undefined when there was none. */
  durable: Buffer | undefined;
  /** A sync failed: what was written until then will never reach the disk, whatever later syncs say. */
  broken: boolean;
}

export interface FolderNode {
  readonly kind: "folder";
  readonly names: Map<string, DiskNode>;
  readonly durable: Map<string, DiskNode>;
  /** Changes of names that no sync of this folder has covered, in order. */
  pending: NameChange[];
}

export type DiskNode = FileNode | FolderNode;

/** One name of one folder: set, or taken away when there is no node. */
export interface NameChange {
  readonly order: number;
  readonly folder: FolderNode;
  readonly name: string;
  readonly node: DiskNode | undefined;
  /** What a rename made of the name that this takes away: it is under one of the two, or both; never under none. */
  readonly only?: NameChange;
}

export interface DiskFile {
  readonly bytes: Buffer;
  readonly mode: number;
}

/** The files of a folder by path; undefined stands for a folder. */
export type DiskContent = ReadonlyMap<string, DiskFile | undefined>;

export function folderNode(): FolderNode {
  return { kind: "folder", names: new Map(), durable: new Map(), pending: [] };
}

export function fileNode({ bytes, mode }: DiskFile, durable?: Buffer): FileNode {
  return { kind: "file", mode, content: bytes, durable, broken: false };
}

/** Brings a change of a name to the disk. */
export function settle(change: NameChange): void {
  if (isSettled(change)) return;
  if (change.only !== undefined) settle(change.only);
  const { folder } = change;
  // What the same name was before does not come back.
  folder.pending = folder.pending.filter(
    (other) => other.name !== change.name || other.order > change.order,
  );
  setName(folder.durable, change);
}

export function isSettled(change: NameChange): boolean {
  return !change.folder.pending.includes(change);
}

export function setName(names: Map<string, DiskNode>, { name, node }: NameChange): void {
  if (node === undefined) names.delete(name);
  else names.set(name, node);
}
