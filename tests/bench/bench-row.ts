/** One line of a benchmark's table and of `tests/bench/results/<name>.json`. */
export interface BenchRow {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** What the value is compared with, measured in the same run and in the same unit. */
  readonly floor?: number;
  /** value / floor, or whatever the target speaks of. */
  readonly ratio?: number;
  /** The target as a person reads it: `≤ 4 × floor`. */
  readonly target?: string;
  readonly met?: boolean;
}
