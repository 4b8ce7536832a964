export interface MediaValue {
  /** Id of the media record. */
  readonly id: string;
  /** Overrides the record's alt text in this place. */
  readonly alt?: string;
  /** Whether the image is decorative and published with an empty alt text. Never combined with `alt`. */
  readonly decorative?: true;
}

export interface ReferenceValue {
  /** Id of the referenced entry. */
  readonly id: string;
}

/** A single value of a field. Select stores the option's immutable value. */
export type SingleValue = string | number | boolean | MediaValue | ReferenceValue;

export interface Row {
  /** Short id, unique among the rows of one field. */
  readonly id: string;
  /** By internal field id. */
  readonly values: ReadonlyMap<string, RowFieldValue>;
}

export type RowFieldValue = SingleValue | readonly SingleValue[];

export type FieldValue = RowFieldValue | readonly Row[];

/** Values by internal field id. Fields without a value have no key. */
export type EntryValues = ReadonlyMap<string, FieldValue>;

/** An entry, as stored in its file on `main`. Times are ISO 8601 UTC with milliseconds. */
export interface Entry {
  readonly id: string;
  /** API ID of its content type. */
  readonly type: string;
  /** From the file name. The entry of an object type has the API ID of its type. */
  readonly slug: string;
  /** Version of the schema that the values use. */
  readonly schema: number;
  readonly createdAt: string;
  readonly publishAt?: string;
  readonly unpublishAt?: string;
  /** Absent until someone reorders the entry; counts as 0. */
  readonly sortOrder?: number;
  readonly values: EntryValues;
}

/** Publish state of an entry, as stored in `ledger/<api_id>/<xx>/<entry_id>.yml` on `published`. */
export interface LedgerRecord {
  readonly id: string;
  readonly type: string;
  readonly state: "published" | "unpublished";
  /** 1, 2, … per entry; incremented by every publish. */
  readonly version: number;
  /** Object id of the published entry file. */
  readonly blob: string;
  readonly schema: number;
  readonly slug: string;
  readonly sortOrder: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Time of the first publish since the entry was last unpublished. */
  readonly publishedAt: string;
  /** Publisher: `Name <email>`. */
  readonly by: string;
  /** Commit of `main` that was published. */
  readonly sourceCommit: string;
  /** Former slugs of the live entry, oldest first. Visitors to one of them are redirected. Absent if there are none. */
  readonly formerSlugs?: readonly string[];
}
