import type { SchemaVersion } from "../../model/content-type.ts";
import type { SiteConfig } from "../../model/site.ts";
import type { MergeConflict } from "../sequence/conflict.ts";
import type { Side } from "./decide-conflicts.ts";

/** Input of a tree merge. */
export interface TreeSides {
  readonly site: SiteConfig;
  readonly ours: SideStates;
  readonly theirs: SideStates;
  /** Returns the bytes of entry blobs and of files that both sides changed. */
  readonly bytesOf: (blob: string) => Uint8Array;
  /** Returns a schema version from any side; without a number, the newest. */
  readonly schemaOf: (apiId: string, version: number | undefined) => SchemaVersion | undefined;
  /**
   * Returns the decision for a conflict named as in `TreeConflict`. For records and other files, it covers the whole
   * file.
   */
  readonly decide?: (file: string, path: string) => Side | undefined;
  /** Returns another slug for the entry of ours, if theirs has a different entry in the same file. */
  readonly rename?: (file: string) => string | undefined;
}

/** A path in the merged tree, and what must be written there. */
export interface Placed {
  readonly path: string;
  /** Absent if ours already has it there. */
  readonly edit?: Uint8Array | { readonly oid: string };
}

export interface Outcome {
  readonly placed: Placed | undefined;
  readonly conflicts: readonly MergeConflict[];
}

/** Keeps the state of ours. */
export function keepOurs(now: FilePlace | undefined): Outcome {
  return { placed: now && { path: now.path }, conflicts: [] };
}

/** Adopts the state of theirs. */
export function takeTheirs(now: FilePlace | undefined): Outcome {
  return { placed: now && { path: now.path, edit: { oid: now.blob } }, conflicts: [] };
}

/** A file that differs between the merge base and one side. `before` or `after` is absent if the file didn't exist. */
export interface SideChange {
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
}

export interface FilePlace {
  readonly path: string;
  readonly blob: string;
}

/** Changes of one side to a single entry, across moves, or to a file. */
export interface SideState {
  readonly base?: FilePlace;
  readonly now?: FilePlace;
}

/** States of a side by key: `entry:<id>`, `media:<id>`, or a path. */
export type SideStates = ReadonlyMap<string, SideState>;

/**
 * Matches entries and media records by id, so that a moved or renamed one is recognized on both sides.
 *
 * @param nameOf returns `entry:<id>` or `media:<id>` for the files of entries and media records
 */
export function pairChanges(
  changes: readonly SideChange[],
  nameOf: (path: string, blob: string) => string | undefined,
): SideStates {
  const states = new Map<string, { base?: FilePlace; now?: FilePlace }>();
  const put = (key: string, which: "base" | "now", place: FilePlace): void => {
    const state = states.get(key);
    if (state === undefined) states.set(key, { [which]: place });
    // If two files have the same id, the second one is kept separately, and the check reports it.
    else if (state[which] === undefined) state[which] = place;
    else states.set(place.path, { ...states.get(place.path), [which]: place });
  };
  for (const { path, before, after } of changes) {
    const [was, is] = [before, after].map((blob) => blob && nameOf(path, blob));
    // A file that received an id is the entry with that id.
    if (before !== undefined) put(was ?? is ?? path, "base", { path, blob: before });
    if (after !== undefined) put(is ?? path, "now", { path, blob: after });
  }
  return states;
}
