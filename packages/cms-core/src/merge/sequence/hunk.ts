/** Items `start` to before `end` of one sequence stand for `from` to before `to` of another. */
export interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}
