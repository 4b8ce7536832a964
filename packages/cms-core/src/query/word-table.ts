import { growingUint32 } from "./growing-array.ts";
import { createPostingLists, type PostingLists } from "./posting-lists.ts";

/** The characters of one run are looked up here: 0-9, a-z, and Latin, Greek and Cyrillic letters. */
const IS_WORD_UNIT = Uint8Array.from({ length: 0x530 }, (_, unit) => Number(isWordUnit(unit)));

function isWordUnit(unit: number): boolean {
  const isDigit = unit >= 0x30 && unit <= 0x39;
  return isDigit || (unit >= 0x61 && unit <= 0x7a) || unit >= 0xc0;
}

/** Longer parts of words are not looked for as a whole. */
export const MAX_PART_UNITS = 200;

/** A run that is longer, such as encoded data, is several words that share so much with the next one. */
const MAX_WORD_UNITS = 400;

/** Shorter parts of words are looked for in all of them. */
const GRAM_UNITS = 3;
const FIRST_GRAM_BITS = 14;
/** So many times more slots, once there are more words than slots: few words are to share one by chance. */
const MORE_GRAM_BITS = 2;
const MOST_GRAM_BITS = 20;

// Odd constants with well mixed bits, as multiplicative hashing wants them.
const HASH = 0x01_00_01_93;
const MIX = 0x9e_37_79_b1;
const SECOND = 0x85_eb_ca_77;
const THIRD = 0xc2_b2_ae_3d;
const HASH_BITS = 32;

/**
 * The words of many texts, each once and with a number, counted from 0. A word is a run of letters and
 * digits of scripts that write spaces, so that what is searched and made of these characters alone
 * occurs in a text only inside one of its words.
 */
export interface WordTable {
  /** Visits the number of each word of a text. */
  readonly read: (text: string, from: number, to: number, visit: (word: number) => void) => void;
  /** The words that `part` occurs in, which is of up to 200 such characters and of no other. */
  readonly containing: (part: string) => readonly number[];
}

/** The runs of word characters in a searched word. */
export function wordsIn(text: string): readonly string[] {
  return text.match(/[0-9a-z\u00c0-\u052f]+/g) ?? [];
}

/** Characters of all words, and how a word is found by them. */
interface Words {
  units: Uint16Array<ArrayBuffer>;
  /** Of each word where its characters begin; at last where they end. */
  readonly starts: ReturnType<typeof growingUint32>;
  /** By hash, the number of a word and one; 0 for none. Never more than half full. */
  slots: Uint32Array<ArrayBuffer>;
  /** The words that have three characters in a row, by their hash. */
  grams: PostingLists;
  /** Of how many bits the slots of three characters are numbers. */
  gramBits: number;
}

export function createWordTable(): WordTable {
  const starts = growingUint32();
  starts.push(0);
  const words: Words = {
    units: new Uint16Array(256),
    starts,
    slots: new Uint32Array(64),
    grams: createPostingLists(),
    gramBits: FIRST_GRAM_BITS,
  };
  return {
    read: (text, from, to, visit) => {
      let start = from;
      let hash = 0;
      for (let at = from; at <= to; at += 1) {
        const unit = at < to ? text.charCodeAt(at) : 0;
        if (IS_WORD_UNIT[unit] === 1) {
          hash = Math.imul(hash ^ unit, HASH);
          if (at - start < MAX_WORD_UNITS) continue;
          visit(wordOf(words, text, { start, end: at + 1, hash }));
          start = at + 1 - MAX_PART_UNITS;
          hash = hashOf(text, start, at + 1);
          continue;
        }
        if (at > start) visit(wordOf(words, text, { start, end: at, hash }));
        start = at + 1;
        hash = 0;
      }
    },
    containing: (part) =>
      part.length < GRAM_UNITS ? lookThrough(words, part) : lookUp(words, part),
  };
}

function hashOf(text: string, from: number, to: number): number {
  let hash = 0;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), HASH);
  return hash;
}

interface Run {
  readonly start: number;
  readonly end: number;
  readonly hash: number;
}

/** The number of a word, which is a new one where the table has it not. */
function wordOf(words: Words, text: string, { start, end, hash }: Run): number {
  const { slots, starts, units } = words;
  const mask = slots.length - 1;
  let slot = mixed(hash) & mask;
  for (;;) {
    const word = (slots[slot] ?? 0) - 1;
    if (word === -1) break;
    if (isSame(words, word, { text, start, end })) return word;
    slot = (slot + 1) & mask;
  }
  const word = starts.length - 1;
  const from = starts.values[word] ?? 0;
  const to = from + end - start;
  if (to > units.length) {
    words.units = new Uint16Array(to + (to >>> 1));
    words.units.set(units);
  }
  for (let at = start; at < end; at += 1) words.units[from + at - start] = text.charCodeAt(at);
  starts.push(to);
  slots[slot] = word + 1;
  addGrams(words, word);
  if (starts.length * 2 > slots.length) widen(words);
  if (word >>> words.gramBits !== 0 && words.gramBits < MOST_GRAM_BITS) spreadGrams(words);
  return word;
}

function mixed(hash: number): number {
  const sum = Math.imul(hash ^ (hash >>> 15), MIX);
  return (sum ^ (sum >>> 13)) >>> 0;
}

interface Span {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function isSame({ units, starts }: Words, word: number, { text, start, end }: Span): boolean {
  const from = starts.values[word] ?? 0;
  if ((starts.values[word + 1] ?? 0) - from !== end - start) return false;
  for (let at = start; at < end; at += 1) {
    if (units[from + at - start] !== text.charCodeAt(at)) return false;
  }
  return true;
}

function widen(words: Words): void {
  const { units, starts } = words;
  const slots = new Uint32Array(words.slots.length * 2);
  const mask = slots.length - 1;
  for (let word = 0; word < starts.length - 1; word += 1) {
    let hash = 0;
    const end = starts.values[word + 1] ?? 0;
    for (let at = starts.values[word] ?? 0; at < end; at += 1) {
      hash = Math.imul(hash ^ (units[at] ?? 0), HASH);
    }
    let slot = mixed(hash) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = word + 1;
  }
  words.slots = slots;
}

function addGrams({ units, starts, grams, gramBits }: Words, word: number): void {
  const end = starts.values[word + 1] ?? 0;
  for (let at = (starts.values[word] ?? 0) + GRAM_UNITS - 1; at < end; at += 1) {
    grams.add(gramAt(units, at, gramBits), word);
  }
}

/** Sorts the words anew into more slots: of 50,000 in some ten milliseconds, which is the most at once. */
function spreadGrams(words: Words): void {
  words.gramBits += MORE_GRAM_BITS;
  words.grams = createPostingLists();
  for (let word = 0; word < words.starts.length - 1; word += 1) addGrams(words, word);
}

/** The slot of the three units that end at a place. */
function gramAt(units: ArrayLike<number>, at: number, bits: number): number {
  const sum =
    Math.imul(units[at - 2] ?? 0, MIX) +
    Math.imul(units[at - 1] ?? 0, SECOND) +
    Math.imul(units[at] ?? 0, THIRD);
  return Math.imul(sum ^ (sum >>> 15), MIX) >>> (HASH_BITS - bits);
}

/** Of the words that have the two rarest runs of three characters of `part`, those that have all of it. */
function lookUp(words: Words, part: string): readonly number[] {
  const { grams, gramBits } = words;
  const wanted = Uint16Array.from(part, (character) => character.charCodeAt(0));
  const runs = new Set<number>();
  for (let at = GRAM_UNITS - 1; at < wanted.length; at += 1) runs.add(gramAt(wanted, at, gramBits));
  const [rarest = 0, second = rarest] = [...runs].toSorted((a, b) => {
    return grams.count(a) - grams.count(b);
  });
  const candidates = numbersOf(grams, rarest);
  const isEnough = second === rarest || grams.count(second) > candidates.length * MAX_TIMES;
  const both = isEnough ? candidates : inBoth(candidates, numbersOf(grams, second));
  const found: number[] = [];
  for (const word of both) if (holds(words, word, wanted)) found.push(word);
  return found;
}

/** To read so many more numbers costs more than to look at the words. */
const MAX_TIMES = 8;

function numbersOf(lists: PostingLists, key: number): Uint32Array {
  const numbers = new Uint32Array(lists.count(key));
  lists.copy(key, numbers, 0);
  return numbers;
}

/** The numbers that two ascending lists share. */
function inBoth(few: Uint32Array, many: Uint32Array): Uint32Array {
  const shared = new Uint32Array(few.length);
  let count = 0;
  let other = 0;
  for (const number of few) {
    while (other < many.length && (many[other] ?? 0) < number) other += 1;
    if (many[other] !== number) continue;
    shared[count] = number;
    count += 1;
  }
  return shared.subarray(0, count);
}

function lookThrough(words: Words, part: string): readonly number[] {
  const wanted = Uint16Array.from(part, (character) => character.charCodeAt(0));
  const found: number[] = [];
  const count = words.starts.length - 1;
  for (let word = 0; word < count; word += 1) if (holds(words, word, wanted)) found.push(word);
  return found;
}

function holds({ units, starts }: Words, word: number, wanted: Uint16Array): boolean {
  const last = (starts.values[word + 1] ?? 0) - wanted.length;
  for (let at = starts.values[word] ?? 0; at <= last; at += 1) {
    let length = 0;
    while (length < wanted.length && units[at + length] === wanted[length]) length += 1;
    if (length === wanted.length) return true;
  }
  return false;
}
