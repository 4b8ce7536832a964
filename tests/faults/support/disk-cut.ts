import {
  isSettled,
  setName,
  type DiskContent,
  type DiskFile,
  type FileNode,
  type FolderNode,
  type NameChange,
} from "./disk-nodes.ts";

/** Name changes are numbered in order. */
export interface Journal {
  /** The journal has committed all changes up to this number, which any sync does. */
  readonly committed: number;
  readonly last: number;
}

/** Decides what a power cut leaves of data that wasn't synced. */
export interface CutChoice {
  /** Whether a name change not covered by a sync survives. */
  readonly keeps: (change: NameChange, journal: Journal) => boolean;
  /** Content of a file; `durable` is undefined if it was never synced. */
  readonly content: (durable: Buffer | undefined, current: Buffer) => Buffer;
}

/** Returns the content of a folder if the power failed now. */
export function cutPower(root: FolderNode, journal: Journal, choice: CutChoice): DiskContent {
  const found = new Map<string, DiskFile | undefined>();
  const contents = new Map<FileNode, Buffer>();
  const keeps = chooseNames(journal, choice);
  const visit = (folder: FolderNode, path: string): void => {
    found.set(path, undefined);
    const names = new Map(folder.durable);
    for (const name of folder.pending.filter(keeps)) setName(names, name);
    for (const [name, node] of names) {
      const at = path === "" ? name : `${path}/${name}`;
      if (node.kind === "folder") visit(node, at);
      else {
        const content = contents.get(node) ?? survivor(node, choice);
        contents.set(node, content);
        found.set(at, { bytes: content, mode: node.mode });
      }
    }
  };
  visit(root, "");
  return found;
}

function chooseNames(journal: Journal, choice: CutChoice): (change: NameChange) => boolean {
  const kept = new Map<NameChange, boolean>();
  const keeps = (change: NameChange): boolean => {
    const known = kept.get(change);
    if (known !== undefined) return known;
    const { only } = change;
    const isThere =
      choice.keeps(change, journal) && (only === undefined || isSettled(only) || keeps(only));
    kept.set(change, isThere);
    return isThere;
  };
  return keeps;
}

function survivor({ content, durable, broken }: FileNode, choice: CutChoice): Buffer {
  return durable === content && !broken ? content : choice.content(durable, content);
}
