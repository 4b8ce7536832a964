/** Published JSON files, read over HTTP (`url`) or from a folder (`folder`); exactly one of both. */
export interface FilesSource {
  readonly kind: "files";
  /** Address that holds `api/` and `media/`: `{public_storage_url}/{site_id}`. */
  readonly url?: string;
  /** The same layout as a folder; relative to the Astro project's root. */
  readonly folder?: string;
}

export interface CollectionOptions {
  /** API ids to load; all that are published unless given. */
  readonly include?: readonly string[];
  /** API ids to leave out. */
  readonly exclude?: readonly string[];
  /** Put before every collection's name, so that it cannot meet another collection's. @default "" */
  readonly prefix?: string;
  /** What an entry's `id` in Astro is. @default "slug" */
  readonly idFrom?: "slug" | "id";
  /** Whether Astro's `render(entry)` shows the first rich text field, made in each sync. @default true */
  readonly render?: boolean;
}

/** Options of the integration, of `loam.config.*` and of `loamCollections()`. */
export interface LoamOptions {
  readonly source?: FilesSource;
  readonly collections?: CollectionOptions;
  /** What a reference to an entry that is not in the published set does. @default "error" */
  readonly references?: "error" | "warn";
}

/** Options with every default filled in. */
export interface ResolvedOptions {
  readonly source: FilesSource;
  /** Folder that a relative `folder` starts from. */
  readonly root: string;
  readonly include: ReadonlySet<string> | undefined;
  readonly exclude: ReadonlySet<string>;
  readonly prefix: string;
  readonly idFrom: "slug" | "id";
  readonly render: boolean;
  readonly references: "error" | "warn";
}
