/**
 * Where published files are read from. A repository and the read API show themselves as those files, too, so that all
 * that reads a source knows one form: `api/index.json` with the SHA-256 of each list, then lists, row indexes, entries.
 */
export interface Source {
  /** Address or folder, as messages show it. */
  readonly name: string;
  /**
   * The file at `path` below the source (`api/index.json`); `undefined` when there is none.
   *
   * @throws CmsError `source_unreachable` when it cannot be told whether there is one.
   */
  read(path: string): Promise<Uint8Array | undefined>;
  /** What was found since this was last asked that a person should know, and that stops nothing. */
  takeWarnings?(): readonly string[];
}
