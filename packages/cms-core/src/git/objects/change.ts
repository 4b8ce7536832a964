import type { Author } from "./commit-object.ts";
import type { Oid } from "./object-id.ts";

/** New bytes of a file, a blob that the repository has, or null to remove the file. */
export type FileEdit = Uint8Array | { readonly oid: Oid } | null;

export type FileMode = "100644" | "100755";

/** What one commit changes, and who did it. */
export interface Change {
  /** By path. */
  readonly files: ReadonlyMap<string, FileEdit>;
  /** Files that are set and are programs, or are none any more. @default what stands there stays what it is */
  readonly modes?: ReadonlyMap<string, FileMode>;
  readonly author: Author;
  readonly message: string;
  /** Lines after the message: `Loam-Site`, `Loam-Entry`, `Loam-Action`. */
  readonly trailers?: Readonly<Record<string, string>>;
  /** @default now */
  readonly when?: Date;
  /** What else the commit brings together: its further parents. */
  readonly mergeOf?: readonly Oid[];
}
