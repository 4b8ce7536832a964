import type { GitRepository } from "../git/repository/repository.ts";
import { placeKey, type EntryPlace } from "./entry-place.ts";
import { walkStretch, type EntryStep, type Walk } from "./walk-stretch.ts";

/**
 * The commits that changed an entry, newest first. A file is the entry's as long as it holds its id, so
 * that renames by anyone are followed, and another entry that had the same path before is not. Both sides
 * of a merge are followed where both changed it.
 */
export async function* walkEntry(
  repository: GitRepository,
  id: string,
  from: readonly EntryPlace[],
): AsyncGenerator<EntryStep> {
  const walk: Walk = { repository, id, known: new Map() };
  const begun = new Set<string>();
  let ways: Way[] = [];
  const begin = async (places: readonly EntryPlace[]): Promise<void> => {
    for (const place of places) {
      const key = placeKey(place);
      if (begun.has(key)) continue;
      begun.add(key);
      ways.push(...(await nextOf(walkStretch(walk, place))));
    }
  };
  await begin(from);
  while (ways.length > 0) {
    const first = await newestOf(repository, ways);
    // Two sides of a merge meet where they parted.
    const met = ways.filter((way) => isSameStep(way.step, first.step));
    yield { ...first.step, reached: met.flatMap(({ step }) => step.reached) };
    const rest = await nextOf(first.steps);
    ways = [...ways.filter((way) => !met.includes(way)), ...rest];
    if (rest.length === 0) await begin(first.step.previous);
  }
}

/** The one whose next change no other leads to; clocks cannot say that, they only choose among several. */
async function newestOf(repository: GitRepository, ways: readonly Way[]): Promise<Way> {
  const heads = [...new Set(ways.map(({ step }) => step.logged.commit))];
  const tips = new Set(heads.length > 1 ? await repository.independent(heads) : heads);
  return ways
    .filter(({ step }) => tips.has(step.logged.commit))
    .reduce((a, b) => (b.step.logged.time > a.step.logged.time ? b : a));
}

/** Changes along one side of a merge, and the next of them. */
interface Way {
  readonly step: EntryStep;
  readonly steps: AsyncGenerator<EntryStep>;
}

async function nextOf(steps: AsyncGenerator<EntryStep>): Promise<Way[]> {
  const next = await steps.next();
  return next.done === true ? [] : [{ step: next.value, steps }];
}

function isSameStep(a: EntryStep, b: EntryStep): boolean {
  return a.logged.commit === b.logged.commit && a.path === b.path;
}
