import type { Issue } from "../base/errors.ts";
import type { FieldType } from "../model/field.ts";

/** What an import does not refuse but a person should know. */
export const NOTICE_KINDS = [
  "symlink_skipped",
  "file_skipped",
  "kept_as_text",
  "reference_inferred",
  "external_media",
  "link_unresolved",
  "media_refused",
  "embed_became_link",
  "slug_changed",
  "title_from_name",
  "field_renamed",
  "value_moved",
  "key_unused",
  "type_kept",
] as const;

export type NoticeKind = (typeof NOTICE_KINDS)[number];

export interface ImportNotice {
  readonly kind: NoticeKind;
  readonly message: string;
  /** Path of the file in the import folder. */
  readonly path?: string;
  readonly line?: number;
  /** Collection and key in its front matter: `posts.cover`. */
  readonly field?: string;
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

export interface ImportedEntry {
  /** Path of the file in the import folder. */
  readonly path: string;
  readonly type: string;
  readonly id: string;
  readonly slug: string;
  readonly draft: boolean;
  readonly change: "created" | "changed" | "unchanged";
}

/** Everything that one import did, or would do: what `hq import --json` prints. */
export interface ImportReport {
  readonly folder: string;
  /** Who made the folder: `loam` for a site repository's files. */
  readonly layout: string;
  readonly dryRun: boolean;
  readonly collections: readonly ImportedCollection[];
  readonly entries: readonly ImportedEntry[];
  /** Media files that the content uses. */
  readonly media: { readonly total: number; readonly added: number };
  readonly notices: readonly ImportNotice[];
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
