import { hash } from "node:crypto";
import { bytesOf, type QueryEntry } from "./query-entry.ts";

/** The bytes of an answer, put together from those of entries. */
export interface AnswerBody {
  /** Adds the JSON of an entry as it is. */
  addEntry(entry: QueryEntry): void;
  addBytes(bytes: Buffer): void;
  /** Adds bytes that are given as text, each of them one character. */
  addText(text: string): void;
  /** Says that what is added next is of this entry, or of none, in the place of a reference. */
  note(entry: QueryEntry | undefined): void;
  finish(): FinishedBody;
}

interface FinishedBody {
  /** See `QueryAnswer`. */
  readonly body: Buffer;
  /** See `QueryAnswer`. */
  readonly version: string | undefined;
}

/**
 * @param shape all that decides, beside the entries noted, how they are shown; undefined where that is more
 * than can be said
 */
export function startBody(shape: string | undefined): AnswerBody {
  const parts: Buffer[] = [];
  let noted = shape;
  const note = (mark: string, digest: string | undefined): void => {
    noted = noted === undefined || digest === undefined ? undefined : noted + mark + digest;
  };
  return {
    addEntry(entry) {
      note("=", entry.digest);
      parts.push(bytesOf(entry));
    },
    addBytes: (bytes) => void parts.push(bytes),
    addText: (text) => void parts.push(Buffer.from(text, "latin1")),
    note(entry) {
      if (entry === undefined) note("-", "");
      else note("+", entry.digest);
    },
    finish: () => ({
      body: Buffer.concat(parts),
      version: noted === undefined ? undefined : hash("sha256", noted, "base64url"),
    }),
  };
}
