import { once } from "node:events";
import { Readable, type TransformCallback } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createDeflateRaw } from "node:zlib";
import { TarArchive, ZipArchive } from "archiver";

/** A file in a ZIP. Names are built only from validated ids and slugs. */
export interface ZipFile {
  readonly name: string;
  /** Content. A stream is read once, when its turn comes. */
  readonly content: Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Whether the content is deflated. */
  readonly compress: boolean;
}

interface WriteZipOptions {
  /** Modification time of every file. */
  readonly when: Date;
}

/** Fastest level: an export is created once and read once. */
const ZLIB = { level: 1 } as const;

/**
 * Yields the bytes of a ZIP of `files`, in order. The same files and time give the same bytes. Files are processed one
 * at a time at the reader's pace, so about 1 MB of content is in memory. When the reader stops, the iteration of
 * `files` and of the current content ends.
 *
 * @throws the errors of `files` and their content
 */
export async function* writeZip(
  files: AsyncIterable<ZipFile>,
  { when }: WriteZipOptions,
): AsyncGenerator<Buffer> {
  const archive = new BlockArchive({ zlib: ZLIB });
  const stopped = new AbortController();
  // The reader receives errors. One that occurs after reading ended must not crash the process.
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
  // The archive emits the same error, and the reader receives it.
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
    // Archiver loses track of a stream that fails, so this one ends normally instead.
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
  onError: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    onError(error);
  }
}

const BLOCK_BYTES = 65_536;

/**
 * Collects Archiver's output into blocks. Archiver writes headers in chunks of a few bytes and the central directory in
 * one go, which would all be queued in memory.
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

/** Readers reject larger files with a ratio above 100, as in ZIP bombs. */
const SMALL_BYTES = 65_536;
const MAX_RATIO = 50;

/** Whether a text can be deflated. Text that would exceed the readers' maximum ratio is stored uncompressed. */
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
  return byteSize <= deflatedSize * MAX_RATIO;
}

/** A file in a tar archive. Names are built only from validated ids and slugs. */
export interface TarFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** Creates a compressed tar archive of a few files in memory. */
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
