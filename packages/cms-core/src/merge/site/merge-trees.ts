import { decodeText } from "../../base/bytes.ts";
import { isCmsError } from "../../base/errors.ts";
import { parseTypeFile, printTypeFile } from "../../content/schema/type-file.ts";
import { classifyPath } from "../../content/site/layout.ts";
import { parseMediaFile, printMediaFile } from "../../content/site/media-file.ts";
import { parseSiteFile, printSiteFile } from "../../content/site/site-file.ts";
import type { Decide } from "../entry/decide-conflicts.ts";
import { mergeEntryPlaces } from "../entry/merge-entry-places.ts";
import {
  type FilePlace,
  type Outcome,
  type Placed,
  type SideState,
  type SideStates,
  keepOurs,
  takeTheirs,
  type TreeSides,
} from "../entry/tree-sides.ts";
import {
  type MergeConflict,
  type Merged,
  mergeValue,
  type Versions,
} from "../sequence/conflict.ts";
import { mergeLines } from "../sequence/merge-lines.ts";
import { mergeMediaRecords, mergeSite } from "./merge-site.ts";
import { mergeTypes } from "./merge-types.ts";

/** New bytes of a file, a blob of theirs, or null to delete the file. */
export type MergedFile = Uint8Array | { readonly oid: string } | null;

/** A conflict in a file or an entry's field. */
export interface TreeConflict extends MergeConflict {
  /** Its file in the merged tree. */
  readonly file: string;
  /** Set if two entries need the same file: one of them needs another slug. */
  readonly collides?: true;
}

export interface MergedTree {
  /** Changes of the merge relative to ours, by path. */
  readonly files: ReadonlyMap<string, MergedFile>;
  readonly conflicts: readonly TreeConflict[];
}

/**
 * Merges two trees of a site with a common base. Entries are matched by id, types and records are merged by meaning,
 * and all other files by line. Published schema versions are never merged: the result contains those of both sides, and
 * different versions with the same number conflict. Cross-file consistency, such as a reference to an entry that the
 * other side deleted, is checked before the result becomes `main`.
 */
export function mergeTrees(sides: TreeSides): MergedTree {
  const outcomes = new Map<string, Outcome>();
  for (const key of new Set([...sides.ours.keys(), ...sides.theirs.keys()])) {
    outcomes.set(key, dropDecided(sides, key, mergeOne(sides, key)));
  }
  const conflicts = [...outcomes].flatMap(([key, outcome]) => named(sides, key, outcome));
  const { files, collisions } = placeOutcomes(sides, outcomes);
  return { files, conflicts: [...conflicts, ...collisions] };
}

const NOTHING: SideState = {};

function mergeOne(sides: TreeSides, key: string, decide?: Decide): Outcome {
  const [ours, theirs] = [sides.ours.get(key), sides.theirs.get(key)];
  if (theirs === undefined) return keepOurs(ours?.now);
  if (ours === undefined) return takeTheirs(theirs.now);
  if (isSamePlace(ours.now, theirs.now)) return keepOurs(ours.now);
  const versions = { base: ours.base ?? theirs.base, ours: ours.now, theirs: theirs.now };
  return key.startsWith("entry:")
    ? mergeEntryPlaces(sides, versions, decide)
    : mergeRecordFiles(sides, versions);
}

/** Removes decided conflicts from an outcome. */
function dropDecided(sides: TreeSides, key: string, outcome: Outcome): Outcome {
  const file = fileOf(sides, key, outcome);
  const decide: Decide = (path) => sides.decide?.(file, path);
  const first = outcome.conflicts.find(({ path }) => decide(path) !== undefined);
  if (first === undefined) return outcome;
  const isOfEntry = key.startsWith("entry:") && first.path !== "" && first.path !== "file";
  if (isOfEntry) return mergeOne(sides, key, decide);
  return decide(first.path) === "ours"
    ? keepOurs(sides.ours.get(key)?.now)
    : takeTheirs(sides.theirs.get(key)?.now);
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

/** Returns the file by which people recognize a conflict. */
function fileOf(sides: TreeSides, key: string, { placed }: Pick<Outcome, "placed">): string {
  const { base, now } = sides.ours.get(key) ?? sides.theirs.get(key) ?? NOTHING;
  return placed?.path ?? now?.path ?? base?.path ?? key;
}

/** Returns the files of all outcomes. If two outcomes need the same path, ours keeps it. */
function placeOutcomes(
  sides: TreeSides,
  outcomes: ReadonlyMap<string, Outcome>,
): { readonly files: Map<string, MergedFile>; readonly collisions: TreeConflict[] } {
  const { ours, theirs } = sides;
  const files = new Map<string, MergedFile>();
  const owners = new Map<string, string>();
  const collisions: TreeConflict[] = [];
  for (const [key, placed] of planPlaces(sides, outcomes)) {
    const owner = owners.get(placed.path);
    if (owner === undefined) {
      owners.set(placed.path, key);
      if (placed.edit !== undefined) files.set(placed.path, placed.edit);
    } else {
      const both = { base: undefined, ours: owner, theirs: key };
      collisions.push({ file: placed.path, path: "slug", ...both, collides: true });
    }
  }
  for (const path of oldPaths(ours, theirs)) if (!owners.has(path)) files.set(path, null);
  return { files, collisions };
}

/** Returns the destination of everything, ours first. If ours occupies a path of theirs, it moves as decided. */
function planPlaces(
  { ours, rename }: TreeSides,
  outcomes: ReadonlyMap<string, Outcome>,
): readonly (readonly [string, Placed])[] {
  const places = [...outcomes].flatMap(([key, { placed }]) =>
    placed === undefined ? [] : [[key, placed] as const],
  );
  const byPath = Map.groupBy(places, ([, { path }]) => path);
  const isOurs = (key: string): number => (ours.has(key) ? 0 : 1);
  return places
    .map(([key, placed]) => {
      const collides = ours.has(key) && (byPath.get(placed.path)?.length ?? 0) > 1;
      const slug = collides ? rename?.(placed.path) : undefined;
      return [
        key,
        slug === undefined ? placed : renamePlaced(placed, ours.get(key)?.now, slug),
      ] as const;
    })
    .toSorted(([a], [b]) => isOurs(a) - isOurs(b));
}

/** Renames to another slug, which is the name of the file, or of the folder of an `index`. */
function renamePlaced({ path, edit }: Placed, now: FilePlace | undefined, slug: string): Placed {
  const [, folder = "", extension = ""] =
    /^(.*?)[^/]+(\/index\.[a-z]+)$/.exec(path) ?? /^(.*?)[^/]+?(\.[a-z]+)$/.exec(path) ?? [];
  const moved = edit ?? (now && { oid: now.blob });
  return { path: `${folder}${slug}${extension}`, ...(moved !== undefined && { edit: moved }) };
}

/** Returns the paths in ours of everything that either side changed. */
function oldPaths(ours: SideStates, theirs: SideStates): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const { base } of theirs.values()) if (base !== undefined) paths.add(base.path);
  for (const { base } of ours.values()) if (base !== undefined) paths.delete(base.path);
  for (const { now } of ours.values()) if (now !== undefined) paths.add(now.path);
  return paths;
}

interface Bytes {
  readonly base: Uint8Array | undefined;
  readonly ours: Uint8Array;
  readonly theirs: Uint8Array;
}

type Places = Versions<FilePlace | undefined>;

/** Merges a non-entry file that both sides changed, or a media record that one of them moved. */
function mergeRecordFiles(sides: TreeSides, places: Places): Outcome {
  const { ours, theirs } = places;
  if (ours === undefined || theirs === undefined) return mergeDeleted(places);
  const path = mergeValue(places.base?.path, ours.path, theirs.path).merged ?? ours.path;
  const bytes = {
    base: places.base && sides.bytesOf(places.base.blob),
    ours: sides.bytesOf(ours.blob),
    theirs: sides.bytesOf(theirs.blob),
  };
  const merged = mergeByMeaning(sides, path, bytes) ?? mergeText(path, bytes);
  if (merged !== undefined)
    return { placed: { path, edit: merged.merged }, conflicts: merged.conflicts };
  return { ...keepOurs(ours), conflicts: [wholeFile(places)] };
}

/** Deletes what one side deleted and the other only moved. */
function mergeDeleted(places: Places): Outcome {
  const { base, ours, theirs } = places;
  const left = ours ?? theirs;
  const onlyMoved = left?.blob === base?.blob && left?.path !== base?.path;
  if (left === undefined || onlyMoved) return keepOurs(undefined);
  const { placed } = ours === undefined ? takeTheirs(theirs) : keepOurs(ours);
  return { placed, conflicts: [wholeFile(places)] };
}

function wholeFile({ base, ours, theirs }: Places): MergeConflict {
  return { path: "file", base: base?.blob, ours: ours?.blob, theirs: theirs?.blob };
}

/** Returns undefined for files without a known meaning, and for unreadable ones. */
function mergeByMeaning(
  { site }: TreeSides,
  path: string,
  bytes: Bytes,
): Merged<Uint8Array> | undefined {
  switch (classifyPath(path, site).kind) {
    case "type":
      return mergeParsed(bytes, {
        parse: (one) => parseTypeFile(one, path),
        merge: mergeTypes,
        print: printTypeFile,
      });
    case "media":
      return mergeParsed(bytes, {
        parse: (one) => parseMediaFile(one, path),
        merge: mergeMediaRecords,
        print: printMediaFile,
      });
    case "site":
      return mergeParsed(bytes, { parse: parseSiteFile, merge: mergeSite, print: printSiteFile });
    case "version":
    case "entry":
    case "ledger":
    case "other":
      return undefined;
  }
}

interface Codec<T> {
  readonly parse: (bytes: Uint8Array) => T;
  readonly merge: (versions: { base: T | undefined; ours: T; theirs: T }) => Merged<T>;
  readonly print: (value: T, previous: Uint8Array) => Uint8Array;
}

function mergeParsed<T>(
  { base, ours, theirs }: Bytes,
  { parse, merge, print }: Codec<T>,
): Merged<Uint8Array> | undefined {
  try {
    const values = { base: base && parse(base), ours: parse(ours), theirs: parse(theirs) };
    const { merged, conflicts } = merge(values);
    const lines = { base: base ?? new Uint8Array(), ours, theirs };
    // Based on the lines of both, so that all comments stay. Printing corrects the content.
    const previous = Buffer.from(mergeLines(decoded(lines), { touching: "pass" }).text);
    return { merged: print(merged, previous), conflicts };
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}

/** Merges by line. Returns undefined for conflicts, for binary files, and for files that must not be merged. */
function mergeText(path: string, { base, ours, theirs }: Bytes): Merged<Uint8Array> | undefined {
  if (base === undefined || /^types\/[^/]+\/versions\//.test(path)) return undefined;
  try {
    const { text, conflict } = mergeLines(decoded({ base, ours, theirs }), { touching: "meet" });
    const conflicts: MergeConflict[] = [];
    return conflict ? undefined : { merged: Buffer.from(text), conflicts };
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}

/** @throws CmsError if one isn't text */
function decoded({ base, ours, theirs }: Versions<Uint8Array>): Versions<string> {
  return { base: decodeText(base), ours: decodeText(ours), theirs: decodeText(theirs) };
}
