/** Vertical position of a field on the screen. */
export interface Mark {
  readonly name: string;
  readonly top: number;
  readonly height: number;
}

/** Position within a field: 0 at its top, 1 at its bottom. */
export interface ScrollPlace {
  readonly name: string;
  readonly part: number;
}

/** Returns the position at a height among ordered marks; undefined above the first mark. */
export function placeAt(marks: readonly Mark[], at: number): ScrollPlace | undefined {
  const mark = marks.findLast(({ top }) => top <= at);
  if (mark === undefined) return undefined;
  const part = mark.height === 0 ? 0 : (at - mark.top) / mark.height;
  return { name: mark.name, part: Math.min(1, part) };
}

/** Returns the height of a position among other marks; undefined if its field isn't among them. */
export function heightOf(marks: readonly Mark[], { name, part }: ScrollPlace): number | undefined {
  const mark = marks.find((one) => one.name === name);
  return mark && mark.top + part * mark.height;
}
