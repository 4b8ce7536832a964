import { decodeText } from "../base/decode-text.ts";
import { isCmsError } from "../base/errors.ts";
import { classifyPath } from "../content/layout.ts";
import { parseMediaFile, printMediaFile } from "../content/media-file.ts";
import { parseSiteFile, printSiteFile } from "../content/site-file.ts";
import { parseTypeFile, printTypeFile } from "../content/type-file.ts";
import type { Merged, MergeConflict, Versions } from "./conflict.ts";
import { mergeLines } from "./merge-lines.ts";
import { mergeMediaRecords } from "./merge-media-records.ts";
import { mergeSite } from "./merge-site.ts";
import { mergeTypes } from "./merge-types.ts";
import type { FilePlace } from "./pair-changes.ts";
import { mergeValue } from "./pick.ts";
import { standing, taken, type Outcome, type TreeSides } from "./tree-sides.ts";

interface Bytes {
  readonly base: Uint8Array | undefined;
  readonly ours: Uint8Array;
  readonly theirs: Uint8Array;
}

type Places = Versions<FilePlace | undefined>;

/** Merges a file that is no entry and that both sides changed, or a media record that one of them moved. */
export function mergeRecordFiles(sides: TreeSides, places: Places): Outcome {
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
  return { ...standing(ours), conflicts: [wholeFile(places)] };
}

/** What one side removed is gone where the other one only moved it. */
function mergeDeleted(places: Places): Outcome {
  const { base, ours, theirs } = places;
  const left = ours ?? theirs;
  const onlyMoved = left?.blob === base?.blob && left?.path !== base?.path;
  if (left === undefined || onlyMoved) return standing(undefined);
  const { placed } = ours === undefined ? taken(theirs) : standing(ours);
  return { placed, conflicts: [wholeFile(places)] };
}

function wholeFile({ base, ours, theirs }: Places): MergeConflict {
  return { path: "file", base: base?.blob, ours: ours?.blob, theirs: theirs?.blob };
}

/** Undefined for files of no known meaning, and for those that cannot be read. */
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
    // Over the lines of both, so that the comments of both stay; printing sets right what they say.
    const previous = Buffer.from(mergeLines(decoded(lines), { touching: "pass" }).text);
    return { merged: print(merged, previous), conflicts };
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}

/** By lines; undefined where they conflict, and for what is no text or must not be merged. */
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

/** @throws CmsError when one is no text */
function decoded({ base, ours, theirs }: Versions<Uint8Array>): Versions<string> {
  return { base: decodeText(base), ours: decodeText(ours), theirs: decodeText(theirs) };
}
