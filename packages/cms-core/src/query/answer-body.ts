import { hash } from "node:crypto";
import { bytesOf, type QueryEntry } from "./query-entry.ts";

/** The bytes of an answer, put together from those of entries. */
export interface AnswerBody {
  /** Adds the JSON of an entry as it is. */
  addEntry(entry: QueryEntry): void;
  /**
   * Adds bytes of an entry, which never change.
   *
   * @param from the first of them; default 0
   * @param to the one behind the last; default all
   */
  addBytes(bytes: Buffer, from?: number, to?: number): void;
  /** Adds bytes that are given as text, each of them one character. */
  addText(text: string): void;
  /** Says that what is added next is of this entry, or of none, in the place of a reference. */
  note(entry: QueryEntry | undefined): void;
  finish(): FinishedBody;
}

interface FinishedBody {
  /** See `QueryAnswer`. */
  readonly pieces: readonly Buffer[];
  /** See `QueryAnswer`. */
  readonly length: number;
  /** See `QueryAnswer`. */
  readonly version: string | undefined;
}

/**
 * @param shape all that decides, beside the entries noted, how they are shown; undefined where that is more
 * than can be said
 */
export function startBody(shape: string | undefined): AnswerBody {
  const parts: (Buffer | string)[] = [];
  let run: Run | undefined;
  // What stands behind the run.
  let text = "";
  let length = 0;
  let noted = shape;
  const note = (mark: string, digest: string | undefined): void => {
    noted = noted === undefined || digest === undefined ? undefined : noted + mark + digest;
  };
  const endRun = (): void => {
    if (run !== undefined)
      parts.push(Buffer.from(run.memory.buffer, run.start, run.end - run.start));
    if (text !== "") parts.push(text);
    text = "";
  };
  const addBytes = (bytes: Buffer, from = 0, to = bytes.length): void => {
    length += to - from;
    const start = bytes.byteOffset + from;
    if (run !== undefined && goesOn(run, text, { memory: bytes.buffer, start })) {
      run.end = start + to - from;
      text = "";
      return;
    }
    endRun();
    run = { memory: new Uint8Array(bytes.buffer), start, end: start + to - from };
  };
  return {
    addEntry(entry) {
      note("=", entry.digest);
      addBytes(bytesOf(entry));
    },
    addBytes,
    addText(more) {
      text += more;
      length += more.length;
    },
    note(entry) {
      if (entry === undefined) note("-", "");
      else note("+", entry.digest);
    },
    finish() {
      endRun();
      return {
        pieces: isWorthCopy(parts, length)
          ? [join(parts, Buffer.allocUnsafe(length))]
          : piecesOf(parts),
        length,
        version: noted === undefined ? undefined : hash("sha256", noted, "base64url"),
      };
    },
  };
}

/** A stretch of memory. */
interface Run {
  readonly memory: Uint8Array;
  readonly start: number;
  end: number;
}

const COMMA = 0x2c;

/**
 * Whether these bytes stand in memory behind a run and its text: a list keeps its entries with commas between
 * them, so a page of it is one stretch or a few.
 */
function goesOn(
  { memory, end }: Run,
  text: string,
  next: { readonly memory: ArrayBufferLike; readonly start: number },
): boolean {
  if (next.memory !== memory.buffer || next.start !== end + text.length) return false;
  return text === "" || (text === "," && memory[end] === COMMA);
}

/** Of shorter pieces, copying them takes less than handing each to the system. */
const PIECE_BYTES = 8192;

function isWorthCopy(parts: readonly (Buffer | string)[], length: number): boolean {
  return parts.length > 1 && parts.length * PIECE_BYTES > length;
}

function piecesOf(parts: readonly (Buffer | string)[]): readonly Buffer[] {
  return parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part));
}

function join(parts: readonly (Buffer | string)[], bytes: Buffer): Buffer {
  let at = 0;
  for (const part of parts) {
    if (typeof part === "string") bytes.write(part, at, "latin1");
    else bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
