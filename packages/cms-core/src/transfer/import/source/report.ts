import type { Issue } from "../../../base/errors.ts";
import type { FieldType } from "../../../model/content-type.ts";

/** What an import does not refuse but a person should know. */
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

/** Why a file or folder is not taken. */
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
  markup: "The file uses another markup. Only Markdown is supported.",
  unused: "The file isn't Markdown, and no content links to it.",
  no_site_file: "The file doesn't belong in a site repository.",
} as const;

export type SkipReason = keyof typeof SKIP_REASONS;

/** Where something was noticed. */
export interface NoticePlace {
  /** Path of the file in the folder that the report names. */
  readonly path?: string;
  readonly line?: number;
  /** Collection and key in its front matter: `posts.cover`. */
  readonly field?: string;
  /** What it is about: the address as written, the name before and after. */
  readonly about?: string;
}

/** One thing that was noticed, as the steps of an import tell it. */
export interface Notice extends NoticePlace {
  readonly kind: NoticeKind;
  /** The same sentence wherever the same is true; what differs is in the place. */
  readonly message: string;
}

/** A sentence, and every place that it is true of. */
export interface ImportNotice {
  readonly kind: NoticeKind;
  readonly message: string;
  readonly places: readonly NoticePlace[];
}

/** Files and folders that were not taken for one reason. */
export interface SkippedFiles {
  readonly reason: SkipReason;
  readonly message: string;
  /** How many; a folder that was not looked into is one. */
  readonly count: number;
  /** A folder ends with a slash and stands for all its files, when all of them were left for this reason. */
  readonly places: readonly { readonly path: string; readonly count: number }[];
}

export interface ImportedField {
  /** Key in the source's front matter; dots lead into nested values. */
  readonly key: string;
  readonly apiId: string;
  readonly type: FieldType;
  readonly multiple: boolean;
  /** Content types that a reference may point to. */
  readonly to?: readonly string[];
  /** Number of files that have a value. */
  readonly values: number;
}

export interface ImportedCollection {
  /** Name of the collection in the folder. */
  readonly name: string;
  /** API id of its content type. */
  readonly apiId: string;
  readonly kind: "list" | "object";
  readonly entries: number;
  readonly drafts: number;
  readonly fields: readonly ImportedField[];
  /** Whether the content type is new on the site, changed or as it was. */
  readonly type: "created" | "changed" | "unchanged";
}

export interface ImportedRoute {
  readonly apiId: string;
  /** As in `site.yml`: `/blog/{slug}`. */
  readonly route: string;
  /** What the site had, what was asked for, what the folder's framework does, or what goes without saying. */
  readonly from: "site" | "given" | "framework" | "default";
  /** Entries whose address this route cannot make, and which have a route of their own. */
  readonly apart: number;
}

/** A component that files use; their text is kept as it is, and shown by a site that has it. */
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
  /** Address of its page on the old site, where that is sure. */
  readonly was?: string;
}

/** Everything that one import did, or would do: what `hq import --json` prints. */
export interface ImportReport {
  /** The folder of the site: the one that was given, or one below it. */
  readonly folder: string;
  /** Who made the folder: `loam` for a site repository's files. */
  readonly layout: string;
  readonly dryRun: boolean;
  readonly collections: readonly ImportedCollection[];
  readonly entries: readonly ImportedEntry[];
  /** Media files that the content uses. */
  readonly media: { readonly total: number; readonly added: number };
  /** Links in bodies that lead into the folder or its site, and how many were found there. */
  readonly links: { readonly internal: number; readonly resolved: number };
  /** Where the links of each content type lead, and who says so. */
  readonly routes: readonly ImportedRoute[];
  /** Of MDX, the most used first. */
  readonly components: readonly ImportedComponent[];
  readonly notices: readonly ImportNotice[];
  /** What is no content, or no part of it: with `entries`, `media` and `failed` this is the whole folder. */
  readonly skipped: readonly SkippedFiles[];
  /** Files that were not imported, each with its reason. */
  readonly failed: readonly Issue[];
  /** Absent when nothing changed. */
  readonly commit?: string;
  readonly published?: {
    readonly count: number;
    readonly commit?: string;
    readonly refused: readonly Issue[];
    /** References and links that lead nowhere, of entries that are published. */
    readonly warnings: readonly Issue[];
  };
}

/**
 * Groups all that was not taken by its reason. A folder of which nothing was taken stands for its files.
 *
 * @param aside reasons by path; a folder that was not looked into ends with a slash
 * @param taken paths of files that are entries, media or failures
 */
export function groupSkipped(
  {
    files,
    aside: unread,
  }: {
    readonly files: ReadonlyMap<string, string>;
    readonly aside: ReadonlyMap<string, SkipReason>;
  },
  aside: ReadonlyMap<string, SkipReason>,
  taken: ReadonlySet<string>,
): SkippedFiles[] {
  const left = [...files.keys()].filter((path) => !taken.has(path));
  const reasons = new Map([
    ...unread,
    ...left.map((path): [string, SkipReason] => [path, aside.get(path) ?? "unused"]),
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

/** Folders all of whose files have one reason, each with its slash. */
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

/** The folders that a path lies in, the outermost first; not those above the site in its project. */
function foldersOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  const folders = parts.map((_, index) => `${parts.slice(0, index + 1).join("/")}/`);
  return folders.slice(parts.filter((part) => part === "..").length);
}
