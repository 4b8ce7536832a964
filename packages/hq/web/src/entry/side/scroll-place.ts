/** Where a field stands on the screen. */
export interface Mark {
  readonly name: string;
  readonly top: number;
  readonly height: number;
}

/** How far down a field something is: 0 at its begin, 1 at its end. */
export interface ScrollPlace {
  readonly name: string;
  readonly part: number;
}

/** What stands at a height, of marks in their order; undefined where that is above all. */
export function placeAt(marks: readonly Mark[], at: number): ScrollPlace | undefined {
  const mark = marks.findLast(({ top }) => top <= at);
  if (mark === undefined) return undefined;
  const part = mark.height === 0 ? 0 : (at - mark.top) / mark.height;
  return { name: mark.name, part: Math.min(1, part) };
}

/** The height of a place among other marks; undefined for what is not among them. */
export function heightOf(marks: readonly Mark[], { name, part }: ScrollPlace): number | undefined {
  const mark = marks.find((one) => one.name === name);
  return mark && mark.top + part * mark.height;
}
