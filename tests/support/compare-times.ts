import { randomInt } from "node:crypto";

export interface CompareTimesOptions<Input> {
  /** Inputs of either kind; those of one place are measured one after the other, in random order. */
  readonly left: readonly Input[];
  readonly right: readonly Input[];
  /** How often each kind is measured. */
  readonly rounds: number;
}

/**
 * Welch's t of the times that two kinds of input take: beyond ±4.5 they differ, as leak tests have it
 * (Goodwill et al., "A testing methodology for side-channel resistance validation"). Whatever else the
 * machine does meets both alike.
 */
export function compareTimes<Input>(
  timed: (input: Input) => unknown,
  { left, right, rounds }: CompareTimesOptions<Input>,
): number {
  const kinds = [left, right] as const;
  const times: readonly [number[], number[]] = [[], []];
  const turn = (round: number, keep: boolean): void => {
    const first = randomInt(2);
    for (const kind of [first, 1 - first]) {
      const inputs = kind === 0 ? kinds[0] : kinds[1];
      const [input] = inputs.slice(round % inputs.length, (round % inputs.length) + 1);
      if (input === undefined) continue;
      const start = process.hrtime.bigint();
      timed(input);
      const took = Number(process.hrtime.bigint() - start);
      if (keep) times[kind === 0 ? 0 : 1].push(took);
    }
  };
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) turn(round, false);
  for (let round = 0; round < rounds; round += 1) turn(round, true);
  // The slowest are what interrupted the program, not the program.
  const limit = times.flat().toSorted((a, b) => a - b)[Math.floor(rounds * 2 * 0.9)] ?? 0;
  const [one, other] = times.map((all) => momentsOf(all.filter((time) => time <= limit)));
  if (one === undefined || other === undefined) return 0;
  return (one.mean - other.mean) / Math.sqrt(one.error + other.error);
}

const WARM_UP_ROUNDS = 5000;

interface Moments {
  readonly mean: number;
  /** Of the mean, squared. */
  readonly error: number;
}

function momentsOf(values: readonly number[]): Moments {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: squares / (values.length - 1) / values.length };
}
