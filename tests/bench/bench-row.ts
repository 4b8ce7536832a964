/** A row of a benchmark's table and of `tests/bench/results/<name>.json`. */
export interface BenchRow {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** The baseline, measured in the same run and unit. */
  readonly floor?: number;
  /** value / floor, or the ratio used by the target. */
  readonly ratio?: number;
  /** The target as displayed: `≤ 4 × floor`. */
  readonly target?: string;
  readonly met?: boolean;
}
