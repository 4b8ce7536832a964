import { randomInt } from "node:crypto";

/** Inputs of two kinds. Those with the same index are measured together, in random order. */
export interface TwoKinds<Input> {
  readonly left: readonly Input[];
  readonly right: readonly Input[];
}

/** Memory placement affects speed randomly, so inputs are re-created repeatedly. */
const SETS = 40;
const ROUNDS = 1250;
const WARM_UP_ROUNDS = 100;

/**
 * Returns Student's t of the difference between the two kinds: beyond ±4.5 they differ, as in leak tests (Goodwill et
 * al., "A testing methodology for side-channel resistance validation"). Each kind is measured 50,000 times,
 * interleaved, so that other load affects both alike.
 */
export function compareTimes<Input>(
  timed: (input: Input) => unknown,
  makeInputs: () => TwoKinds<Input>,
): number {
  const differences = Array.from({ length: SETS }, () => differenceOf(timed, makeInputs()));
  const { mean, variance } = momentsOf(differences);
  return mean / Math.sqrt(variance / SETS);
}

function differenceOf<Input>(
  timed: (input: Input) => unknown,
  { left, right }: TwoKinds<Input>,
): number {
  const pairs = left.flatMap((input, at) => right.slice(at, at + 1).map((other) => [input, other]));
  const times: readonly [number[], number[]] = [[], []];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const pair = pairs[(round + WARM_UP_ROUNDS) % pairs.length] ?? [];
    const first = randomInt(2);
    for (const kind of [first, 1 - first]) {
      const [input] = pair.slice(kind, kind + 1);
      if (input === undefined) continue;
      const start = process.hrtime.bigint();
      timed(input);
      const took = Number(process.hrtime.bigint() - start);
      if (round >= 0) times[kind === 0 ? 0 : 1].push(took);
    }
  }
  // Drop the slowest measurements, which were interrupted.
  const limit = times.flat().toSorted((a, b) => a - b)[Math.floor(ROUNDS * 2 * 0.9)] ?? 0;
  const [one = 0, other = 0] = times.map(
    (all) => momentsOf(all.filter((time) => time <= limit)).mean,
  );
  return one - other;
}

function momentsOf(values: readonly number[]): {
  readonly mean: number;
  readonly variance: number;
} {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, variance: squares / (values.length - 1) };
}
