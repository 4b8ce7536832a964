import type { Issue } from "../../../base/errors.ts";
import type { FieldType } from "../../../model/content-type.ts";

/** Kinds of notices: accepted by the import, but worth knowing. */
export const NOTICE_KINDS = [
  "kept_as_text",
  "reference_inferred",
  "external_media",
  "link_unresolved",
  "link_guessed",
  "link_to_code",
  "address_changed",
  "media_refused",
  "media_merged",
  "embed_became_link",
  "slug_changed",
  "fault_mended",
  "held_back",
  "comment_left_out",
  "data_not_run",
  "config_unread",
  "title_from_name",
  "date_from_git",
  "no_date",
  "value_moved",
  "key_unused",
  "type_kept",
] as const;

export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Why a file or folder is skipped. */
export const SKIP_REASONS = {
  hidden: "Names that start with a dot are skipped.",
  packages: "Folders of packages and built files are skipped.",
  unreadable: "The folder can't be read. Check its permissions.",
  symlink: "Symbolic links are never followed.",
  special: "It is neither a file nor a folder.",
  project: "The file describes the project and isn't content.",
  generator: "The folder contains files of the site generator: templates, styles, built files.",
  outside: "The file is outside the content folder.",
  map: "The map skips this collection.",
  parser: "The project reads the entries in this file with its own code, which is never run.",
  markup: "The file uses another markup. Only Markdown is supported.",
  unused: "The file isn't Markdown, and no content links to it.",
  no_site_file: "The file doesn't belong in a site repository.",
} as const;

export type SkipReason = keyof typeof SKIP_REASONS;

/** Location of a notice. */
export interface NoticePlace {
  /** Path of the file in the report's folder. */
  readonly path?: string;
  readonly line?: number;
  /** Collection and front matter key: `posts.cover`. */
  readonly field?: string;
  /** Subject: the URL as written, or the name before and after. */
  readonly about?: string;
}

/** A single notice from a step of an import. */
export interface Notice extends NoticePlace {
  readonly kind: NoticeKind;
  /** The same message for the same cause. Details are in the place. */
  readonly message: string;
}

/** A message with all its places. */
export interface ImportNotice {
  readonly kind: NoticeKind;
  readonly message: string;
  readonly places: readonly NoticePlace[];
}

/** Files and folders that were skipped for the same reason. */
export interface SkippedFiles {
  readonly reason: SkipReason;
  readonly message: string;
  /** Number of files. A folder that wasn't scanned counts as one. */
  readonly count: number;
  /** A folder ends with a slash and stands for all its files if they were all skipped for this reason. */
  readonly places: readonly { readonly path: string; readonly count: number }[];
}

export interface ImportedField {
  /** Key in the source's front matter. Dots separate nested keys. */
  readonly key: string;
  readonly apiId: string;
  readonly type: FieldType;
  readonly multiple: boolean;
  /** Content types that a reference can point to. */
  readonly to?: readonly string[];
  /** Number of files with a value. */
  readonly values: number;
}

export interface ImportedCollection {
  /** Name of the collection in the folder. */
  readonly name: string;
  /** API ID of its content type. */
  readonly apiId: string;
  readonly kind: "list" | "object";
  readonly entries: number;
  readonly drafts: number;
  readonly fields: readonly ImportedField[];
  /** Whether the content type was created, changed, or unchanged. */
  readonly type: "created" | "changed" | "unchanged";
}

export interface ImportedRoute {
  readonly apiId: string;
  /** Pattern in `site.yml`: `/blog/{slug}`. */
  readonly route: string;
  /** Source of the route: the site, a request, the folder's framework, or the default. */
  readonly from: "site" | "given" | "framework" | "default";
  /** Number of entries with a separate URL path, because the route cannot produce theirs. */
  readonly apart: number;
}

/** A component used in files. Its text is kept unchanged, and a site that has the component shows it. */
export interface ImportedComponent {
  readonly name: string;
  readonly files: number;
}

export interface ImportedEntry {
  /** Path of the file in the import folder. */
  readonly path: string;
  readonly type: string;
  readonly id: string;
  readonly slug: string;
  readonly draft: boolean;
  readonly change: "created" | "changed" | "unchanged";
  /** URL path of its page on the old site, if certain. */
  readonly was?: string;
}

/** Result of an import or dry run, as printed by `hq import --json`. */
export interface ImportReport {
  /** Folder of the site: the given folder, or one below it. */
  readonly folder: string;
  /** Generator of the folder; `loam` for the files of a site repository. */
  readonly layout: string;
  readonly dryRun: boolean;
  readonly collections: readonly ImportedCollection[];
  readonly entries: readonly ImportedEntry[];
  /** Media files used by the content. */
  readonly media: { readonly total: number; readonly added: number };
  /** Links in bodies that lead into the folder or its site, and how many of them were resolved. */
  readonly links: { readonly internal: number; readonly resolved: number };
  /** URL path of each content type, with its source. */
  readonly routes: readonly ImportedRoute[];
  /** Components in MDX, most used first. */
  readonly components: readonly ImportedComponent[];
  readonly notices: readonly ImportNotice[];
  /** Files that aren't content. Together with `entries`, `media`, and `failed`, they are the whole folder. */
  readonly skipped: readonly SkippedFiles[];
  /** Files that were not imported, each with its reason. */
  readonly failed: readonly Issue[];
  /** Absent if nothing changed. */
  readonly commit?: string;
  readonly published?: {
    readonly count: number;
    readonly commit?: string;
    readonly refused: readonly Issue[];
    /** Broken references and links in published entries. */
    readonly warnings: readonly Issue[];
  };
}

/**
 * Groups skipped files by reason. A folder replaces its files if all were skipped.
 *
 * @param skipReasons reasons by path; a folder that wasn't scanned ends with a slash
 * @param handled paths of files that are entries, media, or failures
 */
export function groupSkipped(
  {
    files,
    skipReasons: unread,
  }: {
    readonly files: ReadonlyMap<string, string>;
    readonly skipReasons: ReadonlyMap<string, SkipReason>;
  },
  skipReasons: ReadonlyMap<string, SkipReason>,
  handled: ReadonlySet<string>,
): SkippedFiles[] {
  const left = [...files.keys()].filter((path) => !handled.has(path));
  const reasons = new Map([
    ...unread,
    ...left.map((path): [string, SkipReason] => [path, skipReasons.get(path) ?? "unused"]),
  ]);
  const whole = wholeFolders(new Map([...files.keys()].map((path) => [path, reasons.get(path)])));
  const groups = Map.groupBy(reasons, ([, reason]) => reason);
  return [...groups]
    .map(([reason, members]): SkippedFiles => {
      const places = Map.groupBy(members, ([path]) => folderOf(path, whole) ?? path);
      return {
        reason,
        message: SKIP_REASONS[reason],
        count: members.length,
        places: [...places].map(([path, { length: count }]) => ({ path, count })),
      };
    })
    .toSorted((a, b) => b.count - a.count);
}

/** Returns the folders in which all files have the same reason, each with a trailing slash. */
function wholeFolders(reasons: ReadonlyMap<string, SkipReason | undefined>): Set<string> {
  const folders = new Map<string, SkipReason | undefined>();
  for (const [path, reason] of reasons) {
    for (const folder of foldersOf(path)) {
      const isSame = !folders.has(folder) || folders.get(folder) === reason;
      folders.set(folder, isSame ? reason : undefined);
    }
  }
  return new Set([...folders].filter(([, reason]) => reason !== undefined).map(([path]) => path));
}

function folderOf(path: string, whole: ReadonlySet<string>): string | undefined {
  return foldersOf(path).find((folder) => whole.has(folder));
}

/** Returns the parent folders of a path, outermost first, without those above the site in its project. */
function foldersOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  const folders = parts.map((_, index) => `${parts.slice(0, index + 1).join("/")}/`);
  return folders.slice(parts.filter((part) => part === "..").length);
}
