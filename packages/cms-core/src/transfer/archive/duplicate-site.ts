import { CmsError, type Issue } from "../../base/errors.ts";
import { isIdShaped, newId } from "../../base/ids.ts";
import { entryTitle, moveBody, printEntryFile } from "../../content/entry/print-entry.ts";
import {
  classifyPath,
  entryFolder,
  entryPath,
  hasPattern,
  mediaPath,
  SITE_PATH,
} from "../../content/site/layout.ts";
import { printMediaFile } from "../../content/site/media-file.ts";
import { printSiteFile } from "../../content/site/site-file.ts";
import { readFiles } from "../../git/repository/read-files.ts";
import { type GitRepository, openRepository } from "../../git/repository/repository.ts";
import type { ContentType, Field } from "../../model/content-type.ts";
import type { Entry, EntryValues, MediaValue, SingleValue } from "../../model/entry.ts";
import type { SiteConfig } from "../../model/site.ts";
import { mapValues } from "../../model/walk-values.ts";
import { findRichTextLinks, type RichTextLink } from "../../render/entry-template.ts";
import { MAIN } from "../../site/read/branches.ts";
import type { Actor } from "../../site/save/site-writer.ts";
import { readCommits, readEntries, readSnapshot, type SiteSnapshot } from "./read-snapshot.ts";

export interface DuplicateOptions {
  /** Path of the new repository. Nothing exists there yet. */
  readonly gitDir: string;
  readonly name: string;
  /** Whether entries are copied, as drafts. */
  readonly entries: boolean;
  /** Whether media records are copied. Binaries are shared. */
  readonly media: boolean;
  readonly actor: Actor;
  /** Id of the new site. @default a new id */
  readonly id?: string;
  /** @default the system's clock */
  readonly now?: () => Date;
}

export interface DuplicateReport {
  readonly site: { readonly id: string; readonly name: string };
  readonly commit: string;
  readonly types: number;
  readonly entries: number;
  readonly media: number;
  /** Number of values and links whose target was not copied. */
  readonly droppedLinks: number;
  /** Entries that were not copied because their files cannot be read. */
  readonly leftOut: readonly Issue[];
}

/**
 * Creates a site with the content types, versions, and API IDs of another one, in one commit. Entries get new ids and
 * are drafts without a schedule. References to copied entries and media point to the copies. History, live state, keys,
 * and webhooks are not copied. Both sites must use the same media storage.
 *
 * @throws CmsError `conflict` if a site exists at `gitDir`, `invalid_site` for an invalid name
 */
export async function duplicateSite(
  source: GitRepository,
  options: DuplicateOptions,
): Promise<DuplicateReport> {
  const { gitDir, name, actor, id = newId("site"), now = () => new Date() } = options;
  const snapshot = await readSnapshot(source, await readCommits(source));
  const media = options.media ? snapshot.media : [];
  const mediaIds = new Map(media.map((record) => [record.id, newId("media")]));
  const named = options.entries ? await assignIds(source, snapshot) : NO_ENTRIES;
  const made = { site: { id, name }, mediaIds, ...named };
  const { files, droppedLinks } = await copyFiles(source, snapshot, made);
  const repository = await openRepository(gitDir, { create: true });
  try {
    if ((await repository.resolveRef(MAIN)) !== undefined) {
      throw new CmsError("conflict", `A site already exists at ${gitDir}.`);
    }
    const change = {
      files,
      author: actor,
      when: now(),
      message: `Duplicate ${snapshot.site.name} as ${name}`,
      trailers: { "Loam-Site": id, "Loam-Action": "duplicate" },
    };
    const { commit } = await repository.commit(MAIN, change, { expected: null });
    return {
      site: { id, name },
      commit,
      types: snapshot.types.size,
      entries: named.entryIds.size,
      media: mediaIds.size,
      droppedLinks,
      leftOut: named.leftOut,
    };
  } finally {
    await repository.close();
  }
}

interface NamedEntries {
  /** New ids by original id. */
  readonly entryIds: ReadonlyMap<string, string>;
  /** Titles by new id. */
  readonly titles: ReadonlyMap<string, string>;
  readonly leftOut: readonly Issue[];
}

const NO_ENTRIES: NamedEntries = { entryIds: new Map(), titles: new Map(), leftOut: [] };

/** Assigns all ids before any file is rewritten, because entries refer to each other. */
async function assignIds(source: GitRepository, snapshot: SiteSnapshot): Promise<NamedEntries> {
  const entryIds = new Map<string, string>();
  const titles = new Map<string, string>();
  const leftOut: Issue[] = [];
  for await (const { read, path } of readEntries(source, snapshot)) {
    const { entry, schema, issues } = read;
    if (entry === undefined || schema === undefined) {
      const message = `${path} cannot be read.`;
      leftOut.push(issues[0] ?? { code: "invalid_entry", message, path });
    } else if (entryIds.has(entry.id)) {
      leftOut.push({
        code: "id_taken",
        message: `${path} has the same ID as another entry.`,
        path,
      });
    } else {
      const id = newId("entry");
      entryIds.set(entry.id, id);
      titles.set(id, entryTitle(entry, schema));
    }
  }
  return { entryIds, titles, leftOut };
}

interface CopiedIds extends NamedEntries {
  readonly site: DuplicateReport["site"];
  readonly mediaIds: ReadonlyMap<string, string>;
}

/** Returns the files of the new site. */
async function copyFiles(
  source: GitRepository,
  snapshot: SiteSnapshot,
  made: CopiedIds,
): Promise<{ readonly files: ReadonlyMap<string, Uint8Array>; readonly droppedLinks: number }> {
  const { commits, site, media } = snapshot;
  const files = new Map<string, Uint8Array>();
  const schemas = snapshot.files.filter(({ path }) =>
    ["type", "version"].includes(classifyPath(path, site).kind),
  );
  for (const [{ path }, bytes] of await readFiles(source, schemas, ({ oid }) => oid)) {
    files.set(path, bytes);
  }
  const before = await source.readPath(commits.main, SITE_PATH);
  files.set(
    SITE_PATH,
    printSiteFile({ ...site, ...made.site, routes: routesOf(site.routes, made) }, before?.bytes),
  );
  for (const record of media) {
    const id = made.mediaIds.get(record.id);
    if (id !== undefined) files.set(mediaPath(id), printMediaFile({ ...record, id }));
  }
  let droppedLinks = 0;
  if (made.entryIds.size === 0) return { files, droppedLinks };
  const left = new Map(made.entryIds);
  for await (const file of readEntries(source, snapshot)) {
    const { entry, schema } = file.read;
    const id = left.get(entry?.id ?? "");
    if (entry === undefined || schema === undefined || id === undefined) continue;
    // Skip further files with the same id.
    left.delete(entry.id);
    const values = rewriteIds(entry.values, schema, {
      entry: (one) => made.entryIds.get(one),
      media: (one) => made.mediaIds.get(one),
      onDropped: () => (droppedLinks += 1),
    });
    const { publishAt: _publishAt, unpublishAt: _unpublishAt, ...rest } = entry;
    const at = pathOfCopy(site, { path: file.path, entry, schema, id });
    const titleOf = (one: string): string | undefined => made.titles.get(one);
    const copy: Entry = { ...rest, id, values };
    const format = { path: file.path, toPath: at, from: schema, to: schema };
    const previous = moveBody(file.bytes, format);
    files.set(at, printEntryFile(copy, schema, { path: at, previous, titleOf }));
  }
  return { files, droppedLinks };
}

/** Returns the routes of types and of single entries, with the ids of the copies. */
function routesOf(
  routes: Readonly<Record<string, string>>,
  { entryIds }: Pick<CopiedIds, "entryIds">,
): Record<string, string> {
  const keptRoutes = Object.entries(routes).flatMap(([key, route]) => {
    const name = isIdShaped(key) ? entryIds.get(key) : key;
    return name === undefined ? [] : [[name, route] as const];
  });
  return Object.fromEntries(keptRoutes);
}

interface Copied {
  readonly path: string;
  readonly entry: Entry;
  readonly schema: ContentType;
  readonly id: string;
}

function pathOfCopy(site: SiteConfig, { path, entry, schema, id }: Copied): string {
  if (hasPattern(site, entry.type)) return path;
  const sharded = path.slice(entryFolder(site, entry.type).length + 1).includes("/");
  return entryPath({ site, type: schema, slug: entry.slug, sharded, id });
}

/** Returns the new id, or undefined if the target is not copied. */
type NewIdOf = (id: string) => string | undefined;

interface RewriteIds {
  readonly entry: NewIdOf;
  readonly media: NewIdOf;
  /** Called for each value and link whose target is not copied. */
  readonly onDropped: () => void;
}

/**
 * Replaces the ids in references, media, and links in text. If a target is not copied, its value is omitted, a link
 * becomes its text, and an image its alt text.
 */
function rewriteIds(
  values: EntryValues,
  { fields }: Pick<ContentType, "fields">,
  ids: RewriteIds,
): EntryValues {
  return mapValues(values, fields, (item, field) => rewriteItem(field, item, ids));
}

function rewriteItem(
  { type }: Field,
  value: SingleValue,
  ids: RewriteIds,
): SingleValue | undefined {
  if (type === "richtext") return typeof value === "string" ? rewriteText(value, ids) : value;
  if (type !== "reference" && type !== "media") return value;
  if (typeof value !== "object") return value;
  const id = (type === "media" ? ids.media : ids.entry)(value.id);
  if (id === undefined) {
    ids.onDropped();
    return undefined;
  }
  const moved: MediaValue = { ...value, id };
  return moved;
}

function rewriteText(markdown: string, ids: RewriteIds): string {
  let text = markdown;
  // From the end, so that earlier offsets stay valid.
  for (const link of findRichTextLinks(markdown).toReversed()) {
    const id = (link.kind === "media" ? ids.media : ids.entry)(link.id);
    if (id === undefined) {
      ids.onDropped();
      text = replaceWithText(text, link);
    } else {
      text = `${text.slice(0, link.start)}${link.kind}:${id}${link.fragment}${text.slice(link.end)}`;
    }
  }
  return text;
}

const BEFORE = /!?\[([^\][\n]*)\]\([ \t]*<?$/;
const AFTER = /^>?(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'))?[ \t]*\)/;

/** Replaces `[text](entry:…)` and `![text](media:…)` with their text. Other notations stay unchanged. */
function replaceWithText(text: string, { start, end }: RichTextLink): string {
  const before = BEFORE.exec(text.slice(Math.max(0, start - 2000), start));
  const after = AFTER.exec(text.slice(end));
  if (before === null || after === null) return text;
  const [whole, label = ""] = before;
  return `${text.slice(0, start - whole.length)}${label}${text.slice(end + after[0].length)}`;
}
