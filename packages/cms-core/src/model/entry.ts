export interface MediaValue {
  /** Id of the media record. */
  readonly id: string;
  /** Overrides the record's alt text here. */
  readonly alt?: string;
  /** The image says nothing here: it is published with an empty alt text. Never beside `alt`. */
  readonly decorative?: true;
}

export interface ReferenceValue {
  /** Id of the referenced entry. */
  readonly id: string;
}

/** One value of a field that is not `multiple`; select holds the option's immutable value. */
export type SingleValue = string | number | boolean | MediaValue | ReferenceValue;

export interface Row {
  /** Short id, unique among the rows of one field. */
  readonly id: string;
  /** By internal field id. */
  readonly values: ReadonlyMap<string, RowFieldValue>;
}

export type RowFieldValue = SingleValue | readonly SingleValue[];

export type FieldValue = RowFieldValue | readonly Row[];

/** Values by internal field id; a field without a value has no key. */
export type EntryValues = ReadonlyMap<string, FieldValue>;

/** An entry as its file on `main` holds it. Times are ISO 8601 UTC with milliseconds. */
export interface Entry {
  readonly id: string;
  /** API id of its content type. */
  readonly type: string;
  /** From the file's name; an object type's entry has its type's API id. */
  readonly slug: string;
  /** The schema version the values were written against. */
  readonly schema: number;
  readonly createdAt: string;
  readonly publishAt?: string;
  readonly unpublishAt?: string;
  /** Absent until the entry was moved by hand; counts as 0. */
  readonly sortOrder?: number;
  readonly values: EntryValues;
}

/** `ledger/<api_id>/<xx>/<entry_id>.yml` on `published`: what is live, since when, and by whom. */
export interface LedgerRecord {
  readonly id: string;
  readonly type: string;
  readonly state: "published" | "unpublished";
  /** 1, 2, … per entry; raised by every publish. */
  readonly version: number;
  /** Object id of the pinned entry file. */
  readonly blob: string;
  readonly schema: number;
  readonly slug: string;
  readonly sortOrder: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Time of the first publish since the entry was last unpublished. */
  readonly publishedAt: string;
  /** Who published: `Name <email>`. */
  readonly by: string;
  /** Commit of `main` that was published. */
  readonly sourceCommit: string;
  /** Slugs at which it was live before, the oldest first: visitors who know one are led on. Absent without one. */
  readonly formerSlugs?: readonly string[];
}
