import { CmsError } from "../../base/errors.ts";
import { sizeOf } from "../../base/quantity.ts";
import { moveBody, printEntryFile } from "../../content/entry/print-entry.ts";
import { classifyPath, entryPath, hasPattern, keepsFile } from "../../content/site/layout.ts";
import type { SchemaVersion } from "../../model/content-type.ts";
import type { Entry } from "../../model/entry.ts";
import { LIMITS } from "../../model/limits.ts";
import type { EntryRef, TypeState } from "../read/file-facts.ts";
import type { SiteIndex } from "../read/site-index.ts";
import type { EntrySave, SavedEntry } from "./save-rules.ts";

/** A validated entry, with the state it was validated against. */
export interface EntryToWrite {
  readonly known: string;
  readonly entry: Entry;
  readonly state: TypeState;
  readonly schema: SchemaVersion;
  readonly current: EntryRef | undefined;
  /** Path of an earlier version, which the file returns to if possible. */
  readonly place?: string | undefined;
  readonly texts: Omit<PrintOver, "path" | "schema" | "written">;
}

/** Commits an entry's file unless it is unchanged. @throws CmsError `too_large`, `conflict`, `stale` */
export async function writeEntry(
  save: EntrySave,
  plan: EntryToWrite,
): Promise<Omit<SavedEntry, "merged" | "fromOthers">> {
  const { writer, options } = save;
  const { entry, current, schema, texts } = plan;
  const index = writer.index();
  const path = choosePath(index, plan);
  const written = fileLayout(texts.old, current, plan.state);
  const bytes = printOver(entry, { path, schema, written, ...texts });
  if (bytes.length > LIMITS.fileBytes) {
    throw new CmsError(
      "too_large",
      `The entry's file would be ${sizeOf(bytes.length)}, which is more than the limit of ${sizeOf(LIMITS.fileBytes)}.`,
    );
  }
  const blob = writer.repository.hashBlob(bytes);
  const { id, type, slug, createdAt } = entry;
  const ref: EntryRef = { id, type, slug, path, blob, createdAt };
  if (current !== undefined && current.path === path && current.blob === blob) {
    return { entry, ref: current, commit: index.head, changed: false };
  }
  const isNewNow = current === undefined && save.input.createdAt === undefined;
  const files = new Map<string, Uint8Array | null>([[path, bytes]]);
  if (current !== undefined && current.path !== path) files.set(current.path, null);
  const committed = await writer.commit(
    {
      files,
      actor: options.actor,
      message: options.message ?? describe(entry, current),
      trailers: {
        "Loam-Entry": entry.id,
        "Loam-Action": actionOf(entry, current),
        ...options.trailers,
      },
      // A new entry counts as saved at its creation time, not a little later.
      ...(isNewNow && { when: new Date(entry.createdAt) }),
    },
    plan.known,
    (now) => {
      if (current !== undefined && current.path !== path) now.remove(current.path);
      now.put({ path, blob, mode: "100644", found: { kind: "entry", ref }, issues: [] });
    },
  );
  return { entry, ref, commit: committed.commit, changed: true };
}

/**
 * An existing file stays in its folder; a new one goes to the default folder for the type's size. @throws CmsError
 * `conflict`
 */
export function choosePath(
  index: SiteIndex,
  { entry, schema, current, place }: Pick<EntryToWrite, "entry" | "schema" | "current" | "place">,
): string {
  const { site } = index;
  if (current?.slug === entry.slug && keepsFile(site, { type: schema, path: current.path })) {
    return requireOwnPath(index, current.path, entry);
  }
  if (place !== undefined && canReturnTo(index, place, { entry, schema, current })) return place;
  const sharded = index.countEntries(entry.type) >= LIMITS.flatFolderEntries;
  const path = entryPath({
    site,
    type: schema,
    slug: entry.slug,
    sharded,
    id: entry.id,
    current: current?.path,
  });
  const isNamedByFolders = hasPattern(site, entry.type);
  if (current === undefined || schema.kind === "object" || isNamedByFolders) {
    return requireOwnPath(index, path, entry);
  }
  const folder = current.path.slice(0, current.path.lastIndexOf("/") + 1);
  return requireOwnPath(index, folder + path.slice(path.lastIndexOf("/") + 1), entry);
}

/** Whether an entry can return to the path of an earlier version. */
function canReturnTo(
  { site }: SiteIndex,
  path: string,
  { entry, schema, current }: Pick<EntryToWrite, "entry" | "schema" | "current">,
): boolean {
  const identity = classifyPath(path, site);
  const isOwn =
    identity.kind === "entry" && identity.apiId === entry.type && identity.slug === entry.slug;
  const isFree = current === undefined || hasPattern(site, entry.type);
  return isFree && isOwn && keepsFile(site, { type: schema, path });
}

/** Returns `path`. Rejects one that `site.yml` assigns to another type, because the entry would become one of that type. */
function requireOwnPath({ site }: SiteIndex, path: string, { type, slug }: Entry): string {
  const place = classifyPath(path, site);
  if (place.kind !== "entry" || place.apiId !== type) {
    const message = `${path} cannot hold entries of "${type}": "paths" in site.yml assigns it to another content type.`;
    throw new CmsError("conflict", message);
  }
  if (place.slug === slug) return path;
  const message = `An entry at ${path} must have the slug "${place.slug}". Use that slug.`;
  throw new CmsError("invalid_slug", message, { details: { field: "slug" } });
}

function actionOf(entry: Entry, current: EntryRef | undefined): string {
  if (current === undefined) return "create";
  return current.slug === entry.slug ? "update" : "rename";
}

function describe(entry: Entry, current: EntryRef | undefined): string {
  const name = `${entry.type}/${entry.slug}`;
  if (current === undefined) return `Create ${name}`;
  if (current.slug === entry.slug) return `Update ${name}`;
  return `Rename ${current.type}/${current.slug} to ${name}`;
}

interface PrintOver {
  /** New path of the file. */
  readonly path: string;
  readonly schema: SchemaVersion;
  /** Current content of the file; absent for a new entry. */
  readonly previous: Uint8Array | undefined;
  /** The entry in the current file, if it can be read. */
  readonly old: Entry | undefined;
  /** Current path of the file, and the schema that `old` was written with. */
  readonly written: { readonly path: string; readonly from: SchemaVersion } | undefined;
  /** Returns the titles of references for comments. */
  readonly titleOf: (id: string) => string | undefined;
}

/**
 * Returns the bytes of an entry's file, edited in place. A file exactly as Loam prints it (no comments, no unknown
 * keys) is printed again: the bytes are the same as from an edit of its YAML document, in a tenth of the time.
 */
function printOver(
  entry: Entry,
  { path, schema, previous, old, written, titleOf }: PrintOver,
): Uint8Array {
  const isAsPrinted =
    previous === undefined ||
    (old?.schema === schema.version &&
      Buffer.from(printEntryFile(old, schema, { path, titleOf })).equals(previous));
  if (isAsPrinted) return printEntryFile(entry, schema, { path, titleOf });
  const moved =
    written === undefined ? previous : moveBody(previous, { ...written, toPath: path, to: schema });
  return printEntryFile(entry, schema, { path, previous: moved, titleOf });
}

/** Layout of an entry's file. */
function fileLayout(
  old: Entry | undefined,
  current: EntryRef | undefined,
  { versions }: TypeState,
): PrintOver["written"] {
  const from = old && versions.get(old.schema);
  return current && from && { path: current.path, from };
}
