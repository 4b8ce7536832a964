import { once } from "node:events";
import { Readable, type TransformCallback } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createDeflateRaw } from "node:zlib";
import { TarArchive, ZipArchive } from "archiver";

/** A file of a ZIP. Names come from checked ids and slugs alone. */
export interface ZipFile {
  readonly name: string;
  /** What is a stream is read when its turn comes, once. */
  readonly content: Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Whether it is deflated. */
  readonly compress: boolean;
}

interface WriteZipOptions {
  /** The time of every file. */
  readonly when: Date;
}

/** The fastest level: an export is made once and read once. */
const ZLIB = { level: 1 } as const;

/**
 * The bytes of a ZIP of `files`, in their order. The same files and time give the same bytes. One file is
 * under way at a time and waits for the reader, so memory holds about a megabyte of content. Whoever stops
 * reading ends the iteration of `files` and of the content that is being read.
 *
 * @throws what `files` and contents throw
 */
export async function* writeZip(
  files: AsyncIterable<ZipFile>,
  { when }: WriteZipOptions,
): AsyncGenerator<Buffer> {
  const archive = new BlockArchive({ zlib: ZLIB });
  const stopped = new AbortController();
  // The reader meets its failures; one that comes when nobody reads any more must not end the process.
  archive.on("error", () => undefined);
  const fed = feed(archive, files, { when, signal: stopped.signal }).catch((error: unknown) => {
    archive.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  try {
    for await (const chunk of archive) if (Buffer.isBuffer(chunk)) yield chunk;
  } finally {
    stopped.abort();
    await fed;
  }
}

interface FeedOptions extends WriteZipOptions {
  readonly signal: AbortSignal;
}

async function feed(
  archive: BlockArchive,
  files: AsyncIterable<ZipFile>,
  options: FeedOptions,
): Promise<void> {
  for await (const file of files) await append(archive, file, options);
  // Its failure is the archive's, which the reader meets.
  archive.finalize().catch(() => undefined);
}

async function append(
  archive: BlockArchive,
  { name, content, compress }: ZipFile,
  { when, signal }: FeedOptions,
): Promise<void> {
  const data = { name, date: when, mode: 0o644, store: !compress };
  const added = once(archive, "entry", { signal });
  if (content instanceof Uint8Array) {
    archive.append(Buffer.from(content.buffer, content.byteOffset, content.length), data);
    await added;
  } else {
    let failure: { readonly error: unknown } | undefined;
    // Archiver lets go of a stream that fails; to it, this one ends.
    const source = Readable.from(
      endOnFailure(content, (error) => (failure = { error })),
      { objectMode: false },
    );
    try {
      archive.append(source, data);
      await added;
    } finally {
      source.destroy();
      if (!source.closed) await once(source, "close");
    }
    if (failure !== undefined) throw failure.error;
  }
  while (archive.writableNeedDrain) await once(archive, "drain", { signal });
}

async function* endOnFailure(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  tell: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    tell(error);
  }
}

const BLOCK_BYTES = 65_536;

/**
 * Archiver writes headers in scraps of a few bytes, and at the end the directory of all files in one go, which
 * would wait in memory scrap by scrap. Here they become blocks as they come.
 */
class BlockArchive extends ZipArchive {
  #scraps: Buffer[] = [];
  #size = 0;
  #directory: Buffer[] | undefined;

  override async finalize(): Promise<void> {
    this.#directory = [];
    return super.finalize();
  }

  override _transform(chunk: Buffer, _: BufferEncoding, callback: TransformCallback): void {
    this.#scraps.push(chunk);
    this.#size += chunk.length;
    if (this.#size < BLOCK_BYTES) return callback();
    const block = this.#takeBlock();
    if (this.#directory === undefined) return callback(null, block);
    this.#directory.push(block);
    callback();
  }

  override _flush(callback: TransformCallback): void {
    for (const block of this.#directory ?? []) this.push(block);
    callback(null, this.#takeBlock());
  }

  #takeBlock(): Buffer {
    const block = Buffer.concat(this.#scraps);
    this.#scraps = [];
    this.#size = 0;
    return block;
  }
}

/** Readers refuse what grows more than a hundredfold, as bombs do, if it is longer than this. */
const SMALL_BYTES = 65_536;
const MOST_RATIO = 50;

/** Whether a text may be deflated: what would grow more than readers take is stored as it is. */
export async function isDeflatable(
  content: Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<boolean> {
  if (content instanceof Uint8Array && content.length <= SMALL_BYTES) return true;
  let byteSize = 0;
  let deflatedSize = 0;
  await pipeline(
    content instanceof Uint8Array ? [content] : content,
    async function* count(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        byteSize += chunk.length;
        yield chunk;
      }
    },
    createDeflateRaw(ZLIB),
    async (chunks: AsyncIterable<Uint8Array>) => {
      for await (const chunk of chunks) deflatedSize += chunk.length;
    },
  );
  return byteSize <= deflatedSize * MOST_RATIO;
}

/** A file of a tar archive. Names come from checked ids and slugs alone. */
export interface TarFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** A compressed tar archive of a few files that are in memory anyway. */
export async function writeTar(
  files: readonly TarFile[],
  { when }: { readonly when: Date },
): Promise<Buffer> {
  const archive = new TarArchive({ gzip: true });
  for (const { name, content } of files) {
    archive.append(Buffer.from(content), { name, date: when, mode: 0o644 });
  }
  const written = Array.fromAsync(archive, (chunk: Uint8Array) => chunk);
  await archive.finalize();
  return Buffer.concat(await written);
}
