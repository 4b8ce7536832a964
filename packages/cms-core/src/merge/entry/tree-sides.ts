import type { SchemaVersion } from "../../model/content-type.ts";
import type { SiteConfig } from "../../model/site.ts";
import type { MergeConflict } from "../sequence/conflict.ts";
import type { Side } from "./decide-conflicts.ts";
import type { FilePlace, SideStates } from "./pair-changes.ts";

/** What a merge of trees has to know of the two sides. */
export interface TreeSides {
  readonly site: SiteConfig;
  readonly ours: SideStates;
  readonly theirs: SideStates;
  /** The bytes of blobs of entries, and of files that both sides changed. */
  readonly bytesOf: (blob: string) => Uint8Array;
  /** A schema version of any side; without a number the newest. */
  readonly schemaOf: (apiId: string, version: number | undefined) => SchemaVersion | undefined;
  /** What somebody decided of conflicts, by what `TreeConflict` names; of records and other files the whole file. */
  readonly decide?: (file: string, path: string) => Side | undefined;
}

/** Where something is in the merged tree, and what has to be written for it. */
interface Placed {
  readonly path: string;
  /** Absent when ours has it there already. */
  readonly edit?: Uint8Array | { readonly oid: string };
  readonly blob?: string;
}

export interface Outcome {
  readonly placed: Placed | undefined;
  readonly conflicts: readonly MergeConflict[];
}

/** What ours has in its place already. */
export function standing(now: FilePlace | undefined): Outcome {
  return { placed: now && { path: now.path, blob: now.blob }, conflicts: [] };
}

/** What is taken from theirs as it is. */
export function taken(now: FilePlace | undefined): Outcome {
  const placed = now && { path: now.path, edit: { oid: now.blob }, blob: now.blob };
  return { placed, conflicts: [] };
}
