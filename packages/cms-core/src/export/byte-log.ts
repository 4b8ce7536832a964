/** So much is copied together before another block is begun. */
const BLOCK_BYTES = 262_144;

/**
 * Many small pieces of bytes, kept as a few large blocks: a piece costs its bytes and nothing else, however
 * many there are.
 */
export class ByteLog {
  byteSize = 0;
  readonly #full: Buffer[] = [];
  #block = Buffer.alloc(0);
  #used = 0;

  add(bytes: Uint8Array): void {
    if (this.#used + bytes.length > this.#block.length) {
      if (this.#used > 0) this.#full.push(this.#block.subarray(0, this.#used));
      this.#block = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, bytes.length));
      this.#used = 0;
    }
    this.#block.set(bytes, this.#used);
    this.#used += bytes.length;
    this.byteSize += bytes.length;
  }

  /** What was added until now, in its order. */
  *blocks(): Generator<Buffer> {
    yield* this.#full;
    if (this.#used > 0) yield this.#block.subarray(0, this.#used);
  }
}
