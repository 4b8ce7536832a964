/** Bytes that arrive in pieces and are taken in other pieces, without copying twice. */
export class ByteQueue {
  #chunks: Buffer[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The next byte, which stays. */
  peek(): number | undefined {
    return this.#chunks[0]?.[0];
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
  }

  /**
   * The bytes before the next `byte`, which is taken too; undefined when it has not arrived. They may
   * be part of what was pushed: to be read, not to be kept.
   */
  takeUntil(byte: number): Buffer | undefined {
    const [first] = this.#chunks;
    const end = first?.indexOf(byte) ?? -1;
    if (first !== undefined && end >= 0 && end + 1 < first.length) {
      this.#chunks[0] = first.subarray(end + 1);
      this.#size -= end + 1;
      return first.subarray(0, end);
    }
    let before = 0;
    for (const chunk of this.#chunks) {
      const at = chunk.indexOf(byte);
      if (at >= 0) return this.take(before + at + 1)?.subarray(0, -1);
      before += chunk.length;
    }
    return undefined;
  }

  /** The next `length` bytes as memory of their own; undefined when they have not arrived. */
  take(length: number): Buffer | undefined {
    if (length > this.#size) return undefined;
    const taken = Buffer.allocUnsafe(length);
    let filled = 0;
    let used = 0;
    while (filled < length) {
      const chunk = this.#chunks[used];
      if (chunk === undefined) return undefined;
      const part = Math.min(chunk.length, length - filled);
      chunk.copy(taken, filled, 0, part);
      filled += part;
      if (part < chunk.length) this.#chunks[used] = chunk.subarray(part);
      else used += 1;
    }
    if (used > 0) this.#chunks = this.#chunks.slice(used);
    this.#size -= length;
    return taken;
  }
}
