import type { Issue } from "../../../base/errors.ts";
import { type MediaIntake, openMediaIntake } from "../../../media/intake/media-intake.ts";
import type { MediaStorage } from "../../../media/storage/media-storage.ts";
import type { SvgRule } from "../../../model/site.ts";
import { checkPublish } from "../../../publish/act/check-publish.ts";
import { holdEntries } from "../../../publish/act/hold-entries.ts";
import { type EntryToPublish, publishEntries } from "../../../publish/act/publish-entries.ts";
import type { Actor } from "../../../site/save/site-writer.ts";
import type { SiteStore } from "../../../site/site-store.ts";
import type { ImportMap } from "../infer/parse-map.ts";
import type { ImportReport } from "../source/report.ts";

export interface ImportOptions {
  readonly store: SiteStore;
  /** Destination of the binaries, written through `intake` if the caller has one open. */
  readonly storage: MediaStorage;
  /** @default a separate one for the duration of the import */
  readonly intake?: MediaIntake;
  readonly actor: Actor;
  readonly map?: ImportMap;
  /** Reports what would be imported. Writes neither to the site nor to media storage. @default false */
  readonly dryRun?: boolean;
  /** Publishes everything except drafts, with its original date. @default false */
  readonly publish?: boolean;
  /**
   * URL paths of content types by API ID: `/blog/{slug}`; null for the default.
   * @default those of the old site
   */
  readonly routes?: Readonly<Record<string, string | null>>;
  /** New rule for SVG files, written to `site.yml`. @default the site's rule */
  readonly svg?: SvgRule | undefined;
  /** Ids of entries that stay drafts. @default none */
  readonly drafts?: ReadonlySet<string>;
  /** Folder with the binaries of a site repository's media. @default `media/files` in the folder */
  readonly mediaFolder?: string;
  /** Aborts the import. Uncommitted changes are discarded, except for stored binaries. */
  readonly signal?: AbortSignal | undefined;
  /** @default the system's clock */
  readonly now?: () => Date;
}

/** Runs with the import's media intake, or with a temporary one. */
export async function withIntake<T>(
  { intake, storage }: Pick<ImportOptions, "intake" | "storage">,
  work: (intake: MediaIntake) => Promise<T>,
): Promise<T> {
  if (intake !== undefined) return work(intake);
  await using own = await openMediaIntake({ storage });
  // Close it only after the work is done.
  return await work(own);
}

interface WriteRequest {
  /** Bytes by path; null removes the file. */
  readonly files: ReadonlyMap<string, Uint8Array | null>;
  readonly message: string;
  /** Commit that the files are based on. */
  readonly since: string;
  /** Whether entries were already validated. @default false */
  readonly checked?: boolean;
  /** Entries to publish if requested. */
  readonly entries: readonly EntryToPublish[];
  /** Ids of entries that the source hides and no schedule here does. */
  readonly heldBack: readonly string[];
}

/**
 * Commits an import to the site and publishes it. Returns the parts of the report about both. Entries hidden in the
 * source are marked as unpublished, so that publishing everything leaves them out.
 */
export async function writeImport(
  { files, message, since, checked = false, entries, heldBack }: WriteRequest,
  { publish = false, ...options }: ImportOptions,
): Promise<Pick<ImportReport, "commit" | "published">> {
  const { store, actor, signal, now = () => new Date() } = options;
  signal?.throwIfAborted();
  const trailers = { "Loam-Action": "import" };
  const change = { actor, message, trailers, checked, since };
  const applied = files.size === 0 ? undefined : await store.applyFiles(files, change);
  const refs = heldBack.map((id) => store.entryById(id)).filter((ref) => ref !== undefined);
  await holdEntries(store, refs, { actor, now });
  const published = publish ? await publishImported(entries, options) : undefined;
  return {
    ...(applied?.changed === true && { commit: applied.commit }),
    ...(published && { published }),
  };
}

/**
 * Publishes imported entries in one commit. Entries that fail the checks are reported, and the rest is published
 * without them, including links to them.
 */
async function publishImported(
  entries: readonly EntryToPublish[],
  { store, actor, storage: media, now = () => new Date() }: ImportOptions,
): Promise<NonNullable<ImportReport["published"]>> {
  const { issues } = await checkPublish(
    store,
    entries.map(({ id }) => id),
    { media },
  );
  const good = entries.filter(({ id }) => (issues.get(id) ?? []).length === 0);
  const refused: Issue[] = [...issues.values()].flat();
  if (good.length === 0) return { count: 0, refused, warnings: [] };
  const before = await store.repository.resolveRef("refs/heads/published");
  const options = { entries: good, actor, media, now };
  const { commit, records, warnings } = await publishEntries(store, options);
  return {
    count: records.length,
    refused,
    warnings: [...warnings.values()].flat(),
    ...(commit === undefined || commit === before ? {} : { commit }),
  };
}
