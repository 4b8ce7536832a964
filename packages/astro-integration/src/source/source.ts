/**
 * A source of published files. Repositories and the read API are presented as such files too, so that all readers use
 * one format: `api/index.json` with the SHA-256 of each list, then lists, row indexes, and entries.
 */
export interface Source {
  /** URL or folder, as shown in messages. */
  readonly name: string;
  /**
   * Reads the file at `path` below the source (`api/index.json`); `undefined` if it doesn't exist.
   *
   * @throws CmsError `source_unreachable` if its existence cannot be determined
   */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Returns new warnings since the last call. */
  takeWarnings?(): readonly string[];
}
