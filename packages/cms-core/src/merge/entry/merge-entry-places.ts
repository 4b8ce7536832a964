import { basename, extname } from "node:path";
import { isCmsError } from "../../base/errors.ts";
import { moveBody, normalizeEntry } from "../../content/entry/print-entry.ts";
import { hasPattern, isPlainFile } from "../../content/site/layout.ts";
import { bodyField, type SchemaVersion } from "../../model/content-type.ts";
import type { Entry } from "../../model/entry.ts";
import { upgradeEntry } from "../../schema/upgrade-entry.ts";
import { mergeValue, sameValue, type Versions } from "../sequence/conflict.ts";
import type { Decide } from "./decide-conflicts.ts";
import { type ReadEntryFile, readMergedEntry } from "./merge-entries.ts";
import { mergeEntryFiles, type EntryFile, type MergedEntryFile } from "./merge-entry-files.ts";
import {
  type FilePlace,
  type Outcome,
  keepOurs,
  takeTheirs,
  type TreeSides,
} from "./tree-sides.ts";

type Places = Versions<FilePlace | undefined>;

/** Merges an entry that both sides changed, moved, or deleted. */
export function mergeEntryPlaces(sides: TreeSides, places: Places, decide?: Decide): Outcome {
  const files = {
    base: readEntry(sides, places.base),
    ours: readEntry(sides, places.ours),
    theirs: readEntry(sides, places.theirs),
  };
  const { ours, theirs } = places;
  if (ours === undefined || theirs === undefined) return mergeDeleted(places, files);
  const merged = tryMerge(sides, files, decide);
  if (merged === undefined) return reportUnreadable(places);
  const { bytes, conflicts } = merged;
  const before = folderOf(places.base?.path ?? ours.path);
  const folder = mergeValue(before, folderOf(ours.path), folderOf(theirs.path)).merged;
  const name = fileNameFor(merged, [
    { place: ours, file: files.ours },
    { place: theirs, file: files.theirs },
  ]);
  return { placed: { path: folder + name, edit: bytes }, conflicts };
}

interface Side {
  readonly place: FilePlace;
  readonly file: ReadEntryFile | undefined;
}

/** Returns the file name that a side uses for this slug. */
function fileNameFor(
  { entry: { slug }, schema, extension }: Merged,
  sides: readonly [Side, Side],
): string {
  const [{ place }] = sides;
  if (schema.kind === "object") return basename(place.path, extname(place.path)) + extension;
  const side = sides.find(({ file }) => file?.entry.slug === slug);
  const name = fileNameOf(side?.place.path ?? "");
  return side !== undefined && isPlainFile(name) === isPlainFile(extension)
    ? name
    : slug + extension;
}

function readEntry(sides: TreeSides, place: FilePlace | undefined): ReadEntryFile | undefined {
  if (place === undefined) return undefined;
  return readMergedEntry(sides, { path: place.path, bytes: sides.bytesOf(place.blob) });
}

/** Deletes an entry that one side deleted, unless the other side changed it. */
function mergeDeleted(
  { base, ours, theirs }: Places,
  files: Versions<ReadEntryFile | undefined>,
): Outcome {
  const values = {
    base: files.base?.entry,
    ours: files.ours?.entry,
    theirs: files.theirs?.entry,
  };
  const isGone = ours === undefined && theirs === undefined;
  if (isGone || isUntouched({ base, ours, theirs }, values)) return keepOurs(undefined);
  const { placed } = ours === undefined ? takeTheirs(theirs) : keepOurs(ours);
  return { placed, conflicts: [{ path: "", ...values }] };
}

/** Returns whether a file was only moved, not edited. An unreadable file counts as edited. */
function isUntouched({ base, ours, theirs }: Places, values: Versions<Entry | undefined>): boolean {
  const left = values.ours ?? values.theirs;
  if (left === undefined || values.base === undefined) {
    return (ours ?? theirs)?.blob === base?.blob;
  }
  return sameValue(left, values.base);
}

/** Keeps ours and reports a conflict. */
function reportUnreadable({ base, ours, theirs }: Places): Outcome {
  const versions = { base: base?.blob, ours: ours?.blob, theirs: theirs?.blob };
  return { ...keepOurs(ours), conflicts: [{ path: "file", ...versions }] };
}

function newest(versions: readonly SchemaVersion[]): SchemaVersion {
  return versions.reduce((best, version) => (version.version > best.version ? version : best));
}

interface Merged extends MergedEntryFile {
  readonly schema: SchemaVersion;
  readonly extension: string;
}

/** Returns undefined if a side cannot be read. */
function tryMerge(
  sides: TreeSides,
  { base, ours, theirs }: Versions<ReadEntryFile | undefined>,
  decide?: Decide,
): Merged | undefined {
  if (ours === undefined || theirs === undefined) return undefined;
  const schema = newest([ours.schema, theirs.schema]);
  const extension = extensionFor(sides, ours, schema);
  const to = (file: ReadEntryFile): EntryFile => ({
    entry: normalizeEntry(upgradeEntry(file.entry, file.schema, schema), schema),
    bytes: moveBody(file.bytes, {
      path: file.path,
      toPath: extension,
      from: file.schema,
      to: schema,
    }),
  });
  try {
    const files = { base: base && to(base), ours: to(ours), theirs: to(theirs) };
    return { ...mergeEntryFiles(files, schema, { path: extension, decide }), schema, extension };
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Returns the extension of the merged file: that of ours if files keep their names, otherwise that of the type. */
function extensionFor({ site }: TreeSides, ours: ReadEntryFile, schema: SchemaVersion): string {
  if (hasPattern(site, ours.entry.type)) return extname(ours.path);
  return bodyField(schema) === undefined ? ".yml" : ".md";
}
