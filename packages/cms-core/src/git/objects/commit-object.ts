import { millisecondsTrailer } from "./commit-time.ts";
import type { Oid } from "./object-id.ts";

const MAX_MESSAGE_LENGTH = 16_384;
const MAX_NAME_LENGTH = 200;
const COMMITTER = "Loam HQ <hq@loam.invalid>";
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
// oxlint-disable-next-line no-control-regex
const CONTROL_BESIDES_LINES = /[\u0000-\u0009\u000b-\u001f\u007f]/g;

/** Who made a change. */
export interface Author {
  readonly name: string;
  readonly email: string;
}

export interface CommitFields {
  readonly tree: Oid;
  readonly parent: Oid | null;
  readonly mergeOf?: readonly Oid[];
  readonly author: Author;
  readonly when: Date;
  readonly message: string;
  readonly trailers: Readonly<Record<string, string>>;
}

/**
 * A commit object's bytes. The author is the person, the committer always Loam. Names and
 * addresses lose line breaks, control characters and angle brackets, so nobody can write another
 * header or appear as someone else. What git's whole seconds leave out of the time is the last trailer.
 */
export function printCommit(fields: CommitFields): Buffer {
  const time = `${Math.floor(fields.when.getTime() / 1000)} +0000`;
  const lines = [
    `tree ${fields.tree}`,
    ...[fields.parent ?? [], fields.mergeOf ?? []].flat().map((parent) => `parent ${parent}`),
    `author ${cleanAuthor(fields.author)} ${time}`,
    `committer ${COMMITTER} ${time}`,
    "",
    cleanMessage(fields.message),
  ];
  const all = { ...fields.trailers, ...millisecondsTrailer(fields.when) };
  const trailers = Object.entries(all).map(([key, text]) => `${key}: ${oneLine(text)}`);
  if (trailers.length > 0) lines.push("", ...trailers);
  return Buffer.from(`${lines.join("\n")}\n`);
}

/** As it stands in an object: nobody can write another line, or appear as someone else. */
export function cleanAuthor({ name, email }: Author): string {
  return `${cleanName(name, "Unknown")} <${cleanName(email, "unknown@loam.invalid").replaceAll(" ", "")}>`;
}

// What nearly every name and address is: nothing to clean.
const PLAIN_NAME = /^\w(?:[\w @+.-]{0,98}\w)?$/;

/** As git itself cleans names: no angle brackets, and no punctuation at either end. */
function cleanName(text: string, otherwise: string): string {
  if (PLAIN_NAME.test(text)) return text;
  const plain = oneLine(text)
    .replaceAll(/[<>]/g, "")
    .replaceAll(/^[\s.,:;"'\\]+|[\s.,:;"'\\]+$/g, "");
  const short = plain.slice(0, MAX_NAME_LENGTH).toWellFormed().trim();
  return short === "" ? otherwise : short;
}

export function oneLine(text: string): string {
  return text.toWellFormed().replaceAll(CONTROL, " ").trim();
}

function cleanMessage(message: string): string {
  const text = message
    .slice(0, MAX_MESSAGE_LENGTH)
    .toWellFormed()
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(CONTROL_BESIDES_LINES, " ")
    .trim();
  return text === "" ? "Change content" : text;
}
