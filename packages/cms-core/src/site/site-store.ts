import { CmsError, isCmsError, type Issue, readOr } from "../base/errors.ts";
import { mediaPath, SITE_PATH } from "../content/site/layout.ts";
import { parseMediaFile } from "../content/site/media-file.ts";
import { printSiteFile } from "../content/site/site-file.ts";
import { damagedFile, eachFileThere } from "../git/repository/read-files.ts";
import { openRepository, type GitRepository } from "../git/repository/repository.ts";
import type { ContentType, SchemaVersion } from "../model/content-type.ts";
import type { Entry } from "../model/entry.ts";
import type { MediaRecord } from "../model/media.ts";
import type { SiteConfig } from "../model/site.ts";
import { upgradeEntry } from "../schema/upgrade-entry.ts";
import { checkNames } from "./push/check-names.ts";
import { type CheckedPush, checkPush, type PushedCommits } from "./push/check-push.ts";
import { type CompletePushed, completePushed } from "./push/complete-pushed.ts";
import {
  checkMerge,
  type MergeBranch,
  mergeBranch,
  type MergedBranch,
  type ReplaceMain,
  replaceMain,
  updateBranch,
  type UpdatedBranch,
} from "./push/merge-branch.ts";
import {
  type CheckedMerge,
  type MergeNote,
  mergePushed,
  type MergePushed,
} from "./push/stage-merge.ts";
import { MAIN } from "./read/branches.ts";
import { type EntryRef, parseEntryAt, type TypeState } from "./read/file-facts.ts";
import { loadSite, type RecallIds } from "./read/follow-site.ts";
import { requireKnownFormat, requireSiteFormat } from "./read/known-format.ts";
import { applyFiles, type AppliedFiles, type ApplyFiles } from "./save/apply-files.ts";
import { changeMany, type ChangedMany, type ChangeMany } from "./save/change-many.ts";
import { changeSettings, type ChangeSettings } from "./save/change-settings.ts";
import { deleteEntry, type DeleteOptions, deleteType } from "./save/delete-content.ts";
import { saveEntry } from "./save/save-entry.ts";
import {
  addMedia,
  editMedia,
  type MediaEdit,
  type MediaEditOptions,
  type MediaSaveOptions,
  removeMedia,
  type SavedMedia,
} from "./save/save-media.ts";
import { saveOrders, type OrderChange, type SavedOrders } from "./save/save-orders.ts";
import {
  readUpdatedAt,
  type SavedEntry,
  type SaveEntry,
  type SaveOptions,
  uniqueEntry,
} from "./save/save-rules.ts";
import { publishSchema, saveType, type SaveTypeOptions } from "./save/save-type.ts";
import { createSiteWriter, type Actor, type SiteWriter } from "./save/site-writer.ts";

/** A site's working content: an index of `main` in memory, with functions to read and change it. */
export interface SiteStore {
  readonly repository: GitRepository;
  /** The commit of `main` that the store shows. */
  readonly head: () => string;
  /** Updates the store to the tip of `main`. Call after a push. */
  readonly refresh: () => Promise<void>;
  /** Returns the content of `site.yml`; if it cannot be read, the newest valid version (see `problems`). */
  readonly site: () => SiteConfig;
  /** Object id of the `site.yml` in use. */
  readonly siteBlob: () => string;
  /** @throws CmsError `invalid_site` */
  readonly changeSettings: (settings: ChangeSettings) => Promise<AppliedFiles>;
  readonly types: () => TypeState[];
  readonly type: (apiId: string) => TypeState | undefined;
  /** Returns the entries of a type, in no particular order. */
  readonly entries: (apiId: string) => EntryRef[];
  /** Finds an entry by id, otherwise by slug. */
  readonly findEntry: (apiId: string, idOrSlug: string) => EntryRef | undefined;
  readonly entryById: (id: string) => EntryRef | undefined;
  /** Returns every file with this id. */
  readonly entriesWithId: (id: string) => readonly EntryRef[];
  /** Like `entriesWithId`, for changing the entry. @throws CmsError `conflict` if several files have the id */
  readonly uniqueEntry: (id: string) => EntryRef | undefined;
  /** @throws CmsError such as `invalid_entry` if its file cannot be read */
  readonly readEntry: (ref: EntryRef) => Promise<Entry>;
  /**
   * Reads the entry converted to the newest published schema (`upgradeEntry`), as the entry editor shows it and saves
   * start from it. Its file stays unchanged.
   *
   * @throws CmsError as `readEntry`
   */
  readonly readUpgraded: (ref: EntryRef) => Promise<Entry>;
  /** Reads entries in the given order, without unreadable ones, which `problems` lists. */
  readonly readEntries: (refs: readonly EntryRef[]) => Promise<Entry[]>;
  readonly mediaIds: () => string[];
  /** @throws CmsError `not_found`, `invalid_media_record` */
  readonly readMedia: (id: string) => Promise<MediaRecord>;
  /** Returns the blob of a media record's file, for use as the base of an edit. */
  readonly mediaBlob: (id: string) => string | undefined;
  /** Returns the path of a media record, or of a new one. */
  readonly mediaPath: (id: string) => string;
  /** @throws CmsError `id_taken`, `invalid_media_record` */
  readonly addMedia: (record: MediaRecord, options: SaveOptions) => Promise<SavedMedia>;
  /** @throws CmsError `not_found`, `stale`, `invalid` */
  readonly editMedia: (
    id: string,
    edit: MediaEdit,
    options: MediaEditOptions,
  ) => Promise<SavedMedia>;
  /**
   * Doesn't check whether it is in use: see `deleteMedia` in the publish folder. @throws CmsError `not_found`, `stale`
   */
  readonly removeMedia: (id: string, options: MediaSaveOptions) => Promise<string>;
  /** Returns all problems of the site's files with path and line, sorted by path. */
  readonly problems: () => Issue[];
  /** @throws CmsError `invalid_entry`, `slug_taken`, `id_taken`, `stale` … (see `saveEntry`) */
  readonly saveEntry: (input: SaveEntry, options: SaveOptions) => Promise<SavedEntry>;
  /** @throws CmsError `content_not_found`, `stale` */
  readonly deleteEntry: (id: string, options: DeleteOptions) => Promise<string>;
  /** Deletes, duplicates, or schedules entries in one commit; failures are reported per entry. */
  readonly changeMany: (asked: ChangeMany, options: SaveOptions) => Promise<ChangedMany>;
  /**
   * Writes new positions of a type's entries, in one commit.
   *
   * @throws CmsError `stale` if the position of one of them has changed
   */
  readonly saveOrders: (
    orders: { readonly type: string; readonly changes: readonly OrderChange[] },
    options: SaveOptions,
  ) => Promise<SavedOrders>;
  /** @throws CmsError `invalid_schema` */
  readonly saveType: (type: ContentType, options: SaveTypeOptions) => Promise<TypeState>;
  /** @throws CmsError `content_type_not_found`, `conflict` while it has entries, `stale` */
  readonly deleteType: (apiId: string, options: DeleteOptions) => Promise<AppliedFiles>;
  /** @throws CmsError `content_type_not_found`, `invalid_schema` */
  readonly publishSchema: (apiId: string, options: SaveOptions) => Promise<SchemaVersion>;
  /** @throws CmsError `invalid_path`, `id_taken`, `slug_taken`, `conflict` */
  readonly applyFiles: (
    files: ReadonlyMap<string, Uint8Array | null>,
    options: ApplyFiles,
  ) => Promise<AppliedFiles>;
  /** @throws CmsError `stale` if `main` isn't the commit that they are based on */
  readonly checkPush: (
    pushed: Pick<PushedCommits, "incoming" | "from" | "to">,
  ) => Promise<CheckedPush>;
  /** Merges pushed commits with the current tip of `main`; see `mergePushed`. @throws CmsError `conflict` */
  readonly mergePushed: (
    pushed: MergePushed,
    note: MergeNote,
  ) => Promise<{ readonly commit: string } | Pick<CheckedMerge, "conflicts">>;
  /** Runs work while no one else saves through this store. The work itself must not save through it. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  /** Checks what no branch may contain: names, modes, links, and attributes. */
  readonly checkTree: (pushed: {
    readonly incoming: GitRepository;
    /** The previous commit; absent if there was nothing before. */
    readonly from?: string;
    readonly to: string;
  }) => Promise<readonly Issue[]>;
  /** Adds what pushed files lack (`checkPush`), if anything, in separate commits in the name of the authors. */
  readonly completePushed: (options?: CompletePushed) => Promise<AppliedFiles>;
  /** Checks a merge of a branch into `main`. @throws CmsError `conflict` without a common commit */
  readonly checkMerge: (tip: string) => Promise<CheckedMerge>;
  /** @throws CmsError `conflict`, `invalid`; see `mergeBranch` */
  readonly mergeBranch: (tip: string, merge: MergeBranch) => Promise<MergedBranch>;
  /** Moves `main` to a commit that isn't a descendant. @throws CmsError `conflict`, `invalid`; see `replaceMain` */
  readonly replaceMain: (replacement: ReplaceMain) => Promise<MergedBranch>;
  /** Merges `main`, or another commit, into a branch. @throws CmsError `conflict`, `stale` */
  readonly updateBranch: (branch: UpdatedBranch, note: MergeNote) => Promise<string>;
  /** Returns when entries were last saved, by id. */
  readonly updatedAt: (refs: readonly EntryRef[]) => Promise<ReadonlyMap<string, string>>;
  readonly close: () => Promise<void>;
}

export interface OpenSiteOptions {
  /** A `site.yml` with another id isn't accepted. @default any id is accepted */
  readonly siteId?: string;
  /** @default the system clock */
  readonly now?: () => Date;
  /** The branch to read and write, as a full ref. @default main */
  readonly branch?: string;
  /** Returns known entry ids by the blobs of their files, for files lost in Git. */
  readonly recall?: RecallIds;
}

/**
 * Opens a site's repository at the tip of `main`. A second writer in this or another process loses nothing: Git's lock
 * of the ref decides the order, and the later save is repeated on the new tip.
 *
 * @throws CmsError `not_found`, `invalid_site`, `git_missing`
 */
export async function openSiteStore(
  gitDir: string,
  options: OpenSiteOptions = {},
): Promise<SiteStore> {
  const repository = await openRepository(gitDir);
  try {
    return await openSiteStoreOn(repository, options);
  } catch (error) {
    await repository.close();
    throw error;
  }
}

/**
 * Opens the site of a repository that is shared with others, such as the publisher. Closing either one closes the
 * repository.
 *
 * @throws CmsError `not_found`, `invalid_site`, `repository_format_unknown`
 */
export async function openSiteStoreOn(
  repository: GitRepository,
  { now = () => new Date(), siteId, branch = MAIN, recall }: OpenSiteOptions = {},
): Promise<SiteStore> {
  await requireKnownFormat(repository);
  const head = await repository.resolveRef(branch);
  if (head === undefined) {
    const name = branch.replace("refs/heads/", "");
    throw new CmsError(
      "not_found",
      `The repository at ${repository.gitDir} has no branch ${name}.`,
    );
  }
  await requireSiteFormat(repository, head);
  const index = await loadSite(repository, head, { siteId, recall });
  return makeStore(createSiteWriter({ repository, index, now, branch }));
}

/**
 * Creates a site as a bare repository with `site.yml` on `main`, and opens it.
 *
 * @throws CmsError `conflict` if the site already exists
 */
export async function createSite(
  gitDir: string,
  config: SiteConfig,
  { actor, now = () => new Date() }: OpenSiteOptions & { readonly actor: Actor },
): Promise<SiteStore> {
  const repository = await openRepository(gitDir, { create: true });
  try {
    const change = {
      files: new Map([[SITE_PATH, printSiteFile(config)]]),
      author: actor,
      when: now(),
      message: `Create site ${config.name}`,
      trailers: { "Loam-Site": config.id, "Loam-Action": "create-site" },
    };
    await repository.commit(MAIN, change, { expected: null });
  } catch (cause) {
    if (isCmsError(cause) && cause.code === "stale")
      throw new CmsError("conflict", `A site already exists at ${gitDir}.`, { cause });
    throw cause;
  } finally {
    await repository.close();
  }
  return openSiteStore(gitDir, { now });
}

function makeStore(writer: SiteWriter): SiteStore {
  const { repository, index } = writer;
  const claims = new Set<string>();
  return {
    repository,
    head: () => index().head,
    refresh: writer.refresh,
    site: () => index().site,
    siteBlob: () => index().siteBlob,
    changeSettings: async (settings) => changeSettings(writer, settings),
    types: () => index().types(),
    type: (apiId) => index().typeState(apiId),
    entries: (apiId) => index().entries(apiId),
    findEntry: (apiId, idOrSlug) => {
      const byId = index()
        .entriesWithId(idOrSlug)
        .find((ref) => ref.type === apiId);
      return byId ?? index().entryWithSlug(apiId, idOrSlug);
    },
    entryById: (id) => index().entriesWithId(id)[0],
    entriesWithId: (id) => index().entriesWithId(id),
    uniqueEntry: (id) => uniqueEntry(index(), id),
    readEntry: async (ref) => parse(writer, ref, await readRef(writer, ref)),
    readUpgraded: async (ref) =>
      upgradeToLatest(parse(writer, ref, await readRef(writer, ref)), index().typeState(ref.type)),
    readEntries: async (refs) => readEntries(writer, refs),
    mediaIds: () => index().mediaIds(),
    readMedia: async (id) => readMedia(writer, id),
    mediaBlob: (id) => index().media(id)?.blob,
    mediaPath: (id) => index().media(id)?.path ?? mediaPath(id),
    addMedia: async (record, options) => addMedia(writer, record, options),
    editMedia: async (id, edit, options) => editMedia(writer, id, { edit, options }),
    removeMedia: async (id, options) => removeMedia(writer, id, options),
    problems: () => index().problems(),
    saveEntry: async (input, options) => saveEntry(writer, claims, { input, options }),
    deleteEntry: async (id, options) => deleteEntry(writer, id, options),
    changeMany: async (asked, options) => changeMany(writer, asked, options),
    saveOrders: async (orders, options) => saveOrders(writer, orders, options),
    saveType: async (type, options) => saveType(writer, type, options),
    deleteType: async (apiId, options) => deleteType(writer, apiId, options),
    publishSchema: async (apiId, options) => publishSchema(writer, apiId, options),
    applyFiles: async (files, options) => applyFiles(writer, files, options),
    checkPush: async (pushed) =>
      checkPush(writer.index(), { ...pushed, repository, now: writer.now() }),
    mergePushed: async (pushed, note) => mergePushed(writer, pushed, note),
    alone: async (work) => writer.lock.exclusive(work),
    checkTree: async ({ incoming, ...commits }) =>
      checkNames(incoming, { from: undefined, ...commits }),
    completePushed: async (options) => completePushed(writer, options),
    checkMerge: async (tip) => checkMerge(writer, tip),
    mergeBranch: async (tip, merge) => mergeBranch(writer, tip, merge),
    replaceMain: async (replacement) => replaceMain(writer, replacement),
    updateBranch: async (branch, note) => updateBranch(writer, branch, note),
    updatedAt: async (refs) => readUpdatedAt(writer, refs),
    close: async () => repository.close(),
  };
}

function parse(writer: SiteWriter, ref: EntryRef, bytes: Uint8Array): Entry {
  return parseEntryAt(bytes, ref, writer.index().typeState(ref.type));
}

function upgradeToLatest(entry: Entry, state: TypeState | undefined): Entry {
  const from = state?.versions.get(entry.schema);
  const latest = state?.latest;
  return from === undefined || latest === undefined ? entry : upgradeEntry(entry, from, latest);
}

async function readEntries(writer: SiteWriter, refs: readonly EntryRef[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const [ref, bytes] of eachFileThere(writer.repository, refs, ({ blob }) => blob)) {
    if (bytes !== undefined) entries.push(...readOr(() => [parse(writer, ref, bytes)], []));
  }
  return entries;
}

/** @throws CmsError `repository_broken` if the repository has no intact copy of the file */
async function readRef(
  { repository }: SiteWriter,
  { path, blob }: Pick<EntryRef, "path" | "blob">,
): Promise<Uint8Array> {
  for await (const [, bytes] of eachFileThere(repository, [blob], (oid) => oid)) {
    if (bytes !== undefined) return bytes;
  }
  throw damagedFile(path, blob);
}

async function readMedia(writer: SiteWriter, id: string): Promise<MediaRecord> {
  const ref = writer.index().media(id);
  if (ref === undefined) throw new CmsError("not_found", `There is no media record ${id}.`);
  return parseMediaFile(await readRef(writer, ref), ref.path);
}
