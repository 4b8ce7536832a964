import type { Issue } from "../../../base/errors.ts";
import { entryTitle, printEntryFile, type TitleOf } from "../../../content/entry/print-entry.ts";
import { validateEntry } from "../../../content/entry/validate-entry.ts";
import { printTypeFile, printVersionFile } from "../../../content/schema/type-file.ts";
import {
  entryPath,
  isPlainFile,
  keepsFile,
  mediaPath,
  SITE_PATH,
  typePath,
  versionPath,
} from "../../../content/site/layout.ts";
import { printMediaFile } from "../../../content/site/media-file.ts";
import { hashObject } from "../../../git/objects/object-id.ts";
import { readFiles } from "../../../git/repository/read-files.ts";
import { bodyField } from "../../../model/content-type.ts";
import type { Entry } from "../../../model/entry.ts";
import { LIMITS } from "../../../model/limits.ts";
import type { MediaRecord } from "../../../model/media.ts";
import type { SiteConfig } from "../../../model/site.ts";
import { type EntryRef, kindOf, readEntryFacts } from "../../../site/read/file-facts.ts";
import { fieldsOf } from "../infer/field-plan.ts";
import type { ImportedEntry } from "../source/report.ts";
import {
  type ImportPlan,
  plannedMedia,
  type PlannedEntry,
  type PlannedType,
} from "./plan-import.ts";
import type { SiteState, SiteType } from "./site-state.ts";

/** Changes of an import to a site repository. */
export interface ImportDiff {
  /** Bytes by path; null removes the file. Empty if the site is up to date. */
  readonly files: ReadonlyMap<string, Uint8Array | null>;
  readonly entries: readonly ImportedEntry[];
  readonly failed: readonly Issue[];
}

interface DiffParts {
  readonly site: SiteState;
  /** Media records to write if needed, by id. */
  readonly media: ReadonlyMap<string, MediaRecord>;
  /** New `site.yml`, if it changes. */
  readonly siteFile: Uint8Array | undefined;
  /** Reads files of the site by object id. */
  readonly readBlobs: (oids: readonly string[]) => Promise<readonly Uint8Array[]>;
}

/** Compares a plan with the site. Only differences are written, and additions made by people are kept. */
export async function diffPlan(plan: ImportPlan, parts: DiffParts): Promise<ImportDiff> {
  const { site, media, siteFile } = parts;
  const titles = titlesOf(plan, media);
  const titleOf = (id: string): string | undefined => titles.get(id);
  const diff: Diff = { files: new Map(), failed: [], entries: [] };
  for (const planned of plan.types) {
    const { type, version, change } = planned;
    if (change !== "unchanged") {
      diff.files.set(typePath(type.apiId), printTypeFile(type));
      diff.files.set(versionPath(type.apiId, version), printVersionFile({ version, ...type }));
    }
    await diffEntries(planned, diff, { ...parts, titleOf });
  }
  for (const id of plannedMedia(plan)) {
    const record = site.mediaIds.has(id) ? undefined : media.get(id);
    if (record !== undefined) diff.files.set(mediaPath(id), printMediaFile(record));
  }
  if (siteFile !== undefined) diff.files.set(SITE_PATH, siteFile);
  return diff;
}

/** Returns titles of entries and names of media, for the comments after ids. */
function titlesOf({ types }: ImportPlan, media: DiffParts["media"]): Map<string, string> {
  const titles = new Map([...media.values()].map(({ id, filename }) => [id, filename]));
  for (const { type, entries } of types) {
    for (const { entry } of entries) titles.set(entry.id, entryTitle(entry, type));
  }
  return titles;
}

interface Diff {
  readonly files: Map<string, Uint8Array | null>;
  readonly failed: Issue[];
  readonly entries: ImportedEntry[];
}

/** An entry whose bytes on the site differ. */
interface Differing {
  readonly one: PlannedEntry;
  readonly before: EntryRef;
}

/** Prints new entries. Existing entries are only read and merged if their bytes differ. */
async function diffEntries(
  planned: PlannedType,
  diff: Diff,
  { site, readBlobs, titleOf }: DiffParts & { readonly titleOf: TitleOf },
): Promise<void> {
  const { type } = planned;
  const known = site.types.get(type.apiId);
  const existing = new Map((known?.entries ?? []).map((ref) => [ref.id, ref]));
  const added = planned.entries.filter(({ entry }) => !existing.has(entry.id)).length;
  // Folders with thousands of files are sharded, including folders that grow so large in this import.
  const sharded = (known?.entries ?? []).length + added > LIMITS.flatFolderEntries;
  const pathOf: PathOf = ({ slug, id }, current) =>
    entryPath({ site: site.site, type, slug, sharded, id, current });
  const differing: Differing[] = [];
  for (const one of planned.entries) {
    const before = existing.get(one.entry.id);
    const path = before?.path ?? pathOf(one.entry);
    const bytes = printEntryFile(one.entry, type, { path, titleOf });
    if (before === undefined) {
      diff.files.set(path, bytes);
      diff.entries.push(toImportedEntry(one, "created"));
    } else if (before.slug === one.entry.slug && before.blob === hashObject("blob", bytes)) {
      diff.entries.push(toImportedEntry(one, "unchanged"));
    } else differing.push({ one, before });
  }
  const read = await readFiles({ readBlobs }, differing, ({ before }) => before.blob);
  for (const [found, previous] of read) {
    replaceEntry({ ...found, previous }, diff, {
      planned,
      known,
      site: site.site,
      pathOf,
      titleOf,
    });
  }
}

type PathOf = (entry: Pick<Entry, "slug" | "id">, current?: string) => string;

interface TypeContext {
  readonly planned: PlannedType;
  readonly known: SiteType | undefined;
  readonly site: SiteConfig;
  readonly pathOf: PathOf;
  readonly titleOf: TitleOf;
}

function replaceEntry(
  { one, before, previous }: Differing & { readonly previous: Uint8Array },
  { files, failed, entries }: Diff,
  { planned, known, site, pathOf, titleOf }: TypeContext,
): void {
  const { type } = planned;
  const old = readOld(previous, before, known);
  const entry = old === undefined ? one.entry : mergeEntry(old, one, planned);
  const isSlugKept = before.slug === entry.slug;
  if (old !== undefined && isSlugKept && isSame(old, entry, planned)) {
    entries.push(toImportedEntry(one, "unchanged"));
    return;
  }
  const issues = validateEntry(entry, type, { mode: "save" });
  failed.push(...issues.map((issue) => ({ ...issue, path: one.source.place.path })));
  if (issues.length > 0) return;
  const isKept = isSlugKept && keepsFile(site, { type, path: before.path });
  const path = isKept ? before.path : pathOf(entry, before.path);
  if (path !== before.path) files.set(before.path, null);
  // Unreadable files are rewritten.
  const edit = old && isPlainFile(before.path) === isPlainFile(path) && { previous };
  files.set(path, printEntryFile(entry, type, { path, titleOf, ...edit }));
  entries.push(toImportedEntry(one, "changed"));
}

function readOld(
  bytes: Uint8Array,
  { path, type, slug }: EntryRef,
  known: SiteType | undefined,
): Entry | undefined {
  const object = known !== undefined && kindOf(known) === "object";
  return readEntryFacts({ path, bytes }, { apiId: type, slug, object }, known).entry;
}

/**
 * Merges an entry: source values win, and values that exist only on the site are kept: other fields, the schedule, the
 * order, and the creation time if the source has no date.
 */
function mergeEntry(
  old: Entry,
  { entry, date, source }: PlannedEntry,
  { type, fields }: PlannedType,
): Entry {
  const own = new Set(fields.flatMap(fieldsOf).map((field) => field.id));
  const body = bodyField(type);
  if (body !== undefined && !source.place.data) own.add(body.id);
  const siteValues = [...old.values].filter(([id]) => !own.has(id) && !entry.values.has(id));
  return {
    ...old,
    ...entry,
    createdAt: date === undefined ? old.createdAt : entry.createdAt,
    ...(old.publishAt === undefined ? {} : { publishAt: old.publishAt }),
    values: new Map([...siteValues, ...entry.values]),
  };
}

function isSame(one: Entry, other: Entry, { type, version }: PlannedType): boolean {
  const print = (entry: Entry): Uint8Array =>
    printEntryFile({ ...entry, schema: version }, type, { path: `${entry.slug}.md` });
  return Buffer.from(print(one)).equals(print(other));
}

function toImportedEntry(
  { entry, source, heldBack }: PlannedEntry,
  change: ImportedEntry["change"],
): ImportedEntry {
  const { id, type, slug } = entry;
  return { path: source.place.path, type, id, slug, draft: heldBack, change };
}
