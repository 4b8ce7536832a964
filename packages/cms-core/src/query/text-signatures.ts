import { makeRowSet, type RowSet } from "./row-set.ts";
import { FIRST_RARE_SLOT, gramSlots, wordSlots } from "./text-grams.ts";

/** Rows of one block; its slices are read one after the other, which is what memory is fast at. */
const BLOCK_ROWS = 1024;
const BLOCK_WORDS = BLOCK_ROWS / 32;
/** The last block begins with as few words a slice and doubles them. */
const FIRST_WORDS = 2;
/** Slices of a block; rare slots share some, for what is searched here are words of other scripts. */
const SLICES = 4096;
/** The slice that says which rows have a text. */
const PRESENT = SLICES;

/**
 * Which texts may hold the words of a search, found without reading the texts: a signature of 4,096
 * bits a text, kept bit by bit. Rows are small numbers that the caller gives out.
 */
export interface TextSignatures {
  /** Takes a text in the form of `normaliseText` in place of what the row had. */
  readonly set: (row: number, text: string) => void;
  readonly clear: (row: number) => void;
  /**
   * Every row whose text holds all words (`searchWords`), and some that do not: the caller looks
   * with `includes`. Without words, every row that has a text.
   */
  readonly candidates: (words: readonly string[]) => RowSet;
}

/** A block's bits: for each slot a slice of `words` numbers of 32 rows, one after the other. */
interface Block {
  words: number;
  bits: Uint32Array<ArrayBuffer>;
}

/** Signatures in memory: 512 bytes a row. */
export function createTextSignatures(): TextSignatures {
  const blocks: Block[] = [];
  const clear = (row: number): void => {
    const block = blocks[Math.floor(row / BLOCK_ROWS)];
    const word = (row % BLOCK_ROWS) >>> 5;
    if (block === undefined || !hasBit(block, PRESENT, row)) return;
    const others = ~(1 << (row & 31));
    for (let at = word; at < block.bits.length; at += block.words) {
      block.bits[at] = (block.bits[at] ?? 0) & others;
    }
  };
  return {
    clear,
    set: (row, text) => {
      clear(row);
      const { bits, words } = blockOf(blocks, row);
      const word = (row % BLOCK_ROWS) >>> 5;
      const bit = 1 << (row & 31);
      const mark = (slot: number): void => {
        const at = slot * words + word;
        bits[at] = (bits[at] ?? 0) | bit;
      };
      for (const slot of gramSlots(text)) mark(sliceOf(slot));
      mark(PRESENT);
    },
    candidates: (searched) => {
      const slots = wordSlots(searched).map(sliceOf);
      const found = new Uint32Array(blocks.length * BLOCK_WORDS);
      for (const [index, block] of blocks.entries()) {
        intersect(block, slots, found.subarray(index * BLOCK_WORDS, (index + 1) * BLOCK_WORDS));
      }
      return makeRowSet(found);
    },
  };
}

function sliceOf(slot: number): number {
  return slot < FIRST_RARE_SLOT ? slot : FIRST_RARE_SLOT + (slot % (SLICES - FIRST_RARE_SLOT));
}

function intersect({ words, bits }: Block, slots: readonly number[], found: Uint32Array): void {
  found.set(bits.subarray(PRESENT * words, (PRESENT + 1) * words));
  for (const slot of slots) {
    let any = 0;
    for (let at = 0; at < words; at += 1) {
      const both = (found[at] ?? 0) & (bits[slot * words + at] ?? 0);
      found[at] = both;
      any |= both;
    }
    if (any === 0) return;
  }
}

function hasBit({ words, bits }: Block, slot: number, row: number): boolean {
  const word = (row % BLOCK_ROWS) >>> 5;
  return word < words && ((bits[slot * words + word] ?? 0) & (1 << (row & 31))) !== 0;
}

/** The block that a row is in, with room for it. */
function blockOf(blocks: Block[], row: number): Block {
  const index = Math.floor(row / BLOCK_ROWS);
  while (blocks.length <= index) {
    blocks.push({ words: FIRST_WORDS, bits: new Uint32Array((SLICES + 1) * FIRST_WORDS) });
  }
  const block = blocks[index];
  if (block === undefined) throw new RangeError(`There is no row ${row}.`);
  while (block.words * 32 <= row % BLOCK_ROWS) widen(block);
  return block;
}

function widen(block: Block): void {
  const { words, bits } = block;
  const wider = new Uint32Array(bits.length * 2);
  for (let slot = 0; slot <= SLICES; slot += 1) {
    wider.set(bits.subarray(slot * words, (slot + 1) * words), slot * words * 2);
  }
  block.words = words * 2;
  block.bits = wider;
}
