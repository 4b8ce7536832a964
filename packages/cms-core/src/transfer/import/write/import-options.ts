import { type MediaIntake, openMediaIntake } from "../../../media/intake/media-intake.ts";
import type { MediaStorage } from "../../../media/storage/media-storage.ts";
import type { SvgRule } from "../../../model/site.ts";
import type { Actor } from "../../../site/save/site-writer.ts";
import type { SiteStore } from "../../../site/site-store.ts";
import type { ImportMap } from "../infer/parse-map.ts";

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
