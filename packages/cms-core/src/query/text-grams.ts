/** Into how many slots the runs of characters of a text are sorted. A power of two. */
export const GRAM_SLOTS = 4096;

/**
 * Slots of runs of three with a digit or a rare letter: few of a text, and nearly all of a name, a number or a
 * part of an address, which is what is searched for to find one entry. Among all the others they would
 * be in slots that every fifth text has.
 */
const RARE_SLOTS = 1024;
/** The first of them. */
export const FIRST_RARE_SLOT: number = GRAM_SLOTS - RARE_SLOTS;
const RARE_SHIFT = 22;
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

/** What one text has given, in one object: the loops below are slower with variables of the module. */
const text = {
  round: 0,
  /** In which round each slot was last given, so that a text gives each slot once. */
  givenIn: new Uint16Array(GRAM_SLOTS),
  /** As many as one text can have; the next call writes over them. */
  found: new Uint16Array(GRAM_SLOTS),
  count: 0,
};

/** Runs of three that the text had, by hash: most runs of a text are repeated ones. */
const KNOWN = 4096;
const knownStart = new Int32Array(KNOWN);
/** The last unit, and above it in which round that was. */
const knownEnd = new Int32Array(KNOWN);

/**
 * In which round each run of three ASCII characters was last met, by their seven bits each. Of it only the
 * pages of runs that texts have are in memory.
 */
const ASCII_BITS = 7;
const ASCII_RUN = 2 ** (3 * ASCII_BITS) - 1;
const ASCII = 2 ** ASCII_BITS - 1;
let metIn = new Uint16Array(ASCII_RUN + 1);

/** Units of a text are taken out of it in one go: one by one takes as long as all the rest. */
const TAKEN_UNITS = 8192;
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
  // Two units before each piece are given again, which changes nothing.
  for (let from = 0; from < normalised.length; from += TAKEN_UNITS - 2) {
    const end = Math.min(normalised.length - from, TAKEN_UNITS);
    const piece = end < normalised.length ? normalised.slice(from, from + end) : normalised;
    takenUnits.write(piece, isAscii ? "latin1" : "utf16le");
    if (isAscii) takeAscii(takenAscii, { start: 0, end, seed });
    else takeUnits(end, seed);
  }
  return text.found.subarray(0, text.count);
}

/** The same of a text of ASCII characters alone, from its bytes. */
export function asciiGramSlots(bytes: Uint8Array, place: TextPlace): Uint16Array {
  nextRound();
  takeAscii(bytes, place);
  return text.found.subarray(0, text.count);
}

function takeAscii(bytes: Uint8Array, { start, end, seed }: TextPlace): void {
  const [now, met] = [text.round, metIn];
  let run = (SPACE << ASCII_BITS) | SPACE;
  for (let at = start; at < end; at += 1) {
    run = ((run << ASCII_BITS) | (bytes[at] ?? SPACE)) & ASCII_RUN;
    // Most runs of a text are repeated ones. Which of them end in a space is not asked here: no
    // processor can guess where words end.
    if (met[run] === now) continue;
    met[run] = now;
    giveAsciiRun(run, seed);
  }
}

/** As `giveRun`; told apart, since it never looks beyond ASCII and is compiled to do so. */
function giveAsciiRun(run: number, seed: number): void {
  const third = run & ASCII;
  if (third <= SPACE) return;
  give(slotOf((singleSum(third) + seed) | 0, 0));
  const second = (run >> ASCII_BITS) & ASCII;
  if (second <= SPACE) return;
  give(slotOf((pairSum(second, third) + seed) | 0, 0));
  const first = run >> (2 * ASCII_BITS);
  if (first <= SPACE) return;
  const rare = (IS_RARE[first] ?? 0) | (IS_RARE[second] ?? 0) | (IS_RARE[third] ?? 0);
  give(slotOf((tripleSum(first, second, third) + seed) | 0, rare));
}

/** Takes the first units of `taken`. */
function takeUnits(length: number, seed: number): void {
  const end = text.round << UNIT_BITS;
  let [before, beforeThat] = [SPACE, SPACE];
  for (let at = 0; at < length; at += 1) {
    const unit = taken[at] ?? SPACE;
    const start = (beforeThat << UNIT_BITS) | before;
    const known = (Math.imul(start, FIRST) ^ Math.imul(unit, SECOND)) >>> KNOWN_SHIFT;
    const last = end | unit;
    if (unit > SPACE && (knownStart[known] !== start || knownEnd[known] !== last)) {
      knownStart[known] = start;
      knownEnd[known] = last;
      giveRun(beforeThat, before, unit, seed);
    }
    beforeThat = before;
    before = unit;
  }
}

/** Gives the slots of the runs that end with the third of three units. */
function giveRun(first: number, second: number, third: number, seed: number): void {
  if (third <= SPACE) return;
  give(slotOf((singleSum(third) + seed) | 0, 0));
  if (second <= SPACE) return;
  give(slotOf((pairSum(second, third) + seed) | 0, 0));
  if (first <= SPACE) return;
  give(slotOf((tripleSum(first, second, third) + seed) | 0, rareOf(first, second, third)));
}

function give(slot: number): void {
  const { round, givenIn, found, count } = text;
  if (givenIn[slot] === round) return;
  givenIn[slot] = round;
  found[count] = slot;
  text.count = count + 1;
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
  if (rare !== 0) return FIRST_RARE_SLOT + (mixed >>> RARE_SHIFT);
  return Math.imul(mixed >>> UNIT_BITS, FIRST_RARE_SLOT) >>> UNIT_BITS;
}

/** 1 where one of three units is a digit or a rare letter, and 0 otherwise. */
function rareOf(first: number, second: number, third: number): number {
  return (IS_RARE[first] ?? 0) | (IS_RARE[second] ?? 0) | (IS_RARE[third] ?? 0);
}

/** Rounds are told apart by 16 bits. */
function nextRound(): void {
  text.count = 0;
  text.round += 1;
  if (text.round < 2 ** UNIT_BITS) return;
  text.givenIn.fill(0);
  knownEnd.fill(0);
  metIn = new Uint16Array(metIn.length);
  text.round = 1;
}
