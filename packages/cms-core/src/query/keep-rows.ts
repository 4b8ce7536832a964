// The loops that look at every row. Each is a function of its own over typed arrays alone: with a
// function called for each row the same work takes five to ten times as long (decision 0024). Where
// half of the rows pass, to guess which costs more than to write each and count those that do.

/** Where loops that call nothing put what they keep, before as much of it as there is gets memory of its own. */
let room = new Uint32Array(0);

function roomFor({ length }: Uint32Array): Uint32Array {
  if (room.length < length) room = new Uint32Array(length);
  return room;
}

/** Rows whose code is `code`, or whose is not. */
export function keepCode(
  rows: Uint32Array,
  codes: Uint32Array,
  { code, negated }: { readonly code: number; readonly negated: boolean },
): Uint32Array {
  const kept = roomFor(rows);
  const flip = Number(negated);
  let count = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    kept[count] = row;
    count += Number(codes[row] === code) ^ flip;
  }
  return kept.slice(0, count);
}

/** Rows whose number lies between two others, both exclusive, or does not; NaN never does. */
export function keepBetween(
  rows: Uint32Array,
  numbers: Float64Array,
  {
    low,
    high,
    negated,
  }: { readonly low: number; readonly high: number; readonly negated: boolean },
): Uint32Array {
  const kept = roomFor(rows);
  const flip = Number(negated);
  let count = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const number = numbers[row] ?? 0;
    kept[count] = row;
    count += (Number(number > low) & Number(number < high)) ^ flip;
  }
  return kept.slice(0, count);
}

/** Rows the number of whose code lies between two others, both exclusive, or does not; NaN never does. */
export function keepCodesBetween(
  rows: Uint32Array,
  { codes, numbers }: { readonly codes: Uint32Array; readonly numbers: Float64Array },
  {
    low,
    high,
    negated,
  }: { readonly low: number; readonly high: number; readonly negated: boolean },
): Uint32Array {
  const kept = roomFor(rows);
  const flip = Number(negated);
  let count = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const number = numbers[codes[row] ?? 0] ?? 0;
    kept[count] = row;
    count += (Number(number > low) & Number(number < high)) ^ flip;
  }
  return kept.slice(0, count);
}

/** Rows whose number is this one, or is not. */
export function keepNumber(
  rows: Uint32Array,
  numbers: Float64Array,
  { number, negated }: { readonly number: number; readonly negated: boolean },
): Uint32Array {
  const kept = roomFor(rows);
  const flip = Number(negated);
  let count = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    kept[count] = row;
    count += Number(numbers[row] === number) ^ flip;
  }
  return kept.slice(0, count);
}

/** Rows whose code has a flag of 1, or those whose flag is 0. */
export function keepFlagged(
  rows: Uint32Array,
  codes: Uint32Array,
  { flags, negated }: { readonly flags: Uint8Array; readonly negated: boolean },
): Uint32Array {
  const kept = roomFor(rows);
  const flip = Number(negated);
  let count = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    kept[count] = row;
    count += (flags[codes[row] ?? 0] ?? 0) ^ flip;
  }
  return kept.slice(0, count);
}

/** Rows whose code is answered with yes; `answers` has 1 for yes, 2 for no, 0 for not yet asked. */
export function keepAnswered(
  rows: Uint32Array,
  codes: Uint32Array,
  { answers, ask, negated }: Answering & { readonly negated: boolean },
): Uint32Array {
  const kept = new Uint32Array(rows.length);
  const wanted = negated ? NO : YES;
  let count = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const code = codes[row] ?? 0;
    const known = answers[code] ?? 0;
    if ((known === 0 ? ask(code) : known) === wanted) {
      kept[count] = row;
      count += 1;
    }
  }
  return kept.subarray(0, count);
}

export const YES = 1;
export const NO = 2;

/** A question to each text of a dictionary, asked once. */
export interface Answering {
  /** By code. */
  readonly answers: Uint8Array;
  /** Asks and remembers. */
  readonly ask: (code: number) => number;
}

/** Rows that pass a test, or that do not. */
export function keepTested(
  rows: Uint32Array,
  test: (row: number) => boolean,
  negated: boolean,
): Uint32Array {
  const kept = new Uint32Array(rows.length);
  let count = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    if (test(row) !== negated) {
      kept[count] = row;
      count += 1;
    }
  }
  return kept.subarray(0, count);
}

/** Rows whose mark is `mark`. */
export function keepMarked(rows: Uint32Array, marks: Uint8Array, mark: 0 | 1): Uint32Array {
  const kept = roomFor(rows);
  let count = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    if (marks[row] === mark) {
      kept[count] = row;
      count += 1;
    }
  }
  return kept.slice(0, count);
}

/** A mark on each of some rows; `length` is that of the whole store. */
export function markRows(rows: Uint32Array, length: number): Uint8Array {
  const marks = new Uint8Array(length);
  for (let at = 0; at < rows.length; at += 1) marks[rows[at] ?? 0] = 1;
  return marks;
}
