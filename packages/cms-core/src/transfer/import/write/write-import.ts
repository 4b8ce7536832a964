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
  /** Where binaries go; through `intake` where the program has one open. */
  readonly storage: MediaStorage;
  /** @default one of its own, as long as the import runs */
  readonly intake?: MediaIntake;
  readonly actor: Actor;
  readonly map?: ImportMap;
  /** Only says what would be done: nothing is written to the site or to media storage. @default false */
  readonly dryRun?: boolean;
  /** Publishes what is no draft, with its original date. @default false */
  readonly publish?: boolean;
  /**
   * Where links to entries of a type are to lead, by API id: `/blog/{slug}`; null as it goes without saying.
   * @default as on the old site
   */
  readonly routes?: Readonly<Record<string, string | null>>;
  /** What becomes of SVG files, from now on; written to `site.yml`. @default as the site does */
  readonly svg?: SvgRule | undefined;
  /** Ids of entries that stay drafts all the same. @default none */
  readonly drafts?: ReadonlySet<string>;
  /** Folder with the binaries of a site repository's media. @default `media/files` in the folder */
  readonly mediaFolder?: string;
  /** Ends the import: what is not committed by then is left out, but for binaries that are stored. */
  readonly signal?: AbortSignal | undefined;
  /** @default the system's clock */
  readonly now?: () => Date;
}

/** Runs with the gate to media storage that the import was given, or with one of its own. */
export async function withIntake<T>(
  { intake, storage }: Pick<ImportOptions, "intake" | "storage">,
  work: (intake: MediaIntake) => Promise<T>,
): Promise<T> {
  if (intake !== undefined) return work(intake);
  await using own = await openMediaIntake({ storage });
  // Not before the work is done is it closed.
  return await work(own);
}

interface ToWrite {
  /** Bytes by path; null removes the file. */
  readonly files: ReadonlyMap<string, Uint8Array | null>;
  readonly message: string;
  /** The commit that they were made from. */
  readonly since: string;
  /** Whether the entries among them were validated. @default false */
  readonly checked?: boolean;
  /** What is to be published where publishing is asked for. */
  readonly entries: readonly EntryToPublish[];
  /** Ids of entries that their source keeps off its site, and no schedule does here. */
  readonly held: readonly string[];
}

/**
 * Brings an import into the site, in one commit, and publishes it: what its report says of both. What the source keeps off its
 * site is noted as taken off this one, so that a publish of everything leaves it out.
 */
export async function writeImport(
  { files, message, since, checked = false, entries, held }: ToWrite,
  { publish = false, ...options }: ImportOptions,
): Promise<Pick<ImportReport, "commit" | "published">> {
  const { store, actor, signal, now = () => new Date() } = options;
  signal?.throwIfAborted();
  const trailers = { "Loam-Action": "import" };
  const change = { actor, message, trailers, checked, since };
  const applied = files.size === 0 ? undefined : await store.applyFiles(files, change);
  const refs = held.map((id) => store.entryById(id)).filter((ref) => ref !== undefined);
  await holdEntries(store, refs, { actor, now });
  const published = publish ? await publishImported(entries, options) : undefined;
  return {
    ...(applied?.changed === true && { commit: applied.commit }),
    ...(published && { published }),
  };
}

/**
 * Publishes imported entries in one commit. Those that the checks refuse are named and left out; the
 * rest is published without them, links that lead nowhere included.
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
