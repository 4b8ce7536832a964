import { hash } from "node:crypto";
import { bytesOf, type QueryEntry } from "./query-entry.ts";

/** The bytes of an answer, put together from those of entries. */
export interface AnswerBody {
  /** Adds the JSON of an entry as it is. */
  addEntry(entry: QueryEntry): void;
  /** Adds bytes that are given as text, each of them one character. */
  addText(text: string): void;
  /** Says that what is added next is of this entry, or of none, in the place of a reference. */
  note(entry: QueryEntry | undefined): void;
  finish(): FinishedBody;
}

interface FinishedBody {
  readonly bytes: Buffer;
  /** See `QueryAnswer`. */
  readonly version: string | undefined;
}

/**
 * @param shape all that decides, beside the entries noted, how they are shown; undefined where that is more
 * than can be said
 */
export function startBody(shape: string | undefined): AnswerBody {
  const parts: (Uint8Array | string)[] = [];
  let length = 0;
  let noted = shape;
  const note = (mark: string, digest: string | undefined): void => {
    noted = noted === undefined || digest === undefined ? undefined : noted + mark + digest;
  };
  return {
    addEntry(entry) {
      const bytes = bytesOf(entry);
      note("=", entry.digest);
      parts.push(bytes);
      length += bytes.length;
    },
    addText(text) {
      parts.push(text);
      length += text.length;
    },
    note(entry) {
      if (entry === undefined) note("-", "");
      else note("+", entry.digest);
    },
    finish: () => ({
      bytes: join(parts, length),
      version: noted === undefined ? undefined : hash("sha256", noted, "base64url"),
    }),
  };
}

function join(parts: readonly (Uint8Array | string)[], length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  for (const part of parts) {
    if (typeof part === "string") bytes.write(part, at, "latin1");
    else bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
