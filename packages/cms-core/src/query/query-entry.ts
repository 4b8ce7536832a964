/** An entry that can be asked for. A changed entry is a new object. */
export interface QueryEntry {
  readonly id: string;
  /** API id of its content type. */
  readonly type: string;
  readonly slug: string;
  /**
   * Its published shape as compact JSON, system keys first: references as `{"id"}`, or expanded one
   * level where the table says so.
   */
  readonly json: string;
}
