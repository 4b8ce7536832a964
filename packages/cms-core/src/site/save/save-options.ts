import type { Entry, EntryValues } from "../../model/entry.ts";
import type { EntryRef } from "../read/file-facts.ts";
import type { SlugClaims } from "./choose-slug.ts";
import type { Actor, SiteWriter } from "./site-writer.ts";

/** An entry to write. What is left out stays as it is; null takes it away. */
export interface SaveEntry {
  /** API id of the content type. */
  readonly type: string;
  /** Of the entry to change, or the id that a new entry gets. An object type's entry needs none. */
  readonly id?: string;
  /** @default for a new entry, made of its first text that no other entry has */
  readonly slug?: string;
  /** All values, by internal field id. */
  readonly values: EntryValues;
  readonly createdAt?: string;
  readonly publishAt?: string | null;
  readonly unpublishAt?: string | null;
  readonly sortOrder?: number | null;
  /** The blob that the entry must have; null: there must be no such entry yet. */
  readonly expected?: string | null;
  /**
   * The blob of the version that was edited. What others saved since is merged with this edit, field by
   * field; only what both changed is refused.
   */
  readonly base?: string;
  /** The slug of the version that was edited, so that a rename by someone else is merged, too. */
  readonly baseSlug?: string;
}

export interface SaveOptions {
  readonly actor: Actor;
  /** @default says what was done to which entry */
  readonly message?: string;
  /** Besides `Loam-Site` and `Loam-Entry`; `Loam-Action` says what was done unless it is given. */
  readonly trailers?: Readonly<Record<string, string>>;
}

export interface SavedEntry {
  readonly entry: Entry;
  readonly ref: EntryRef;
  /** The commit that holds this version, or the newest one when nothing changed. */
  readonly commit: string;
  readonly changed: boolean;
  /** Whether someone else had changed the entry since `base`, and both changes are in it now. */
  readonly merged: boolean;
  /** API ids of the fields, and the system keys, that someone else changed. */
  readonly fromOthers: readonly string[];
}

/** A save that is under way. */
export interface EntrySave {
  readonly writer: SiteWriter;
  readonly claims: SlugClaims;
  readonly input: SaveEntry;
  readonly id: string;
  readonly options: SaveOptions;
}
