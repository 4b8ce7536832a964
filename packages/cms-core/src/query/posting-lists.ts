import { type GrowingArray, growingUint32 } from "./growing-array.ts";
import { addBits, copyBits, type RowBits } from "./row-bits.ts";

/**
 * Lists of ascending numbers, one for each key, that grow at their ends: which rows have a word, or
 * which words have three characters. Keys are small whole numbers that the caller gives out.
 */
export interface PostingLists {
  /** Takes a number that is not below the last one of this key; the same one again is taken once. */
  readonly add: (key: number, number: number) => void;
  readonly count: (key: number) => number;
  /** The numbers of a list into `into`, from `at` on; returns where they end. */
  readonly copy: (key: number, into: Uint32Array, at: number) => number;
  /** The list as one bit a number, where it is kept so; it may end before the last number of others. */
  readonly bits: (key: number) => RowBits | undefined;
  /** Sets the bits of all numbers of a list. */
  readonly mark: (key: number, bits: RowBits) => void;
}

// A list of one number is that number, in the table of keys itself: most words of most sites stand in
// one text. A longer one is its steps as bytes, in pieces of a large array, each twice as long as the
// one before and ended by where the next one is. One that has every eighth number is a list of bits,
// which takes no more and is what makes a search for a common word independent of its texts.
const CHUNK_SHIFT = 16;
const CHUNK_BYTES = 2 ** CHUNK_SHIFT;
const FIRST_CHUNK_BYTES = 1024;
const LINK_BYTES = 4;
const FIRST_PIECE = 8;
const LARGEST_PIECE = 4096;
const DENSE = 8;
const MIN_DENSE = 64;

/** What is kept of a list that is longer than one, in `records`. One of bits has no piece. */
const RECORD = 6;
const START = 0;
const END = 1;
const PIECE_END = 2;
const PIECE = 3;
const LAST = 4;
const COUNT = 5;

/** The records, the bytes and the bits of lists of more than one number. */
interface Lists {
  readonly refs: GrowingArray<Uint32Array<ArrayBuffer>>;
  readonly records: GrowingArray<Uint32Array<ArrayBuffer>>;
  readonly chunks: Uint8Array<ArrayBuffer>[];
  /** Where the next piece begins. */
  free: number;
  readonly dense: RowBits[];
}

export function createPostingLists(): PostingLists {
  const refs = growingUint32();
  const records = growingUint32();
  for (let at = 0; at < RECORD; at += 1) records.push(0);
  const lists: Lists = { refs, records, chunks: [], free: 0, dense: [] };
  return {
    add: (key, number) => addTo(lists, key, number),
    count: (key) => {
      const ref = refOf(lists, key);
      return (ref & 1) === 1 ? 1 : (records.values[(ref >>> 1) + COUNT] ?? 0);
    },
    copy: (key, into, at) => copyOf(lists, refOf(lists, key), { into, at }),
    bits: (key) => bitsAt(lists, refOf(lists, key)),
    mark: (key, bits) => markOf(lists, refOf(lists, key), bits),
  };
}

function refOf({ refs }: Lists, key: number): number {
  return key < refs.length ? (refs.values[key] ?? 0) : 0;
}

/** 0: no list. Odd: its only number, doubled, and one. Even: where its record is, doubled. */
function addTo(lists: Lists, key: number, number: number): void {
  const { refs, records } = lists;
  while (refs.length <= key) refs.push(0);
  const ref = refs.values[key] ?? 0;
  if (ref === 0) {
    refs.values[key] = number * 2 + 1;
  } else if ((ref & 1) === 1) {
    const first = ref >>> 1;
    if (first === number) return;
    const record = records.length;
    for (let at = 0; at < RECORD; at += 1) records.push(0);
    const start = takePiece(lists, FIRST_PIECE);
    setRecord(lists, record, { start, piece: FIRST_PIECE });
    refs.values[key] = record * 2;
    append(lists, record * 2, first);
    append(lists, record * 2, number);
  } else if ((records.values[(ref >>> 1) + LAST] ?? 0) !== number) {
    append(lists, ref, number);
  }
}

interface NewPiece {
  readonly start: number;
  readonly piece: number;
}

function setRecord({ records }: Lists, record: number, { start, piece }: NewPiece): void {
  records.values[record + START] = start;
  records.values[record + END] = start;
  records.values[record + PIECE_END] = start + piece - LINK_BYTES;
  records.values[record + PIECE] = piece;
}

function append(lists: Lists, ref: number, number: number): void {
  const { values } = lists.records;
  const record = ref >>> 1;
  const count = values[record + COUNT] ?? 0;
  if (values[record + PIECE] === 0) setBit(lists, values[record + START] ?? 0, number);
  else writeStep(lists, record, number - (values[record + LAST] ?? 0));
  values[record + LAST] = number;
  values[record + COUNT] = count + 1;
  if (count >= MIN_DENSE && count * DENSE > number) makeDense(lists, ref, number);
}

function makeDense(lists: Lists, ref: number, last: number): void {
  const { records, dense } = lists;
  if (bitsAt(lists, ref) !== undefined) return;
  const bits = new Uint32Array((last >>> 5) + MIN_DENSE);
  markOf(lists, ref, bits);
  records.values[(ref >>> 1) + PIECE] = 0;
  records.values[(ref >>> 1) + START] = dense.push(bits) - 1;
}

function bitsAt({ records, dense }: Lists, ref: number): RowBits | undefined {
  const { values } = records;
  const record = ref >>> 1;
  if (ref === 0 || (ref & 1) === 1 || values[record + PIECE] !== 0) return undefined;
  return dense[values[record + START] ?? 0];
}

function setBit({ dense }: Lists, index: number, number: number): void {
  const bits = dense[index];
  const word = number >>> 5;
  if (bits === undefined) return;
  if (word < bits.length) {
    bits[word] = (bits[word] ?? 0) | (1 << (number & 31));
    return;
  }
  const longer = new Uint32Array(word + (word >>> 2) + 1);
  longer.set(bits);
  longer[word] = 1 << (number & 31);
  dense[index] = longer;
}

/** Seven bits a byte, the lowest first; all bytes but the last have the eighth. */
function writeStep(lists: Lists, record: number, step: number): void {
  let rest = step;
  while (rest >= 0x80) {
    writeByte(lists, record, (rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  writeByte(lists, record, rest);
}

function writeByte(lists: Lists, record: number, byte: number): void {
  const { values } = lists.records;
  if (values[record + END] === values[record + PIECE_END]) nextPiece(lists, record);
  const end = values[record + END] ?? 0;
  const chunk = lists.chunks[end >>> CHUNK_SHIFT];
  if (chunk !== undefined) chunk[end & (CHUNK_BYTES - 1)] = byte;
  values[record + END] = end + 1;
}

function nextPiece(lists: Lists, record: number): void {
  const { values } = lists.records;
  const link = values[record + END] ?? 0;
  const piece = Math.min((values[record + PIECE] ?? 0) * 2, LARGEST_PIECE);
  const start = takePiece(lists, piece);
  const chunk = lists.chunks[link >>> CHUNK_SHIFT];
  for (let at = 0; at < LINK_BYTES; at += 1) {
    if (chunk !== undefined) chunk[(link & (CHUNK_BYTES - 1)) + at] = start >>> (8 * at);
  }
  values[record + END] = start;
  values[record + PIECE_END] = start + piece - LINK_BYTES;
  values[record + PIECE] = piece;
}

/** No piece lies in two chunks. Only the first chunk begins small. */
function takePiece(lists: Lists, bytes: number): number {
  const { chunks } = lists;
  const left = CHUNK_BYTES - (lists.free & (CHUNK_BYTES - 1));
  if (left < bytes) lists.free += left;
  const start = lists.free;
  const index = start >>> CHUNK_SHIFT;
  const to = (start & (CHUNK_BYTES - 1)) + bytes;
  const chunk = chunks[index];
  if (chunk === undefined) {
    chunks.push(new Uint8Array(index === 0 ? Math.max(FIRST_CHUNK_BYTES, bytes) : CHUNK_BYTES));
  } else if (chunk.length < to) {
    const larger = new Uint8Array(Math.min(Math.max(chunk.length * 2, to), CHUNK_BYTES));
    larger.set(chunk);
    chunks[index] = larger;
  }
  lists.free += bytes;
  return start;
}

interface Copying {
  readonly into: Uint32Array;
  readonly at: number;
}

function copyOf(lists: Lists, ref: number, { into, at }: Copying): number {
  if ((ref & 1) === 1) {
    into[at] = ref >>> 1;
    return at + 1;
  }
  const dense = bitsAt(lists, ref);
  if (dense !== undefined) return copyBits(dense, into, at);
  return decode(lists, ref, { into, at });
}

function markOf(lists: Lists, ref: number, bits: RowBits): void {
  if ((ref & 1) === 1) {
    const number = ref >>> 1;
    bits[number >>> 5] = (bits[number >>> 5] ?? 0) | (1 << (number & 31));
    return;
  }
  const dense = bitsAt(lists, ref);
  if (dense === undefined) {
    const numbers = new Uint32Array(lists.records.values[(ref >>> 1) + COUNT] ?? 0);
    decode(lists, ref, { into: numbers, at: 0 });
    for (let at = 0; at < numbers.length; at += 1) {
      const number = numbers[at] ?? 0;
      bits[number >>> 5] = (bits[number >>> 5] ?? 0) | (1 << (number & 31));
    }
    return;
  }
  addBits(bits, dense);
}

/** Reads the steps of a list that is kept as bytes; returns where its numbers end. */
function decode(
  { records: { values }, chunks }: Lists,
  ref: number,
  { into, at: first }: Copying,
): number {
  const record = ref >>> 1;
  const last = first + (values[record + COUNT] ?? 0);
  let from = values[record + START] ?? 0;
  let piece = FIRST_PIECE;
  let chunk = chunks[from >>> CHUNK_SHIFT] ?? NO_BYTES;
  let at = from & (CHUNK_BYTES - 1);
  let pieceEnd = at + piece - LINK_BYTES;
  let number = 0;
  let step = 0;
  let shift = 0;
  for (let place = first; place < last;) {
    if (at === pieceEnd) {
      from = linkAt(chunk, at);
      piece = Math.min(piece * 2, LARGEST_PIECE);
      chunk = chunks[from >>> CHUNK_SHIFT] ?? NO_BYTES;
      at = from & (CHUNK_BYTES - 1);
      pieceEnd = at + piece - LINK_BYTES;
    }
    const byte = chunk[at] ?? 0;
    at += 1;
    step |= (byte & 0x7f) << shift;
    shift += 7;
    if (byte >= 0x80) continue;
    number += step;
    into[place] = number;
    place += 1;
    step = 0;
    shift = 0;
  }
  return last;
}

const NO_BYTES = new Uint8Array();

function linkAt(chunk: Uint8Array, from: number): number {
  let link = 0;
  for (let byte = LINK_BYTES - 1; byte >= 0; byte -= 1) {
    link = link * 256 + (chunk[from + byte] ?? 0);
  }
  return link;
}
