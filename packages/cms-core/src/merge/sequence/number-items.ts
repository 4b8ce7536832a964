import type { Versions } from "./conflict.ts";

/** Three sequences of numbered items; `count` is how many numbers there are. */
export interface NumberedVersions extends Versions<Int32Array> {
  readonly count: number;
}

/** Items by number: equal ones have the same, also those of other lists that were numbered with `numbers`. */
export function numberItems(items: readonly string[], numbers: Map<string, number>): Int32Array {
  const list = new Int32Array(items.length);
  for (const [index, item] of items.entries()) {
    const known = numbers.get(item);
    list[index] = known ?? numbers.size;
    if (known === undefined) numbers.set(item, numbers.size);
  }
  return list;
}

/** Three versions of a list, numbered together. */
export function numberVersions({
  base,
  ours,
  theirs,
}: Versions<readonly string[]>): NumberedVersions {
  const numbers = new Map<string, number>();
  const lists = {
    base: numberItems(base, numbers),
    ours: numberItems(ours, numbers),
    theirs: numberItems(theirs, numbers),
  };
  return { ...lists, count: numbers.size };
}
