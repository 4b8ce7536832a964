import { CmsError } from "@loam/cms-core";

/** Git's wire format: lines that start with their length in four hex digits (gitprotocol-common(5)). */
const HEAD_BYTES = 4;
/** Including the length. */
const MAX_LINE_BYTES = 65_520;

/** Ends a list of lines. */
export const FLUSH: Buffer = Buffer.from("0000");

/** Returns a line with its length prefix. */
export function pktLine(payload: string | Uint8Array): Buffer {
  const bytes = Buffer.from(payload);
  const length = (bytes.length + HEAD_BYTES).toString(16).padStart(HEAD_BYTES, "0");
  return Buffer.concat([Buffer.from(length), bytes]);
}

/** Splits bytes into lines of one sideband channel. */
export function bandLines(band: 1 | 2, bytes: Uint8Array): Buffer {
  const most = MAX_LINE_BYTES - HEAD_BYTES - 1;
  const lines: Buffer[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += most) {
    lines.push(pktLine(Buffer.concat([Buffer.from([band]), bytes.subarray(at, at + most)])));
  }
  return Buffer.concat(lines);
}

/** A line without its length. `flush` and `delimiter` are special lines; `end` is the end of the stream. */
export type PktLine = Buffer | "flush" | "delimiter" | "end";

/** Reads lines from a streamed body, and returns the data after them. */
export class PktReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #buffered: Buffer = Buffer.alloc(0);

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#chunks = body[Symbol.asyncIterator]();
  }

  /** @throws CmsError `invalid_request` for malformed data */
  async next(): Promise<PktLine> {
    if (!(await this.#fill(HEAD_BYTES))) {
      if (this.#buffered.length === 0) return "end";
      throw malformedError();
    }
    const digits = this.#take(HEAD_BYTES).toString("latin1");
    const length = /^[0-9a-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : -1;
    if (length === 0) return "flush";
    if (length === 1 || length === 2) return "delimiter";
    if (length < HEAD_BYTES || length > MAX_LINE_BYTES) throw malformedError();
    if (!(await this.#fill(length - HEAD_BYTES))) throw malformedError();
    return this.#take(length - HEAD_BYTES);
  }

  /** Returns everything after the lines that were read. */
  async *rest(): AsyncGenerator<Uint8Array> {
    if (this.#buffered.length > 0) yield this.#take(this.#buffered.length);
    yield* { [Symbol.asyncIterator]: () => this.#chunks };
  }

  async #fill(byteSize: number): Promise<boolean> {
    while (this.#buffered.length < byteSize) {
      const { value, done } = await this.#chunks.next();
      if (done === true) return false;
      this.#buffered = Buffer.concat([this.#buffered, value]);
    }
    return true;
  }

  #take(byteSize: number): Buffer {
    const taken = this.#buffered.subarray(0, byteSize);
    this.#buffered = this.#buffered.subarray(byteSize);
    return taken;
  }
}

function malformedError(): CmsError {
  return new CmsError("invalid_request", "The request is not in the Git protocol.");
}
