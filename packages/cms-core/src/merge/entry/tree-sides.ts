import type { SchemaVersion } from "../../model/content-type.ts";
import type { SiteConfig } from "../../model/site.ts";
import type { MergeConflict } from "../sequence/conflict.ts";
import type { Side } from "./decide-conflicts.ts";

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
  /** Another slug for the entry that ours has in a file, where theirs has another entry in it. */
  readonly rename?: (file: string) => string | undefined;
}

/** Where something is in the merged tree, and what has to be written for it. */
export interface Placed {
  readonly path: string;
  /** Absent when ours has it there already. */
  readonly edit?: Uint8Array | { readonly oid: string };
}

export interface Outcome {
  readonly placed: Placed | undefined;
  readonly conflicts: readonly MergeConflict[];
}

/** What ours has in its place already. */
export function standing(now: FilePlace | undefined): Outcome {
  return { placed: now && { path: now.path }, conflicts: [] };
}

/** What is taken from theirs as it is. */
export function taken(now: FilePlace | undefined): Outcome {
  return { placed: now && { path: now.path, edit: { oid: now.blob } }, conflicts: [] };
}

/** A file that differs between the base of a merge and one side; absent before or after when it was not there. */
export interface SideChange {
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
}

export interface FilePlace {
  readonly path: string;
  readonly blob: string;
}

/** What one side made of one thing: an entry wherever it went, or a file. */
export interface SideState {
  readonly base?: FilePlace;
  readonly now?: FilePlace;
}

/** The states of a side by the name of the thing: `entry:<id>`, `media:<id>`, or a path. */
export type SideStates = ReadonlyMap<string, SideState>;

/**
 * Follows entries and media records by their id, so that one that was moved or renamed is the same thing on
 * both sides.
 *
 * @param nameOf `entry:<id>` or `media:<id>` where a file is one of these
 */
export function pairChanges(
  changes: readonly SideChange[],
  nameOf: (path: string, blob: string) => string | undefined,
): SideStates {
  const states = new Map<string, { base?: FilePlace; now?: FilePlace }>();
  const put = (key: string, which: "base" | "now", place: FilePlace): void => {
    const state = states.get(key);
    if (state === undefined) states.set(key, { [which]: place });
    // Two files with one id: the second one is a thing of its own, which the check reports.
    else if (state[which] === undefined) state[which] = place;
    else states.set(place.path, { ...states.get(place.path), [which]: place });
  };
  for (const { path, before, after } of changes) {
    const [was, is] = [before, after].map((blob) => blob && nameOf(path, blob));
    // A file without an id that got one is the entry of that id.
    if (before !== undefined) put(was ?? is ?? path, "base", { path, blob: before });
    if (after !== undefined) put(is ?? path, "now", { path, blob: after });
  }
  return states;
}
