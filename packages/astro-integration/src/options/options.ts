import type { IdFrom } from "./entry-key.ts";
/** Published JSON files, read over HTTP (`url`) or from a folder (`folder`); exactly one of both. */
export interface FilesSource {
  readonly kind: "files";
  /** Address that holds `api/` and `media/`: `{public_storage_url}/{site_id}`. */
  readonly url?: string;
  /** The same layout as a folder; relative to the Astro project's root. */
  readonly folder?: string;
}

/** A git repository of a site on this machine, which is read without a git program. */
export interface GitSource {
  readonly kind: "git";
  /** Folder of a clone, or of a bare repository; relative to the Astro project's root. */
  readonly repo: string;
  /**
   * `published` is what is live. Any other branch is shown as if everything on it were published: `main`, or the
   * branch of a change request. A tag, a whole ref or a commit will do. @default "published"
   */
  readonly ref?: string;
  /** `{public_storage_url}/{site_id}`, where media are served. @default the root of the site: `/media/…` */
  readonly publicUrl?: string;
}

/** The read API of HQ; its keys come from the environment: `CMS_READ_KEY`, `CMS_DRAFT_KEY`. */
export interface ApiSource {
  readonly kind: "api";
  /** Address of HQ. */
  readonly baseUrl: string;
  readonly siteId: string;
  /** Whether drafts are shown, which takes `CMS_DRAFT_KEY`. Not for a build that is published. @default false */
  readonly drafts?: boolean;
}

export type LoamSource = FilesSource | GitSource | ApiSource;

export interface CollectionOptions {
  /** API ids to load; all that are published unless given. */
  readonly include?: readonly string[];
  /** API ids to leave out. */
  readonly exclude?: readonly string[];
  /** Put before every collection's name, so that it cannot meet another collection's. @default "" */
  readonly prefix?: string;
  /** What an entry's `id` in Astro is; `"path"`: its slug with its folders, as Astro calls files. @default "slug" */
  readonly idFrom?: IdFrom;
  /**
   * Whether Astro's `render(entry)` shows the first rich text field, made in each sync. `true`: by Loam, safe whoever
   * wrote it. `"astro"`: by the project's `markdown` settings, with its plugins and all HTML of the text. @default true
   */
  readonly render?: boolean | "astro";
}

/** An entry that a link leads to. */
export interface LinkedEntry {
  /** API id. */
  readonly type: string;
  readonly id: string;
  readonly slug: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly createdAt: string;
}

/** Patterns with `{slug}`, `{path}`, `{id}`, `{year}`, `{month}`, or `{day}` by API id, or a function; `undefined` leaves the link as it is. */
export type EntryRoutes =
  | Readonly<Record<string, string>>
  | ((entry: LinkedEntry) => string | undefined);
/** Previews of drafts on the site's own pages. */
interface PreviewOptions {
  /**
   * Files of pages that show a draft though they are built ahead, from the project's root. @default all pages in
   * `src/pages`, but for those that are rendered on demand anyway
   */
  readonly pages?: readonly string[];
}

/** Where HQ is, and which of its sites this one shows. */
export interface HqPlace {
  /** Address of HQ. */
  readonly baseUrl: string;
  readonly siteId: string;
}

/** Options of the integration, of `loam.config.*` and of `loamCollections()`. */
export interface LoamOptions {
  readonly source?: LoamSource;
  readonly collections?: CollectionOptions;
  /** Where HQ is, for live collections and previews. @default that of the source, where it is the read API */
  readonly hq?: HqPlace;
  /** Previews, where HQ is known and the site runs on a server or is developed. `false`: none. */
  readonly preview?: PreviewOptions | false;
  /**
   * Where entries stand on this site, for links of rich text and for previews: a pattern for each API id, `{ posts: "/blog/{slug}/" }`, or
   * a function. @default the routes of the site
   */
  readonly routes?: EntryRoutes;
  /** What a reference to an entry that is not in the published set does. @default "error" */
  readonly references?: "error" | "warn";
  /**
   * Whether a build renders only the pages of which something changed; for pages on `loam:content`.
   * @default false
   */
  readonly incremental?: boolean;
  /** Whether Astro's `<Image>` and `<Picture>` show images of the CMS from their ready-made files. @default true */
  readonly images?: boolean;
  /**
   * What a source does that cannot be read, or whose content the site cannot be built from. `fail`: the build ends with
   * the reason. `keep`: the last good content is shown, all of it, with a warning. @default "fail"
   */
  readonly onError?: "fail" | "keep";
}

/** What opens the read API; never in a file that is built or generated. */
export interface ApiKeys {
  readonly read?: string | undefined;
  readonly draft?: string | undefined;
  /** Signs the cookie of previews, and nothing else. */
  readonly preview?: string | undefined;
  /** Lets a preview, and whoever develops a site, hear of saves from HQ; without it HQ is asked every few seconds. */
  readonly token?: string | undefined;
}

/** Options with every default filled in. */
export interface ResolvedOptions {
  readonly keys: ApiKeys;
  readonly source: LoamSource;
  readonly hq: HqPlace | undefined;
  /** Folder that a relative `folder` starts from. */
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
  /** Whether content is looked for again while the process runs. */
  readonly watches: boolean;
}
