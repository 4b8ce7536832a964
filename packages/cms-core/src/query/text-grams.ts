/** Into how many slots the runs of characters of a text are sorted. A power of two. */
export const GRAM_SLOTS = 4096;

const SLOT_SHIFT = 20;
const KNOWN_SHIFT = 19;
const UNITS = 2 ** 16;
const SPACE = 32;

// Odd constants with well mixed bits, as multiplicative hashing wants them.
const FIRST = 0x9e_37_79_b1;
const SECOND = 0x85_eb_ca_77;
const THIRD = 0xc2_b2_ae_3d;
const PAIR = 0x27_d4_eb_2f;
const SINGLE = 0x16_56_67_b1;

/** In which round each slot was last given, so that a text gives each slot once. */
const givenIn = new Uint32Array(GRAM_SLOTS);
let round = 0;

/** As many as one text can have; the next call writes over them. */
const found = new Uint16Array(GRAM_SLOTS);

/** Runs of three that the text had, by hash: most runs of a text are repeated ones. */
const KNOWN = 8192;
const knownStart = new Uint32Array(KNOWN);
const knownEnd = new Float64Array(KNOWN);

/**
 * The slots of all runs of one, two and three characters (UTF-16 units) of a normalised text, each
 * once and in no order; valid until the next call. A run with a space in it is left out: no word
 * that is searched has one. Texts of another kind have slots of their own by another `seed`.
 */
export function gramSlots(text: string, seed: number = 0): Uint16Array {
  nextRound();
  const end = round * UNITS;
  let count = 0;
  const give = (sum: number): void => {
    const slot = mix(sum + seed) >>> SLOT_SHIFT;
    if (givenIn[slot] === round) return;
    givenIn[slot] = round;
    found[count] = slot;
    count += 1;
  };
  let [before, beforeThat] = [SPACE, SPACE];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const start = ((beforeThat << 16) | before) >>> 0;
    const known = (Math.imul(start, FIRST) ^ Math.imul(unit, SECOND)) >>> KNOWN_SHIFT;
    if (unit > SPACE && (knownStart[known] !== start || knownEnd[known] !== end + unit)) {
      knownStart[known] = start;
      knownEnd[known] = end + unit;
      give(singleSum(unit));
      if (before > SPACE) give(pairSum(before, unit));
      if (before > SPACE && beforeThat > SPACE) give(tripleSum(beforeThat, before, unit));
    }
    beforeThat = before;
    before = unit;
  }
  return found.subarray(0, count);
}

/**
 * The slots that a text must have to hold these words: of their runs of three characters, and of a
 * shorter word itself.
 */
export function wordSlots(words: readonly string[], seed: number = 0): readonly number[] {
  const slots = new Set<number>();
  const add = (sum: number): void => void slots.add(mix(sum + seed) >>> SLOT_SHIFT);
  for (const word of words) {
    const [a, b] = [word.charCodeAt(0), word.charCodeAt(1)];
    if (word.length === 1) add(singleSum(a));
    if (word.length === 2) add(pairSum(a, b));
    for (let at = 2; at < word.length; at += 1) {
      const [first, second] = [word.charCodeAt(at - 2), word.charCodeAt(at - 1)];
      add(tripleSum(first, second, word.charCodeAt(at)));
    }
  }
  return [...slots];
}

function singleSum(unit: number): number {
  return Math.imul(unit + 1, SINGLE);
}

function pairSum(first: number, second: number): number {
  return Math.imul(first, PAIR) + Math.imul(second, THIRD);
}

function tripleSum(first: number, second: number, third: number): number {
  return Math.imul(first, FIRST) + Math.imul(second, SECOND) + Math.imul(third, THIRD);
}

function mix(sum: number): number {
  return Math.imul(sum ^ (sum >>> 15), FIRST);
}

function nextRound(): void {
  round += 1;
  if (round < 2 ** 32) return;
  givenIn.fill(0);
  round = 1;
}
