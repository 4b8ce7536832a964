import { randomUUID } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CmsError, isCmsError } from "../base/errors.ts";
import { giveBackPiece } from "./piece-pool.ts";

export interface WriteFileOptions {
  /** Who may do what with the file, before the process's mask. @default 0o666 */
  readonly mode?: number;
}

/**
 * Writes an export to a file, which is there when it is whole and durable, and not before: it is written
 * beside its place and renamed. What `zip` yields is for this file alone: its memory is used again when it
 * is written. Returns its size.
 *
 * @throws CmsError `storage_failed` with the system's error as its cause, and what `zip` throws
 */
export async function writeExportFile(
  path: string,
  zip: AsyncIterable<Uint8Array>,
  { mode = 0o666 }: WriteFileOptions = {},
): Promise<number> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`);
  try {
    const byteSize = await writeDurably(temporary, zip, mode);
    await rename(temporary, path);
    await syncFolder(dirname(path));
    return byteSize;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    if (isCmsError(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CmsError("storage_failed", `Could not write ${path}: ${reason}`, { cause: error });
  }
}

async function writeDurably(
  path: string,
  zip: AsyncIterable<Uint8Array>,
  mode: number,
): Promise<number> {
  await using file = await open(path, "wx", mode);
  const writer = new FileWriter(file);
  try {
    for await (const chunk of zip) await writer.write(chunk);
  } finally {
    // Nothing may write to a file that is closed.
    await writer.settled();
  }
  await writer.finish();
  return writer.byteSize;
}

/** So much is left to the system before the disk is to have it: at the end, nobody works while that is awaited. */
const SYNC_BYTES = 8_388_608;

/** Writes one chunk while the next one is made, and brings to the disk what was written before. */
class FileWriter {
  byteSize = 0;
  readonly #file: FileHandle;
  #unsynced = 0;
  #writing: Promise<void> = Promise.resolve();
  #syncing: Promise<void> = Promise.resolve();

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Resolves when the chunk before this one is written. */
  async write(chunk: Uint8Array): Promise<void> {
    await this.#writing;
    this.byteSize += chunk.length;
    this.#unsynced += chunk.length;
    this.#writing = later(this.#writeChunk(chunk));
    if (this.#unsynced < SYNC_BYTES) return;
    // A sync that failed is not tried again: the next one would be believed.
    await this.#syncing;
    this.#unsynced = 0;
    this.#syncing = later(this.#file.datasync());
  }

  async #writeChunk(chunk: Uint8Array): Promise<void> {
    await this.#file.writeFile(chunk);
    giveBackPiece(chunk);
  }

  async settled(): Promise<void> {
    await Promise.allSettled([this.#writing, this.#syncing]);
  }

  async finish(): Promise<void> {
    await Promise.all([this.#writing, this.#syncing]);
    await this.#file.sync();
  }
}

/** Whoever awaits it meets its failure; until then nobody has to. */
function later(work: Promise<void>): Promise<void> {
  work.catch(() => undefined);
  return work;
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, "r");
  await folder.sync();
}
