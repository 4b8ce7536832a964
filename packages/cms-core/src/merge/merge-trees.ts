import type { Issue } from "../base/errors.ts";
import { classifyPath, versionPath } from "../content/layout.ts";
import { checkMerge } from "./check-merge.ts";
import type { MergeConflict } from "./conflict.ts";
import type { Decide } from "./decide-conflicts.ts";
import { mergeEntryPlaces } from "./merge-entry-places.ts";
import { mergeRecordFiles } from "./merge-record-files.ts";
import type { FilePlace, SideState, SideStates } from "./pair-changes.ts";
import { readMergedEntry } from "./read-merged-entry.ts";
import { standing, taken, type Outcome, type TreeSides } from "./tree-sides.ts";

/** New bytes of a file, a blob that theirs has, or null: the file goes. */
export type MergedFile = Uint8Array | { readonly oid: string } | null;

/** A conflict of a file or of an entry's field. */
export interface TreeConflict extends MergeConflict {
  /** The file that it is in, as the merge places it. */
  readonly file: string;
}

export interface MergedTree {
  /** What the merge changes over ours, by path. */
  readonly files: ReadonlyMap<string, MergedFile>;
  readonly conflicts: readonly TreeConflict[];
  /** What is wrong although nothing conflicts; each with path, line and field. */
  readonly issues: readonly Issue[];
}

/**
 * Merges two trees of a site that grew from one, by what each changed. Entries are followed by id, types
 * and records are merged by what they mean, all other files by lines. Frozen schema versions are
 * never merged: the merge has those of both, and two under one number are a conflict.
 */
export function mergeTrees(sides: TreeSides): MergedTree {
  const outcomes = new Map<string, Outcome>();
  for (const key of new Set([...sides.ours.keys(), ...sides.theirs.keys()])) {
    outcomes.set(key, decided(sides, key, mergeOne(sides, key)));
  }
  const conflicts = [...outcomes].flatMap(([key, outcome]) => named(sides, key, outcome));
  const { files, collisions } = place(sides, outcomes);
  return { files, conflicts: [...conflicts, ...collisions], issues: check(sides, outcomes) };
}

const NOTHING: SideState = {};

function mergeOne(sides: TreeSides, key: string, decide?: Decide): Outcome {
  const [ours, theirs] = [sides.ours.get(key), sides.theirs.get(key)];
  if (theirs === undefined) return standing(ours?.now);
  if (ours === undefined) return taken(theirs.now);
  if (isSamePlace(ours.now, theirs.now)) return standing(ours.now);
  const versions = { base: ours.base ?? theirs.base, ours: ours.now, theirs: theirs.now };
  return key.startsWith("entry:")
    ? mergeEntryPlaces(sides, versions, decide)
    : mergeRecordFiles(sides, versions);
}

/** What somebody decided is not in conflict any more. */
function decided(sides: TreeSides, key: string, outcome: Outcome): Outcome {
  const file = fileOf(sides, key, outcome);
  const decide: Decide = (path) => sides.decide?.(file, path);
  const first = outcome.conflicts.find(({ path }) => decide(path) !== undefined);
  if (first === undefined) return outcome;
  const isOfEntry = key.startsWith("entry:") && first.path !== "" && first.path !== "file";
  if (isOfEntry) return mergeOne(sides, key, decide);
  return decide(first.path) === "ours"
    ? standing(sides.ours.get(key)?.now)
    : taken(sides.theirs.get(key)?.now);
}

function isSamePlace(a: FilePlace | undefined, b: FilePlace | undefined): boolean {
  return a?.path === b?.path && a?.blob === b?.blob;
}

function named(sides: TreeSides, key: string, { placed, conflicts }: Outcome): TreeConflict[] {
  if (conflicts.length === 0) return [];
  const file = fileOf(sides, key, { placed });
  return conflicts.map(({ path, base: before, ours, theirs }) => {
    return { file, path, base: before, ours, theirs };
  });
}

/** By which people know what is in conflict. */
function fileOf(sides: TreeSides, key: string, { placed }: Pick<Outcome, "placed">): string {
  const { base, now } = sides.ours.get(key) ?? sides.theirs.get(key) ?? NOTHING;
  return placed?.path ?? now?.path ?? base?.path ?? key;
}

/** The files of all outcomes; where two things want one path, ours keeps it. */
function place(
  { ours, theirs }: TreeSides,
  outcomes: ReadonlyMap<string, Outcome>,
): { readonly files: Map<string, MergedFile>; readonly collisions: TreeConflict[] } {
  const files = new Map<string, MergedFile>();
  const owners = new Map<string, string>();
  const collisions: TreeConflict[] = [];
  const isOurs = (key: string): number => (ours.has(key) ? 0 : 1);
  const ordered = [...outcomes].toSorted(([a], [b]) => isOurs(a) - isOurs(b));
  for (const [key, { placed }] of ordered) {
    if (placed === undefined) continue;
    const owner = owners.get(placed.path);
    if (owner === undefined) {
      owners.set(placed.path, key);
      if (placed.edit !== undefined) files.set(placed.path, placed.edit);
    } else {
      const file = placed.path;
      collisions.push({ file, path: "slug", base: undefined, ours: owner, theirs: key });
    }
  }
  for (const path of oldPaths(ours, theirs)) if (!owners.has(path)) files.set(path, null);
  return { files, collisions };
}

/** The paths that ours has of what either side changed. */
function oldPaths(ours: SideStates, theirs: SideStates): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const { base } of theirs.values()) if (base !== undefined) paths.add(base.path);
  for (const { base } of ours.values()) if (base !== undefined) paths.delete(base.path);
  for (const { now } of ours.values()) if (now !== undefined) paths.add(now.path);
  return paths;
}

function check(sides: TreeSides, outcomes: ReadonlyMap<string, Outcome>): Issue[] {
  const entries = [...outcomes.values()].flatMap(({ placed }) => {
    if (placed === undefined || classifyPath(placed.path, sides.site).kind !== "entry") return [];
    const { path, edit, blob = "" } = placed;
    const bytes = edit instanceof Uint8Array ? edit : sides.bytesOf(blob);
    return readMergedEntry(sides, { path, bytes }) ?? [];
  });
  const gone = (key: string): boolean => {
    const outcome = outcomes.get(key);
    return outcome !== undefined && outcome.placed === undefined;
  };
  const has = (kind: "entry" | "media", id: string): boolean => !gone(`${kind}:${id}`);
  const hasSchema = (apiId: string, version: number): boolean => !gone(versionPath(apiId, version));
  return checkMerge({ entries, has, hasSchema });
}
