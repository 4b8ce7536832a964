/** A place in the text of `filters` that only moves forward. */
export interface FilterCursor {
  readonly text: string;
  at: number;
  /** Characters looked at so far: what the time of parsing grows with. */
  reads: number;
}

export function createCursor(text: string): FilterCursor {
  return { text, at: 0, reads: 0 };
}

/** The UTF-16 code unit here; NaN at the end. */
export function unitAt(cursor: FilterCursor): number {
  cursor.reads += 1;
  return cursor.text.charCodeAt(cursor.at);
}

/** Whether the text goes on with `word`. */
export function isAt(cursor: FilterCursor, word: string): boolean {
  cursor.reads += word.length;
  return cursor.text.startsWith(word, cursor.at);
}

/** Moves behind `word` when the text goes on with it. */
export function take(cursor: FilterCursor, word: string): boolean {
  const found = isAt(cursor, word);
  if (found) cursor.at += word.length;
  return found;
}

/** Moves to the next unit that `stops` says, or to the end, and returns what lies between. */
export function takeUntil(cursor: FilterCursor, stops: (unit: number) => boolean): string {
  const start = cursor.at;
  for (let unit = unitAt(cursor); !Number.isNaN(unit) && !stops(unit); unit = unitAt(cursor)) {
    cursor.at += 1;
  }
  return cursor.text.slice(start, cursor.at);
}

export function skipSpace(cursor: FilterCursor): void {
  takeUntil(cursor, (unit) => unit !== 0x20 && (unit < 0x09 || unit > 0x0d));
}
