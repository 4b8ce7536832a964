import type { Touch } from "../git/change-log.ts";
import type { EntryRecord, RowRecord, RowText, RowValue } from "./entry-writer.ts";
import type { FactLink } from "./version-facts.ts";

/**
 * Rows on their way to another thread. Few large values are copied in a third of the time of many, and
 * texts are not copied at all: they are bytes in memory that both see, which no collector looks at. It is not
 * transferred: after the first transfer the engine throws away all code it has compiled that reads bytes.
 */
export interface RowBatch {
  readonly count: number;
  /** Title and text of each row, one after the other. */
  readonly texts: Uint8Array<SharedArrayBuffer>;
  /** How many bytes each of them has; below zero, and one less, where it is not all ASCII. */
  readonly lengths: Int32Array;
  /** What each value is, one row after the other: `NULL`, `NUMBER`, or the length of a text. */
  readonly kinds: Int32Array;
  readonly numbers: Float64Array;
  /** All values that are texts, without anything between them. */
  readonly words: string;
  /** Of the rows that have some. */
  readonly links: readonly (readonly [row: number, links: readonly FactLink[]])[];
}

/** Rows with who changed them, and when, in the order of the rows. */
export interface TouchedBatch extends RowBatch {
  readonly touches: readonly (Touch | undefined)[];
}

/** Collects rows for a batch. */
export interface RowPacker {
  /** @param record with as many columns as the others have */
  readonly put: (record: EntryRecord) => void;
  readonly count: () => number;
  /** How much room the texts take, which is what batches differ by. */
  readonly byteSize: () => number;
  /** What was put since the last call. */
  readonly take: () => RowBatch;
  /** Takes memory of a batch that was read, for another one. */
  readonly reuse: (texts: RowBatch["texts"]) => void;
}

const NULL = -1;
const NUMBER = -2;
const FIRST_BYTES = 256 * 1024;

export function createRowPacker(): RowPacker {
  const texts = createTextStore();
  let kinds: number[] = [];
  let numbers: number[] = [];
  let words = "";
  let links: (readonly [number, readonly FactLink[]])[] = [];
  let count = 0;
  const putValue = (value: RowValue): void => {
    if (typeof value === "string") {
      kinds.push(value.length);
      words += value;
    } else if (value === null) {
      kinds.push(NULL);
    } else {
      kinds.push(NUMBER);
      numbers.push(value);
    }
  };
  return {
    count: () => count,
    byteSize: texts.byteSize,
    reuse: texts.reuse,
    put: ({ columns, title, text, links: own }) => {
      for (const value of columns) putValue(value);
      texts.put(title);
      texts.put(text);
      if (own.length > 0) links.push([count, own]);
      count += 1;
    },
    take: () => {
      const packed = { kinds: Int32Array.from(kinds), numbers: Float64Array.from(numbers) };
      const batch = { count, ...texts.take(), ...packed, words, links };
      [kinds, numbers, words, links, count] = [[], [], "", [], 0];
      return batch;
    },
  };
}

interface TextStore extends Pick<RowPacker, "byteSize" | "reuse"> {
  readonly put: (text: string) => void;
  readonly take: () => Pick<RowBatch, "texts" | "lengths">;
}

function createTextStore(): TextStore {
  const free: Buffer<SharedArrayBuffer>[] = [];
  let store = sharedMemory(FIRST_BYTES);
  let lengths: number[] = [];
  let size = 0;
  return {
    byteSize: () => size,
    put: (text) => {
      const length = Buffer.byteLength(text);
      const isAscii = length === text.length;
      if (size + length > store.length) {
        const larger = sharedMemory(2 * (size + length));
        store.copy(larger, 0, 0, size);
        store = larger;
      }
      store.write(text, size, isAscii ? "latin1" : "utf8");
      lengths.push(isAscii ? length : ~length);
      size += length;
    },
    take: () => {
      const taken = { texts: new Uint8Array(store.buffer), lengths: Int32Array.from(lengths) };
      store = free.pop() ?? sharedMemory(store.length);
      [lengths, size] = [[], 0];
      return taken;
    },
    reuse: ({ buffer }) => void free.push(Buffer.from(buffer)),
  };
}

function sharedMemory(length: number): Buffer<SharedArrayBuffer> {
  return Buffer.from(new SharedArrayBuffer(length));
}

/** The rows that were packed, in their order; valid for as long as the batch is not changed. */
export function unpackRows(batch: RowBatch): RowRecord[] {
  const { count, kinds } = batch;
  const width = kinds.length / count;
  const links = new Map(batch.links);
  const nextText = textReader(batch);
  const nextValue = valueReader(batch);
  return Array.from({ length: count }, (_, row) => {
    const columns: RowValue[] = [];
    while (columns.length < width) columns.push(nextValue());
    return { columns, title: nextText(), text: nextText(), links: links.get(row) ?? [] };
  });
}

function textReader({ texts, lengths }: RowBatch): () => RowText {
  const decoder = Buffer.from(texts.buffer);
  let [text, at] = [0, 0];
  return () => {
    const length = lengths[text] ?? 0;
    const start = at;
    text += 1;
    at += length < 0 ? ~length : length;
    return length < 0 ? decoder.toString("utf8", start, at) : { bytes: texts, start, end: at };
  };
}

function valueReader({ kinds, numbers, words }: RowBatch): () => RowValue {
  let [kind, number, at] = [0, 0, 0];
  return () => {
    const length = kinds[kind] ?? NULL;
    kind += 1;
    if (length === NULL) return null;
    if (length === NUMBER) {
      number += 1;
      return numbers[number - 1] ?? null;
    }
    at += length;
    return words.slice(at - length, at);
  };
}
