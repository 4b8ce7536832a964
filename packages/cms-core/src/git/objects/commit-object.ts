import { deflateSync } from "node:zlib";
import { hashObject, type Oid } from "./object-id.ts";
import type { PackObject } from "./pack.ts";

const MAX_MESSAGE_LENGTH = 16_384;
const MAX_NAME_LENGTH = 200;
const COMMITTER = "Loam HQ <hq@loam.invalid>";
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
// oxlint-disable-next-line no-control-regex
const CONTROL_BESIDES_LINES = /[\u0000-\u0009\u000b-\u001f\u007f]/g;

/** Author of a change. */
export interface Author {
  readonly name: string;
  readonly email: string;
}

interface CommitFields {
  readonly tree: Oid;
  readonly parent: Oid | null;
  readonly mergeOf?: readonly Oid[];
  readonly author: Author;
  readonly when: Date;
  readonly message: string;
  readonly trailers: Readonly<Record<string, string>>;
}

/**
 * Returns the bytes of a commit object. The author is the person, the committer always Loam. Line breaks, control
 * characters, and angle brackets are removed from names and email addresses, so that no one can inject a header or
 * impersonate someone. The last trailer stores the milliseconds that Git's whole seconds omit.
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

/** Formats an author for an object, safe against header injection and impersonation. */
function cleanAuthor({ name, email }: Author): string {
  return `${cleanName(name, "Unknown")} <${cleanName(email, "unknown@loam.invalid").replaceAll(" ", "")}>`;
}

/** Cleans a name like Git: no angle brackets, and no punctuation at either end. */
function cleanName(text: string, otherwise: string): string {
  const plain = oneLine(text)
    .replaceAll(/[<>]/g, "")
    .replaceAll(/^[\s.,:;"'\\]+|[\s.,:;"'\\]+$/g, "");
  const short = plain.slice(0, MAX_NAME_LENGTH).toWellFormed().trim();
  return short === "" ? otherwise : short;
}

function oneLine(text: string): string {
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

/**
 * Parses the `Key: value` lines at the end of a commit message: its last paragraph, if all its lines have this form.
 */
export function parseTrailers(message: string): Readonly<Record<string, string>> {
  const paragraphs = message.trimEnd().split(/\n[ \t]*\n/);
  const last = paragraphs.slice(1).at(-1)?.split("\n") ?? [];
  const pairs = last.map((line) => /^([A-Za-z][A-Za-z-]*): (.*)$/.exec(line));
  if (pairs.includes(null)) return {};
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? "", pair?.[2] ?? ""]));
}

/** The last second of the year 9999. Later times have no widely readable ISO 8601 form. */
const LAST_SECOND = 253_402_300_799;

/** Trailer with the three digits of milliseconds. */
export const MILLISECONDS = "Loam-Milliseconds";

/**
 * Returns a commit's time in milliseconds since 1970: Git's seconds plus the milliseconds of its trailer. Pushed
 * commits can contain any value, so the time is clamped to a range that can be formatted.
 */
export function timeOfCommit(seconds: string, milliseconds = ""): number {
  const time = Number(seconds);
  if (!Number.isFinite(time)) return 0;
  const added = /^\d{3}$/.test(milliseconds) ? Number(milliseconds) : 0;
  return Math.min(Math.max(time, 0), LAST_SECOND) * 1000 + added;
}

/** Like `timeOfCommit`, from a whole commit message. */
export function timeOfMessage(seconds: number, message: string): number {
  return timeOfCommit(String(seconds), parseTrailers(message)[MILLISECONDS]);
}

/** Trailer for the milliseconds of a commit time; empty for a whole second. */
function millisecondsTrailer(when: Date): Readonly<Record<string, string>> {
  const digits = when.toISOString().slice(-"123Z".length, -1);
  return digits === "000" ? {} : { [MILLISECONDS]: digits };
}

/** An annotated tag. */
export interface Tag {
  /** Without `refs/tags/`. */
  readonly name: string;
  readonly commit: Oid;
  readonly tagger: Author;
  readonly when: Date;
  /** Lines after the tag's name. */
  readonly trailers: Readonly<Record<string, string>>;
}

/** Returns a tag as a pack object. */
export function tagObject({ name, commit, tagger, when, trailers }: Tag): PackObject {
  const all = { ...trailers, ...millisecondsTrailer(when) };
  const lines = [
    `object ${commit}`,
    "type commit",
    `tag ${name}`,
    `tagger ${cleanAuthor(tagger)} ${Math.floor(when.getTime() / 1000)} +0000`,
    "",
    name,
    "",
    ...Object.entries(all).map(([key, text]) => `${key}: ${oneLine(text)}`),
  ];
  const bytes = Buffer.from(`${lines.join("\n")}\n`);
  const oid = hashObject("tag", bytes);
  return { oid, type: "tag", size: bytes.length, stream: deflateSync(bytes) };
}

const HEAD = /^object ([0-9a-f]{40})\ntype commit\ntag (\S+)\ntagger (.*) <(.*)> (\d+) [+-]\d{4}\n/;

/** Returns undefined if the object isn't a tag of a commit. */
export function parseTag(bytes: Buffer): Tag | undefined {
  const text = bytes.toString("utf8");
  const [, commit, name, author = "", email = "", seconds = ""] = HEAD.exec(text) ?? [];
  if (commit === undefined || name === undefined) return undefined;
  const trailers = parseTrailers(text.slice(text.indexOf("\n\n") + 2));
  const when = new Date(timeOfCommit(seconds, trailers[MILLISECONDS]));
  return { name, commit, tagger: { name: author, email }, when, trailers };
}
