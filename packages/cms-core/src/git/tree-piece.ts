import { ownBytes } from "../base/own-bytes.ts";
import { adler32, deflatePiece, deflatePieceInPool, type StreamPiece } from "./deflate.ts";
import { endOfEntry, entryOffsets } from "./tree-bytes.ts";

const MAX_BYTES = 64 * 1024;
const CUT_BYTES = 32 * 1024;

/** A run of entries of a folder's list, with what was once found out about their bytes. */
export class TreePiece implements StreamPiece {
  readonly bytes: Buffer;
  #offsets: readonly number[] | undefined;
  #deflated: Buffer | undefined;
  #adler: number | undefined;

  /**
   * @param bytes kept in memory of their own
   * @param offsets of a piece whose entries stand at the same places
   */
  constructor(bytes: Buffer, offsets?: readonly number[]) {
    this.bytes = ownBytes(bytes);
    this.#offsets = offsets;
  }

  /**
   * Where each entry begins, and the end as the last one.
   *
   * @throws CmsError `repository_broken`
   */
  get offsets(): readonly number[] {
    this.#offsets ??= entryOffsets(this.bytes);
    return this.#offsets;
  }

  /** See `deflatePiece`. */
  get deflated(): Buffer {
    this.#deflated ??= ownBytes(deflatePiece(this.bytes));
    return this.#deflated;
  }

  /** Makes it outside the main thread, unless it is there. */
  async deflateInPool(): Promise<void> {
    this.#deflated ??= ownBytes(await deflatePieceInPool(this.bytes));
  }

  get length(): number {
    return this.bytes.length;
  }

  get adler(): number {
    this.#adler ??= adler32(this.bytes);
    return this.#adler;
  }
}

/**
 * Cuts what is too long for one piece.
 *
 * @throws CmsError `repository_broken`
 */
export function cutPieces(bytes: Buffer): TreePiece[] {
  if (bytes.length === 0) return [];
  if (bytes.length <= MAX_BYTES) return [new TreePiece(bytes)];
  const pieces: TreePiece[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length;) {
    at = endOfEntry(bytes, at);
    if (at - start < CUT_BYTES && at < bytes.length) continue;
    pieces.push(new TreePiece(bytes.subarray(start, at)));
    start = at;
  }
  return pieces;
}
