import { isCmsError, type Issue } from "../../../base/errors.ts";
import { entryTitle } from "../../../content/entry/entry-title.ts";
import { parseEntryFile } from "../../../content/entry/parse-entry.ts";
import { printEntryFile } from "../../../content/entry/print-entry.ts";
import { validateEntry } from "../../../content/entry/validate-entry.ts";
import { printTypeFile, printVersionFile } from "../../../content/schema/type-file.ts";
import {
  entryPath,
  mediaPath,
  SITE_PATH,
  typePath,
  versionPath,
} from "../../../content/site/layout.ts";
import { printMediaFile } from "../../../content/site/media-file.ts";
import { bodyField, type SchemaVersion } from "../../../model/content-type.ts";
import type { Entry } from "../../../model/entry.ts";
import { LIMITS } from "../../../model/limits.ts";
import type { MediaRecord } from "../../../model/media.ts";
import { fieldsOf } from "../infer/field-plan.ts";
import type { ImportedEntry } from "../source/report.ts";
import { blobId } from "../source/source-tree.ts";
import type { ImportPlan, PlannedEntry, PlannedType } from "./plan-import.ts";
import type { SiteEntry, SiteState, SiteType } from "./site-state.ts";

/** What an import changes in a site repository. */
export interface ImportDiff {
  /** Bytes by path; null removes the file. Empty when the site has everything already. */
  readonly files: ReadonlyMap<string, Uint8Array | null>;
  readonly entries: readonly ImportedEntry[];
  readonly failed: readonly Issue[];
}

export interface DiffParts {
  readonly site: SiteState;
  /** Media records that may have to be written, by id. */
  readonly media: ReadonlyMap<string, MediaRecord>;
  /** `site.yml`, where it is to change. */
  readonly siteFile: Uint8Array | undefined;
  /** Reads files of the site by object id. */
  readonly readBlobs: (oids: readonly string[]) => Promise<readonly Uint8Array[]>;
}

/** Compares a plan with the site: only what differs is written, and what people added is kept. */
export async function diffPlan(plan: ImportPlan, parts: DiffParts): Promise<ImportDiff> {
  const context: Context = {
    parts,
    titles: titlesOf(plan, parts),
    files: new Map(),
    failed: [],
    entries: [],
  };
  for (const type of plan.types) {
    writeType(type, context);
    await writeEntries(type, context);
  }
  writeMedia(plan, context);
  if (parts.siteFile !== undefined) context.files.set(SITE_PATH, parts.siteFile);
  return context;
}

interface Context {
  readonly parts: DiffParts;
  readonly titles: ReadonlyMap<string, string>;
  readonly files: Map<string, Uint8Array | null>;
  readonly failed: Issue[];
  readonly entries: ImportedEntry[];
}

function writeType({ type, version, change }: PlannedType, { files }: Context): void {
  if (change === "unchanged") return;
  files.set(typePath(type.apiId), printTypeFile(type));
  files.set(versionPath(type.apiId, version), printVersionFile({ version, ...type }));
}

/** New entries are printed; of those on the site only the ones whose bytes differ are read and merged. */
async function writeEntries(planned: PlannedType, context: Context): Promise<void> {
  const known = context.parts.site.types.get(planned.type.apiId);
  const there = new Map((known?.entries ?? []).map((entry) => [entry.id, entry]));
  const added = planned.entries.filter(({ entry }) => !there.has(entry.id)).length;
  const sharded = isSharded(known, added);
  const differing: { planned: PlannedEntry; before: SiteEntry }[] = [];
  for (const one of planned.entries) {
    const before = there.get(one.entry.id);
    const bytes = printPlanned(one, planned, context);
    if (before === undefined) {
      context.files.set(pathOf(one, planned, { sharded, context }), bytes);
      context.entries.push(reportOf(one, "created"));
    } else if (before.slug === one.entry.slug && before.blob === blobId(bytes)) {
      context.entries.push(reportOf(one, "unchanged"));
    } else differing.push({ planned: one, before });
  }
  const blobs = await context.parts.readBlobs(differing.map(({ before }) => before.blob));
  for (const [index, { planned: one, before }] of differing.entries()) {
    const previous = blobs[index] ?? new Uint8Array();
    replaceEntry(one, planned, { before, previous, known, sharded, context });
  }
}

interface Replacing {
  readonly before: SiteEntry;
  readonly previous: Uint8Array;
  readonly known: SiteType | undefined;
  readonly sharded: boolean;
  readonly context: Context;
}

function replaceEntry(one: PlannedEntry, planned: PlannedType, replacing: Replacing): void {
  const { before, previous, known, sharded, context } = replacing;
  const merged = mergeEntry(one, planned, { before, previous, versions: known?.versions ?? [] });
  if (merged.kind === "same") {
    context.entries.push(reportOf(one, "unchanged"));
    return;
  }
  const next = { ...one, entry: merged.entry };
  if (!isValid(next, planned, context)) return;
  const wanted = pathOf(next, planned, { sharded, context });
  const stays = before.slug === next.entry.slug && extension(before.path) === extension(wanted);
  const path = stays ? before.path : wanted;
  if (path !== before.path) context.files.set(before.path, null);
  const titleOf = (id: string): string | undefined => context.titles.get(id);
  const old = merged.readable ? { previous } : {};
  context.files.set(path, printEntryFile(next.entry, planned.type, { titleOf, ...old }));
  context.entries.push(reportOf(one, "changed"));
}

function extension(path: string): string {
  return path.slice(path.lastIndexOf("."));
}

/** Files of a folder of thousands are spread, also when an import makes it so. */
function isSharded(known: SiteType | undefined, added: number): boolean {
  const entries = known?.entries ?? [];
  return entries.length + added > LIMITS.flatFolderEntries;
}

function printPlanned(
  { entry }: PlannedEntry,
  { type }: PlannedType,
  { titles }: Context,
): Uint8Array {
  return printEntryFile(entry, type, { titleOf: (id) => titles.get(id) });
}

function pathOf(
  { entry: { slug, id } }: PlannedEntry,
  { type }: PlannedType,
  { sharded, context }: { sharded: boolean; context: Context },
): string {
  return entryPath({ site: context.parts.site.site, type, slug, sharded, id });
}

function isValid(
  { entry, source }: PlannedEntry,
  { type }: PlannedType,
  { failed }: Context,
): boolean {
  const issues = validateEntry(entry, type, { mode: "save" });
  for (const issue of issues) failed.push({ ...issue, path: source.place.path });
  return issues.length === 0;
}

function reportOf(
  { entry, source, heldBack }: PlannedEntry,
  change: ImportedEntry["change"],
): ImportedEntry {
  const { id, type, slug } = entry;
  return { path: source.place.path, type, id, slug, draft: heldBack, change };
}

/** Titles of entries and names of media, for the comments behind ids. */
function titlesOf({ types }: ImportPlan, { media }: DiffParts): Map<string, string> {
  const titles = new Map<string, string>();
  for (const { id, filename } of media.values()) titles.set(id, filename);
  for (const { type, entries } of types) {
    for (const { entry } of entries) titles.set(entry.id, entryTitle(entry, type));
  }
  return titles;
}

function writeMedia({ types }: ImportPlan, { parts, files }: Context): void {
  const used = new Set(types.flatMap(({ entries }) => entries.flatMap(({ media }) => [...media])));
  for (const id of used) {
    const record = parts.site.mediaIds.has(id) ? undefined : parts.media.get(id);
    if (record !== undefined) files.set(mediaPath(id), printMediaFile(record));
  }
}

type Merged =
  | { readonly kind: "same" }
  | {
      readonly kind: "changed";
      readonly entry: Entry;
      /** The file on the site can be read, so it is written into and not anew. */
      readonly readable: boolean;
    };

interface MergeParts {
  readonly before: SiteEntry;
  readonly previous: Uint8Array;
  readonly versions: readonly SchemaVersion[];
}

/**
 * The entry as the source has it, with what only the site knows: values of fields that the source has
 * not, schedule and order, and a creation time where the source has no date.
 */
function mergeEntry(
  { entry, date, source }: PlannedEntry,
  planned: PlannedType,
  parts: MergeParts,
): Merged {
  const old = readOld(entry, parts);
  if (old === undefined) return { kind: "changed", entry, readable: false };
  const own = new Set(planned.fields.flatMap(fieldsOf).map((field) => field.id));
  const body = bodyField(planned.type);
  if (body !== undefined && !source.place.data) own.add(body.id);
  const kept = [...old.values].filter(([id]) => !own.has(id) && !entry.values.has(id));
  const merged: Entry = {
    ...old,
    ...entry,
    createdAt: date === undefined ? old.createdAt : entry.createdAt,
    ...(old.publishAt === undefined ? {} : { publishAt: old.publishAt }),
    values: new Map([...kept, ...entry.values]),
  };
  const print = (one: Entry): string =>
    Buffer.from(printEntryFile({ ...one, schema: planned.version }, planned.type)).toString("utf8");
  const isSame = parts.before.slug === entry.slug && print(old) === print(merged);
  return isSame ? { kind: "same" } : { kind: "changed", entry: merged, readable: true };
}

function readOld(entry: Entry, { before, previous, versions }: MergeParts): Entry | undefined {
  try {
    return parseEntryFile(previous, {
      path: before.path,
      apiId: entry.type,
      slug: before.slug,
      schemaOf: (version) =>
        version === undefined ? versions.at(-1) : versions.find((one) => one.version === version),
    });
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}
