import { deflateSync } from "node:zlib";
import { cleanAuthor, oneLine, type Author } from "./commit-object.ts";
import { MILLISECONDS, millisecondsTrailer, timeOfCommit } from "./commit-time.ts";
import { hashObject, type Oid } from "./object-id.ts";
import type { PackObject } from "./pack.ts";
import { parseTrailers } from "./trailers.ts";

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
