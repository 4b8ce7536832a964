import { promisify } from "node:util";
import { constants, crc32, deflateRaw, deflateRawSync } from "node:zlib";
import { CmsError } from "../base/errors.ts";
import { ByteLog } from "./byte-log.ts";
import { giveBackPiece, PIECE_BYTES, takePiece } from "./piece-pool.ts";
import {
  dataDescriptor,
  directoryHeader,
  endOfDirectory,
  localHeader,
  type ZipRecord,
} from "./zip-records.ts";

/** A file of a ZIP. Names come from checked ids and slugs alone; they are written as they are. */
export interface ZipFile {
  readonly name: string;
  /** What is a stream is read when its turn comes, once. */
  readonly content: Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Whether it is deflated, if that makes it smaller. */
  readonly compress: boolean;
  /** Whether a stream may have 4 GB and more. @default false */
  readonly wide?: boolean;
}

/**
 * Readers refuse what grows more than a hundredfold, as bombs do; so text that would is stored as it is.
 */
const MOST_RATIO = 50;

/** The fastest: text becomes a fifth larger than with the usual one, in half of the time. */
const LEVEL = 1;

/** What small files need of zlib's memory: a quarter of a megabyte for each would keep the collector busy. */
const SMALL = { bytes: 8192, options: { level: LEVEL, windowBits: 13, memLevel: 6 } } as const;

/** Of zlib's output; a small file's fits into as much as the file has. */
const OUTPUT = { least: 64, most: 65_536 } as const;

/** An empty last block: what is deflated piece by piece has no end of its own. */
const LAST_BLOCK = Buffer.from([3, 0]);

const NARROW_BYTES = 0xff_ff_ff_00;

/**
 * The bytes of a ZIP of `files`, in their order. The same files and time give the same bytes. At no time
 * is there more in memory than one piece, besides the directory at its end, a hundred bytes for each file.
 * Whoever stops reading ends the iteration of `files` and of the content that is being read.
 *
 * @throws CmsError `too_large` for a narrow stream that reaches 4 GB, and what `files` and contents throw
 */
export async function* writeZip(
  files: AsyncIterable<ZipFile>,
  { when }: { readonly when: Date },
): AsyncGenerator<Buffer> {
  const directory = new ByteLog();
  let count = 0;
  const pieces = new Pieces();
  const list = (record: ZipRecord): void => {
    directory.add(directoryHeader(record, when));
    count += 1;
  };
  let last: StoredContent | undefined;
  for await (const file of files) {
    if (file.content instanceof Uint8Array) {
      // A file under a second name follows the first one.
      if (last?.content !== file.content) last = storeContent(file.content, file.compress);
      const record = wholeFile(file.name, last, pieces.written);
      list(record);
      yield* pieces.add(localHeader(record, when), last.stored);
      continue;
    }
    const { name, compress, wide = false, content } = file;
    const begun = streamedFile(name, { compress, wide, offset: pieces.written });
    yield* pieces.add(localHeader(begun, when));
    const start = pieces.written;
    const tally = { crc: 0, byteSize: 0 };
    const mostBytes = wide ? Number.POSITIVE_INFINITY : NARROW_BYTES;
    const counted = countPieces(inPieces(content, compress), { name, tally, mostBytes });
    for await (const chunk of compress ? deflateAhead(counted) : counted) yield* pieces.add(chunk);
    if (compress) yield* pieces.add(LAST_BLOCK);
    const record = { ...begun, ...tally, storedSize: pieces.written - start };
    list(record);
    yield* pieces.add(dataDescriptor(record));
  }
  const { written: offset } = pieces;
  yield* pieces.add(...directory.blocks());
  yield* pieces.add(endOfDirectory({ files: count, offset, byteSize: directory.byteSize }));
  yield* pieces.rest();
}

interface StoredContent {
  readonly content: Uint8Array;
  readonly stored: Uint8Array;
  readonly crc: number;
}

function storeContent(content: Uint8Array, compress: boolean): StoredContent {
  const deflated = compress ? deflate(content) : content;
  const isDeflated =
    deflated.length < content.length && deflated.length * MOST_RATIO > content.length;
  return { content, stored: isDeflated ? deflated : content, crc: crc32(content) };
}

function deflate(content: Uint8Array): Buffer {
  const chunkSize = Math.min(Math.max(content.length, OUTPUT.least), OUTPUT.most);
  const options = content.length <= SMALL.bytes ? SMALL.options : { level: LEVEL };
  return deflateRawSync(content, { ...options, chunkSize });
}

function wholeFile(
  name: string,
  { content, stored, crc }: StoredContent,
  offset: number,
): ZipRecord {
  const sizes = { byteSize: content.length, storedSize: stored.length };
  const method = stored === content ? 0 : 8;
  return { name: Buffer.from(name), method, streamed: false, wide: false, crc, ...sizes, offset };
}

function streamedFile(
  name: string,
  { compress, wide, offset }: { compress: boolean; wide: boolean; offset: number },
): ZipRecord {
  const unknown = { crc: 0, byteSize: 0, storedSize: 0 };
  const method = compress ? 8 : 0;
  return { name: Buffer.from(name), method, streamed: true, wide, offset, ...unknown };
}

interface CountPieces {
  readonly name: string;
  /** Of what went by. */
  readonly tally: { crc: number; byteSize: number };
  readonly mostBytes: number;
}

async function* countPieces(
  pieces: AsyncIterable<Uint8Array>,
  { name, tally, mostBytes }: CountPieces,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    tally.crc = crc32(piece, tally.crc);
    tally.byteSize += piece.length;
    if (tally.byteSize > mostBytes) throw new CmsError("too_large", `${name} is too large.`);
    yield piece;
  }
}

/** Pieces that are deflated in threads while the next ones are made. */
const AHEAD = 2;

async function* deflateAhead(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const waiting: Promise<Buffer>[] = [];
  for await (const piece of pieces) {
    const deflated = deflatePiece(piece);
    // Met when it is awaited, if anybody still reads then.
    deflated.catch(() => undefined);
    waiting.push(deflated);
    const first = waiting.length > AHEAD ? waiting.shift() : undefined;
    if (first !== undefined) yield await first;
  }
  for (const deflated of waiting) yield await deflated;
}

const deflateRawInThread = promisify(deflateRaw);

/** Ends at a byte, so that the next piece can follow; pieces are deflated each by itself. */
async function deflatePiece(piece: Uint8Array): Promise<Buffer> {
  const finishFlush = constants.Z_SYNC_FLUSH;
  const options = { finishFlush, level: LEVEL, chunkSize: OUTPUT.most };
  const deflated = await deflateRawInThread(piece, options);
  const stored =
    deflated.length * MOST_RATIO > piece.length
      ? deflated
      : await deflateRawInThread(piece, { finishFlush, level: 0 });
  giveBackPiece(piece);
  return stored;
}

/** What is deflated is cut at the same places however it comes, so that the bytes are the same. */
async function* inPieces(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  compress: boolean,
): AsyncGenerator<Uint8Array> {
  if (!compress) return yield* content;
  let piece = takePiece();
  let size = 0;
  for await (const chunk of content) {
    for (let from = 0; from < chunk.length;) {
      const part = chunk.subarray(from, from + PIECE_BYTES - size);
      piece.set(part, size);
      size += part.length;
      from += part.length;
      if (size < PIECE_BYTES) continue;
      yield piece;
      piece = takePiece();
      size = 0;
    }
  }
  if (size > 0) yield piece.subarray(0, size);
}

/** Puts small parts together, and counts what was written; a large one goes on as it is, uncopied. */
class Pieces {
  written = 0;
  #piece = takePiece();
  #size = 0;

  *add(...parts: readonly Uint8Array[]): Generator<Buffer> {
    for (const part of parts) {
      this.written += part.length;
      if (part.length >= PIECE_BYTES) {
        yield* this.rest();
        yield Buffer.from(part.buffer, part.byteOffset, part.length);
        continue;
      }
      const room = this.#piece.length - this.#size;
      this.#take(part.subarray(0, room));
      if (part.length < room) continue;
      yield* this.rest();
      this.#take(part.subarray(room));
    }
  }

  *rest(): Generator<Buffer> {
    if (this.#size === 0) return;
    const piece = this.#piece.subarray(0, this.#size);
    this.#piece = takePiece();
    this.#size = 0;
    yield piece;
  }

  #take(part: Uint8Array): void {
    this.#piece.set(part, this.#size);
    this.#size += part.length;
  }
}
