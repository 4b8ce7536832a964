/** A file as processes see it, and what is certain to survive a power cut. */
export interface FileNode {
  readonly kind: "file";
  readonly mode: number;
  content: Buffer;
  /** Content as of the last sync; undefined if it was never synced. */
  durable: Buffer | undefined;
  /** A sync failed: what was written before will never reach the disk, even if later syncs succeed. */
  broken: boolean;
}

export interface FolderNode {
  readonly kind: "folder";
  readonly names: Map<string, DiskNode>;
  readonly durable: Map<string, DiskNode>;
  /** Name changes not covered by a sync of this folder, in order. */
  pending: NameChange[];
}

export type DiskNode = FileNode | FolderNode;

/** A name set in a folder, or removed if there is no node. */
export interface NameChange {
  readonly order: number;
  readonly folder: FolderNode;
  readonly name: string;
  readonly node: DiskNode | undefined;
  /**
   * The change a rename made to the name that this one removes. The file survives under one or both names, never none.
   */
  readonly only?: NameChange;
}

export interface DiskFile {
  readonly bytes: Buffer;
  readonly mode: number;
}

/** Files by path; undefined for folders. */
export type DiskContent = ReadonlyMap<string, DiskFile | undefined>;

export function folderNode(): FolderNode {
  return { kind: "folder", names: new Map(), durable: new Map(), pending: [] };
}

export function fileNode({ bytes, mode }: DiskFile, durable?: Buffer): FileNode {
  return { kind: "file", mode, content: bytes, durable, broken: false };
}

/** Makes a name change durable. */
export function settle(change: NameChange): void {
  if (isSettled(change)) return;
  if (change.only !== undefined) settle(change.only);
  const { folder } = change;
  // Earlier changes of the same name are superseded.
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
