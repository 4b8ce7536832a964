import type { IdFrom } from "./entry-key.ts";
/** Published JSON files, read over HTTP (`url`) or from a folder (`folder`). Exactly one of them is required. */
export interface FilesSource {
  readonly kind: "files";
  /** URL that contains `api/` and `media/`: `{public_storage_url}/{site_id}`. */
  readonly url?: string;
  /** Folder with the same layout, relative to the Astro project's root. */
  readonly folder?: string;
}

/** A site's Git repository on this machine, read without the Git command. */
export interface GitSource {
  readonly kind: "git";
  /** Folder of a clone or bare repository, relative to the Astro project's root. */
  readonly repo: string;
  /**
   * `published` is the live site. Any other branch is shown as if everything on it were published: `main`, or the
   * branch of a change request. Can also be a tag, a full ref, or a commit. @default "published"
   */
  readonly ref?: string;
  /** `{public_storage_url}/{site_id}`, where media are served. @default the root of the site: `/media/…` */
  readonly publicUrl?: string;
}

/** The read API of HQ. Its keys come from the environment: `CMS_READ_KEY`, `CMS_DRAFT_KEY`. */
export interface ApiSource {
  readonly kind: "api";
  /** URL of HQ. */
  readonly baseUrl: string;
  readonly siteId: string;
  /** Whether drafts are shown, which requires `CMS_DRAFT_KEY`. Not for production builds. @default false */
  readonly drafts?: boolean;
}

export type LoamSource = FilesSource | GitSource | ApiSource;

export interface CollectionOptions {
  /** API IDs of types to load. @default all published types */
  readonly include?: readonly string[];
  /** API IDs of types to exclude. */
  readonly exclude?: readonly string[];
  /** Prefix of every collection's name, to avoid conflicts with other collections. @default "" */
  readonly prefix?: string;
  /** Source of an entry's `id` in Astro. `"path"`: its slug with folders, like Astro's ids of files. @default "slug" */
  readonly idFrom?: IdFrom;
  /**
   * Whether Astro's `render(entry)` shows the first rich text field, rendered in each sync. `true`: by Loam, safe for
   * any author. `"astro"`: with the project's `markdown` settings, including its plugins and all HTML in the text.
   * @default true
   */
  readonly render?: boolean | "astro";
}

/** The target entry of a link. */
export interface LinkedEntry {
  /** API ID of its type. */
  readonly type: string;
  readonly id: string;
  readonly slug: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly createdAt: string;
}

/**
 * Patterns with `{slug}`, `{path}`, `{id}`, `{year}`, `{month}`, or `{day}` by API ID, or a function. With `undefined`,
 * the link stays unchanged.
 */
export type EntryRoutes =
  | Readonly<Record<string, string>>
  | ((entry: LinkedEntry) => string | undefined);
/** Options for previews of drafts on the site's own pages. */
interface PreviewOptions {
  /**
   * Prerendered pages that can show drafts, relative to the project's root. @default all pages in `src/pages` except
   * those rendered on demand
   */
  readonly pages?: readonly string[];
}

/** URL of HQ, and the site in it. */
export interface HqPlace {
  /** URL of HQ. */
  readonly baseUrl: string;
  readonly siteId: string;
}

/** Options of the integration, of `loam.config.*`, and of `loamCollections()`. */
export interface LoamOptions {
  readonly source?: LoamSource;
  readonly collections?: CollectionOptions;
  /** HQ for live collections and previews. @default that of the source, if it is the read API */
  readonly hq?: HqPlace;
  /** Previews, if HQ is configured and the site runs on a server or in development. `false` turns them off. */
  readonly preview?: PreviewOptions | false;
  /**
   * URL paths of entries on this site, for links in rich text and for previews: a pattern for each API ID,
   * `{ posts: "/blog/{slug}/" }`, or a function. @default the routes of the site
   */
  readonly routes?: EntryRoutes;
  /** How to handle references to entries that aren't published. @default "error" */
  readonly references?: "error" | "warn";
  /**
   * Whether a build renders only pages with changes. For pages that use `loam:content`.
   * @default false
   */
  readonly incremental?: boolean;
  /** Whether Astro's `<Image>` and `<Picture>` use the existing variants of CMS images. @default true */
  readonly images?: boolean;
  /**
   * How to handle a source that cannot be read, or whose content is invalid. `fail`: the build fails with the reason.
   * `keep`: the complete last good content is used, with a warning. @default "fail"
   */
  readonly onError?: "fail" | "keep";
}

/** Credentials for the read API. They are never written to built or generated files. */
export interface ApiKeys {
  readonly read?: string | undefined;
  readonly draft?: string | undefined;
  /** Signs the cookie of previews, and nothing else. */
  readonly preview?: string | undefined;
  /** Lets previews and the dev server receive save events from HQ. Without it, HQ is polled every few seconds. */
  readonly token?: string | undefined;
}

/** Options with all defaults applied. */
export interface ResolvedOptions {
  readonly keys: ApiKeys;
  readonly source: LoamSource;
  readonly hq: HqPlace | undefined;
  /** Base of a relative `folder`. */
  readonly root: string;
  readonly include: ReadonlySet<string> | undefined;
  readonly exclude: ReadonlySet<string>;
  readonly prefix: string;
  readonly idFrom: IdFrom;
  readonly render: boolean | "astro";
  readonly references: "error" | "warn";
  readonly routes: EntryRoutes | undefined;
  readonly onError: "fail" | "keep";
  /** Astro's `cacheDir`. */
  readonly cacheFolder: string;
  /** Whether the process checks for new content. */
  readonly watches: boolean;
}
