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

/** Who made a change. */
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
function cleanAuthor({ name, email }: Author): string {
  return `${cleanName(name, "Unknown")} <${cleanName(email, "unknown@loam.invalid").replaceAll(" ", "")}>`;
}

/** As git itself cleans names: no angle brackets, and no punctuation at either end. */
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

/** The `Key: value` lines that end a commit's message: its last paragraph, where every line of it is one. */
export function parseTrailers(message: string): Readonly<Record<string, string>> {
  const paragraphs = message.trimEnd().split(/\n[ \t]*\n/);
  const last = paragraphs.slice(1).at(-1)?.split("\n") ?? [];
  const pairs = last.map((line) => /^([A-Za-z][A-Za-z-]*): (.*)$/.exec(line));
  if (pairs.includes(null)) return {};
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? "", pair?.[2] ?? ""]));
}

/** The last second of the year 9999: later times have no ISO 8601 form that is read everywhere. */
const LAST_SECOND = 253_402_300_799;

/** The trailer with what git's whole seconds leave out: three digits. */
export const MILLISECONDS = "Loam-Milliseconds";

/**
 * Milliseconds since 1970 of a commit's time: git's seconds, and the milliseconds that its trailer adds. Whoever
 * pushes says what they are, so the time is kept within what can be written: what follows from a commit must be
 * readable, whatever its clock said.
 */
export function timeOfCommit(seconds: string, milliseconds = ""): number {
  const time = Number(seconds);
  if (!Number.isFinite(time)) return 0;
  const added = /^\d{3}$/.test(milliseconds) ? Number(milliseconds) : 0;
  return Math.min(Math.max(time, 0), LAST_SECOND) * 1000 + added;
}

/** The same of a commit that is read whole. */
export function timeOfMessage(seconds: number, message: string): number {
  return timeOfCommit(String(seconds), parseTrailers(message)[MILLISECONDS]);
}

/** The trailer of a commit that is made at a time; none for a whole second. */
function millisecondsTrailer(when: Date): Readonly<Record<string, string>> {
  const digits = when.toISOString().slice(-"123Z".length, -1);
  return digits === "000" ? {} : { [MILLISECONDS]: digits };
}

/** A tag that says who named a commit so, and when. */
export interface Tag {
  /** Without `refs/tags/`. */
  readonly name: string;
  readonly commit: Oid;
  readonly tagger: Author;
  readonly when: Date;
  /** Lines after its name. */
  readonly trailers: Readonly<Record<string, string>>;
}

/** A tag as an object of a pack. */
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

/** Undefined for what is no tag of a commit. */
export function parseTag(bytes: Buffer): Tag | undefined {
  const text = bytes.toString("utf8");
  const [, commit, name, author = "", email = "", seconds = ""] = HEAD.exec(text) ?? [];
  if (commit === undefined || name === undefined) return undefined;
  const trailers = parseTrailers(text.slice(text.indexOf("\n\n") + 2));
  const when = new Date(timeOfCommit(seconds, trailers[MILLISECONDS]));
  return { name, commit, tagger: { name: author, email }, when, trailers };
}
