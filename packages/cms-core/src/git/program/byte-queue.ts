const NOTHING = Buffer.alloc(0);

/** Bytes that arrive in pieces and are taken in other pieces, without copying twice. */
export class ByteQueue {
  readonly #chunks: Buffer[] = [];
  /** How much of the first chunk was taken. */
  #start = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The next byte, or the one so many behind it, if it came in the same piece; it stays. */
  peek(behind: number = 0): number | undefined {
    return this.#chunks[0]?.[this.#start + behind];
  }

  /** Whether these ASCII characters come next, or so many bytes behind, in one piece; they stay. */
  startsWith(text: string, behind: number): boolean {
    const [first] = this.#chunks;
    const start = this.#start + behind;
    if (first === undefined || start + text.length > first.length) return false;
    for (let at = 0; at < text.length; at += 1) {
      if (first[start + at] !== text.charCodeAt(at)) return false;
    }
    return true;
  }

  /** What is in one piece; to be read, not to be kept. It stays until it is dropped. */
  first(): Buffer {
    return this.#chunks[0]?.subarray(this.#start) ?? NOTHING;
  }

  push(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.#size += chunk.length;
  }

  /**
   * The bytes before the next `byte`, which is taken too; undefined when it has not arrived. They may
   * be part of what was pushed: to be read, not to be kept.
   */
  takeUntil(byte: number): Buffer | undefined {
    // Nearly always it is in the first piece.
    const [first] = this.#chunks;
    const end = first?.indexOf(byte, this.#start) ?? -1;
    if (first !== undefined && end >= 0) {
      const seen = first.subarray(this.#start, end);
      this.drop(end + 1 - this.#start);
      return seen;
    }
    let before = -this.#start;
    for (const chunk of this.#chunks) {
      const at = chunk.indexOf(byte, Math.max(-before, 0));
      if (at >= 0) return this.view(before + at + 1)?.subarray(0, -1);
      before += chunk.length;
    }
    return undefined;
  }

  /**
   * The next `length` bytes; undefined when they have not arrived. They may be part of what was
   * pushed: to be read, not to be kept.
   */
  view(length: number): Buffer | undefined {
    const [first] = this.#chunks;
    const end = this.#start + length;
    if (first === undefined || end > first.length) return this.take(length);
    const seen = first.subarray(this.#start, end);
    this.drop(length);
    return seen;
  }

  /** The next `length` bytes as memory of their own; undefined when they have not arrived. */
  take(length: number): Buffer | undefined {
    if (length > this.#size) return undefined;
    const taken = Buffer.allocUnsafe(length);
    for (let filled = 0; filled < length;) {
      const [chunk] = this.#chunks;
      if (chunk === undefined) return undefined;
      const part = chunk.copy(taken, filled, this.#start);
      this.drop(part);
      filled += part;
    }
    return taken;
  }

  /** Lets go of bytes of what is in one piece. */
  drop(length: number): void {
    this.#start += length;
    this.#size -= length;
    if (this.#start < (this.#chunks[0]?.length ?? 0)) return;
    this.#chunks.shift();
    this.#start = 0;
  }
}
