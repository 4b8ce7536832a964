/** What both sides changed, and differently. A side that does not have it has undefined. */
export interface MergeConflict {
  /**
   * What it is about: a field by its API id (`title`), a row (`faq[r4k1]`), a field in it
   * (`faq[r4k1].answer`), a system key (`slug`, `publishAt`), or empty for the whole.
   */
  readonly path: string;
  readonly base: unknown;
  readonly ours: unknown;
  readonly theirs: unknown;
}

/**
 * A merged value. Where there are conflicts, `merged` has one of the two values: always the same one,
 * whichever side is called ours; nobody should see it as decided.
 */
export interface Merged<T> {
  readonly merged: T;
  readonly conflicts: readonly MergeConflict[];
}

/** The same thing in three versions. */
export interface Versions<T> {
  readonly base: T;
  readonly ours: T;
  readonly theirs: T;
}
