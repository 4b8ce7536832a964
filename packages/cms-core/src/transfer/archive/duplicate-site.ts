import { CmsError, type Issue } from "../../base/errors.ts";
import { newId } from "../../base/ids.ts";
import { entryTitle } from "../../content/entry/entry-title.ts";
import { printEntryFile } from "../../content/entry/print-entry.ts";
import {
  classifyPath,
  entryFolder,
  entryPath,
  mediaPath,
  SITE_PATH,
} from "../../content/site/layout.ts";
import { printMediaFile } from "../../content/site/media-file.ts";
import { printSiteFile } from "../../content/site/site-file.ts";
import { openRepository, type GitRepository } from "../../git/repository/repository.ts";
import type { Entry } from "../../model/entry.ts";
import { MAIN } from "../../site/read/branches.ts";
import { readEntryFacts, type ReadEntry } from "../../site/read/file-facts.ts";
import type { Actor } from "../../site/save/site-writer.ts";
import { readFiles } from "./open-archive.ts";
import { readCommits, readSnapshot, type SiteSnapshot } from "./read-snapshot.ts";
import { rewriteIds } from "./rewrite-ids.ts";

export interface DuplicateOptions {
  /** Where the new repository is to be; nothing stands there yet. */
  readonly gitDir: string;
  readonly name: string;
  /** Whether entries are copied, as drafts. */
  readonly entries: boolean;
  /** Whether media records are copied; their binaries are shared. */
  readonly media: boolean;
  readonly actor: Actor;
  /** Of the new site. @default a new one */
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
  /** Values and links whose target was not copied. */
  readonly droppedLinks: number;
  /** Entries whose files cannot be read, and so were not copied. */
  readonly leftOut: readonly Issue[];
}

/**
 * Makes a site with the same content types, versions and API ids as another one has, in one commit. Entries
 * get new ids, are drafts and have no schedule; what points to an entry or a media record points to its copy.
 * The history, what is live, keys and webhooks are not copied. Both sites must have the same media storage.
 *
 * @throws CmsError `conflict` when there is a site at `gitDir`, `invalid_site` for its name
 */
export async function duplicateSite(
  source: GitRepository,
  options: DuplicateOptions,
): Promise<DuplicateReport> {
  const { gitDir, name, actor, id = newId("site"), now = () => new Date() } = options;
  const snapshot = await readSnapshot(source, await readCommits(source));
  const copy = new SiteCopy(source, snapshot);
  await copy.addSchemas();
  await copy.addSite({ id, name });
  if (options.media) await copy.addMedia();
  if (options.entries) await copy.addEntries();
  const repository = await openRepository(gitDir, { create: true });
  try {
    if ((await repository.resolveRef(MAIN)) !== undefined) {
      throw new CmsError("conflict", `There is a site at ${gitDir} already.`);
    }
    const change = {
      files: copy.files,
      author: actor,
      when: now(),
      message: `Duplicate ${snapshot.site.name} as ${name}`,
      trailers: { "Loam-Site": id, "Loam-Action": "duplicate" },
    };
    const { commit } = await repository.commit(MAIN, change, { expected: null });
    return { site: { id, name }, commit, types: snapshot.types.size, ...copy.report() };
  } finally {
    await repository.close();
  }
}

/** The files of a new site, as they are collected. */
class SiteCopy {
  readonly files = new Map<string, Uint8Array>();
  readonly #source: GitRepository;
  readonly #snapshot: SiteSnapshot;
  readonly #mediaIds = new Map<string, string>();
  readonly #entryIds = new Map<string, string>();
  /** By new id. */
  readonly #titles = new Map<string, string>();
  readonly #leftOut: Issue[] = [];
  #entries = 0;
  #droppedLinks = 0;

  constructor(source: GitRepository, snapshot: SiteSnapshot) {
    this.#source = source;
    this.#snapshot = snapshot;
  }

  report(): Pick<DuplicateReport, "entries" | "media" | "droppedLinks" | "leftOut"> {
    return {
      entries: this.#entries,
      media: this.#mediaIds.size,
      droppedLinks: this.#droppedLinks,
      leftOut: this.#leftOut,
    };
  }

  async addSchemas(): Promise<void> {
    const { files, site } = this.#snapshot;
    const wanted = files.filter(({ path }) =>
      ["type", "version"].includes(classifyPath(path, site).kind),
    );
    for await (const { item, bytes } of readFiles(this.#source, wanted, ({ oid }) => oid)) {
      this.files.set(item.path, bytes);
    }
  }

  async addSite(as: DuplicateReport["site"]): Promise<void> {
    const { commits, site } = this.#snapshot;
    const before = await this.#source.readPath(commits.main, SITE_PATH);
    this.files.set(SITE_PATH, printSiteFile({ ...site, ...as }, before?.bytes));
  }

  async addMedia(): Promise<void> {
    for (const record of this.#snapshot.media) {
      const id = newId("media");
      this.#mediaIds.set(record.id, id);
      this.files.set(mediaPath(id), printMediaFile({ ...record, id }));
    }
  }

  /** All ids first, since entries point to each other. */
  async addEntries(): Promise<void> {
    for await (const { read, path } of this.#readEntries()) {
      const { entry, schema } = read;
      if (entry === undefined || schema === undefined) {
        const [first] = read.issues;
        this.#leftOut.push(
          first ?? { code: "invalid_entry", message: `${path} cannot be read.`, path },
        );
      } else if (this.#entryIds.has(entry.id)) {
        this.#leftOut.push({
          code: "id_taken",
          message: `${path} has the id of another entry.`,
          path,
        });
      } else {
        const id = newId("entry");
        this.#entryIds.set(entry.id, id);
        this.#titles.set(id, entryTitle(entry, schema));
      }
    }
    const done = new Set<string>();
    for await (const { read, path, bytes } of this.#readEntries()) {
      const id = read.entry === undefined ? undefined : this.#entryIds.get(read.entry.id);
      if (id === undefined || done.has(id)) continue;
      done.add(id);
      this.#addEntry(id, { read, path, bytes });
    }
    this.#entries = done.size;
  }

  async *#readEntries(): AsyncGenerator<ReadFile> {
    const { entries, types } = this.#snapshot;
    for await (const { item, bytes } of readFiles(this.#source, entries, ({ oid }) => oid)) {
      const { path, identity } = item;
      const read = readEntryFacts({ path, bytes }, identity, types.get(identity.apiId));
      yield { path, bytes, read };
    }
  }

  #addEntry(id: string, { read: { entry, schema }, path, bytes }: ReadFile): void {
    if (entry === undefined || schema === undefined) return;
    const values = rewriteIds(entry.values, schema, {
      entry: (one) => this.#entryIds.get(one),
      media: (one) => this.#mediaIds.get(one),
      onDropped: () => (this.#droppedLinks += 1),
    });
    const { publishAt: _publishAt, unpublishAt: _unpublishAt, ...rest } = entry;
    const copy: Entry = { ...rest, id, values };
    const { site } = this.#snapshot;
    const sharded = path.slice(entryFolder(site, entry.type).length + 1).includes("/");
    const at = entryPath({ site, type: schema, slug: entry.slug, sharded, id });
    const titleOf = (one: string): string | undefined => this.#titles.get(one);
    this.files.set(at, printEntryFile(copy, schema, { previous: bytes, titleOf }));
  }
}

interface ReadFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly read: ReadEntry;
}
