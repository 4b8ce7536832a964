/** Where published files are read from. */
export interface Source {
  /** Address or folder, as messages show it. */
  readonly name: string;
  /**
   * The file at `path` below the source (`api/index.json`); `undefined` when there is none.
   *
   * @throws CmsError `source_unreachable` when it cannot be told whether there is one.
   */
  read(path: string): Promise<Uint8Array | undefined>;
}
