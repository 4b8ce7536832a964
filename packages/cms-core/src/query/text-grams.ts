/**
 * Slots of runs of three with a digit or a rare letter: few of a text, and nearly all of a name, a number or a
 * part of an address, which is what is searched for to find one entry. Among all the others they would
 * be in slots that every fifth text has. They are the last ones.
 */
const RARE_SLOTS = 4096;
/** The first of them. */
export const FIRST_RARE_SLOT = 3072;
/** Into how many slots the runs of characters of a text are sorted. */
const GRAM_SLOTS: number = FIRST_RARE_SLOT + RARE_SLOTS;
const RARE_SHIFT = 20;
const IS_RARE = Uint8Array.from({ length: 128 }, (_, unit) =>
  Number(/[\djqxz]/.test(String.fromCharCode(unit))),
);

const KNOWN_SHIFT = 20;
const UNIT_BITS = 16;
const SPACE = 32;

// Odd constants with well mixed bits, as multiplicative hashing wants them.
const FIRST = 0x9e_37_79_b1;
const SECOND = 0x85_eb_ca_77;
const THIRD = 0xc2_b2_ae_3d;
const PAIR = 0x27_d4_eb_2f;
const SINGLE = 0x16_56_67_b1;

// The loops below are handed the round and the count, and hand the count back: with what is neither of
// their own nor constant they take twice as long.
/** Which text it is. */
let round = 0;
/** In which round each slot was last given, so that a text gives each slot once. */
const givenIn = new Uint16Array(GRAM_SLOTS);
/** As many as one text can have, and the place behind; the next call writes over them. */
const found = new Uint16Array(GRAM_SLOTS + 1);

/** Runs of three that the text had, by hash: most runs of a text are repeated ones. */
const KNOWN = 4096;
const knownStart = new Int32Array(KNOWN);
/** The last unit, and above it in which round that was. */
const knownEnd = new Int32Array(KNOWN);

/** A text is gone through in pieces of so many units. */
const TAKEN_UNITS = 8192;
/** Two units before each piece are gone through again, which changes nothing. */
const PIECE_STEP = TAKEN_UNITS - 2;

/**
 * In which round each run of three ASCII characters was last met, by their seven bits each. Of it only the
 * pages of runs that texts have are in memory, until rounds begin anew.
 */
const ASCII_BITS = 7;
const ASCII_RUN = 2 ** (3 * ASCII_BITS) - 1;
const ASCII = 2 ** ASCII_BITS - 1;
const metIn = new Uint16Array(ASCII_RUN + 1);
/** Of a piece of a text those that it has for the first time. */
const freshRuns = new Int32Array(TAKEN_UNITS);

/** Units of a text are taken out of it in one go: one by one takes as long as all the rest. */
const taken = new Uint16Array(TAKEN_UNITS);
const takenUnits = Buffer.from(taken.buffer);
const takenAscii = new Uint8Array(taken.buffer);

/** Where a text stands among others, and which slots it is to have. */
export interface TextPlace {
  readonly start: number;
  readonly end: number;
  readonly seed: number;
}

/**
 * The slots of all runs of one, two and three characters (UTF-16 units) of a normalised text, each
 * once and in no order; valid until the next call. A run with a space in it is left out: no word
 * that is searched has one. Texts of another kind have slots of their own by another `seed`.
 */
export function gramSlots(normalised: string, seed: number = 0): Uint16Array {
  nextRound();
  const isAscii = Buffer.byteLength(normalised) === normalised.length;
  let count = 0;
  for (let from = 0; from < normalised.length; from += PIECE_STEP) {
    const end = Math.min(normalised.length - from, TAKEN_UNITS);
    const piece = end < normalised.length ? normalised.slice(from, from + end) : normalised;
    takenUnits.write(piece, isAscii ? "latin1" : "utf16le");
    count = isAscii
      ? takeAscii(takenAscii, { start: 0, end, seed }, count)
      : takeUnits(end, seed, count);
  }
  return found.subarray(0, count);
}

/** The same of a text of ASCII characters alone, from its bytes. */
export function asciiGramSlots(bytes: Uint8Array, place: TextPlace): Uint16Array {
  nextRound();
  return found.subarray(0, takeAscii(bytes, place, 0));
}

/** Gives slots behind the first `before` ones. @returns how many there are then */
function takeAscii(bytes: Uint8Array, { start, end, seed }: TextPlace, before: number): number {
  let count = before;
  for (let from = start; from < end; from += PIECE_STEP) {
    const fresh = findFreshRuns(bytes, from, Math.min(from + TAKEN_UNITS, end), round);
    count = giveAsciiRuns(fresh, seed, round, count);
  }
  return count;
}

/**
 * Puts the runs of a piece that the text did not have before into `freshRuns`. Most are repeated ones, and no
 * processor can guess which: each is put there, and written over by the next unless it is new. @returns how many
 */
function findFreshRuns(bytes: Uint8Array, start: number, end: number, now: number): number {
  let run = (SPACE << ASCII_BITS) | SPACE;
  let count = 0;
  for (let at = start; at < end; at += 1) {
    run = ((run << ASCII_BITS) | (bytes[at] ?? SPACE)) & ASCII_RUN;
    freshRuns[count] = run;
    count += Number(metIn[run] !== now);
    metIn[run] = now;
  }
  return count;
}

/** As `giveRun`, of the first of `freshRuns`; it never looks beyond ASCII and is compiled to do so. */
function giveAsciiRuns(runs: number, seed: number, now: number, before: number): number {
  let count = before;
  for (let at = 0; at < runs; at += 1) {
    const run = freshRuns[at] ?? 0;
    const third = run & ASCII;
    if (third <= SPACE) continue;
    count = give(slotOf((singleSum(third) + seed) | 0, 0), now, count);
    const second = (run >> ASCII_BITS) & ASCII;
    if (second <= SPACE) continue;
    count = give(slotOf((pairSum(second, third) + seed) | 0, 0), now, count);
    const first = run >> (2 * ASCII_BITS);
    if (first <= SPACE) continue;
    const rare = rareOf(first, second, third);
    count = give(slotOf((tripleSum(first, second, third) + seed) | 0, rare), now, count);
  }
  return count;
}

/** As `takeAscii`, of the first units of `taken`. */
function takeUnits(length: number, seed: number, before: number): number {
  const now = round;
  const end = now << UNIT_BITS;
  let count = before;
  let [second, first] = [SPACE, SPACE];
  for (let at = 0; at < length; at += 1) {
    const third = taken[at] ?? SPACE;
    const start = (first << UNIT_BITS) | second;
    const known = (Math.imul(start, FIRST) ^ Math.imul(third, SECOND)) >>> KNOWN_SHIFT;
    const last = end | third;
    if (third > SPACE && (knownStart[known] !== start || knownEnd[known] !== last)) {
      knownStart[known] = start;
      knownEnd[known] = last;
      count = giveRun([first, second, third], seed, now, count);
    }
    first = second;
    second = third;
  }
  return count;
}

/** Gives the slots of the runs that end with the third of three units. */
function giveRun(
  [first, second, third]: readonly [number, number, number],
  seed: number,
  now: number,
  before: number,
): number {
  if (third <= SPACE) return before;
  let count = give(slotOf((singleSum(third) + seed) | 0, 0), now, before);
  if (second <= SPACE) return count;
  count = give(slotOf((pairSum(second, third) + seed) | 0, 0), now, count);
  if (first <= SPACE) return count;
  const rare = rareOf(first, second, third);
  return give(slotOf((tripleSum(first, second, third) + seed) | 0, rare), now, count);
}

function give(slot: number, now: number, count: number): number {
  found[count] = slot;
  const isNew = Number(givenIn[slot] !== now);
  givenIn[slot] = now;
  return count + isNew;
}

/**
 * The slots that a text must have to hold these words: of their runs of three characters, and of a
 * shorter word itself. Those that fewer texts have come first.
 */
export function wordSlots(words: readonly string[], seed: number = 0): readonly number[] {
  const slots = new Set<number>();
  const add = (sum: number, rare: number): void => void slots.add(slotOf((sum + seed) | 0, rare));
  for (const word of words) {
    const [a, b] = [word.charCodeAt(0), word.charCodeAt(1)];
    if (word.length === 1) add(singleSum(a), 0);
    if (word.length === 2) add(pairSum(a, b), 0);
    for (let at = 2; at < word.length; at += 1) {
      const [first, second] = [word.charCodeAt(at - 2), word.charCodeAt(at - 1)];
      const third = word.charCodeAt(at);
      add(tripleSum(first, second, third), rareOf(first, second, third));
    }
  }
  return [...slots].toSorted((a, b) => b - a);
}

function singleSum(unit: number): number {
  return Math.imul(unit + 1, SINGLE);
}

function pairSum(first: number, second: number): number {
  return (Math.imul(first, PAIR) + Math.imul(second, THIRD)) | 0;
}

function tripleSum(first: number, second: number, third: number): number {
  return (Math.imul(first, FIRST) + Math.imul(second, SECOND) + Math.imul(third, THIRD)) | 0;
}

function slotOf(sum: number, rare: number): number {
  const mixed = Math.imul(sum ^ (sum >>> 15), FIRST);
  const common = Math.imul(mixed >>> UNIT_BITS, FIRST_RARE_SLOT) >>> UNIT_BITS;
  // Without a choice: which runs are rare is not guessed either.
  return common + ((FIRST_RARE_SLOT + (mixed >>> RARE_SHIFT) - common) & -rare);
}

/** 1 where one of three units is a digit or a rare letter, and 0 otherwise. */
function rareOf(first: number, second: number, third: number): number {
  return (IS_RARE[first] ?? 0) | (IS_RARE[second] ?? 0) | (IS_RARE[third] ?? 0);
}

/** Rounds are told apart by 16 bits. */
function nextRound(): void {
  round += 1;
  if (round < 2 ** UNIT_BITS) return;
  givenIn.fill(0);
  knownEnd.fill(0);
  metIn.fill(0);
  round = 1;
}
