import type { Author } from "./commit-object.ts";
import type { Oid } from "./object-id.ts";

/** New bytes of a file, a blob that the repository has, or null to remove the file. */
export type FileEdit = Uint8Array | { readonly oid: Oid } | null;

/** What one commit changes, and who did it. */
export interface Change {
  /** By path. */
  readonly files: ReadonlyMap<string, FileEdit>;
  readonly author: Author;
  readonly message: string;
  /** Lines after the message: `Loam-Site`, `Loam-Entry`, `Loam-Action`. */
  readonly trailers?: Readonly<Record<string, string>>;
  /** @default now */
  readonly when?: Date;
}
