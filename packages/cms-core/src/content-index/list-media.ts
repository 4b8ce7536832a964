import { CmsError } from "../base/errors.ts";
import type { MediaRecord } from "../model/media.ts";
import { searchWords } from "../query/normalise-text.ts";
import type { IndexSession } from "./index-session.ts";
import { parseCursor, printCursor } from "./list-cursor.ts";
import { prepared } from "./prepared.ts";

/** What a list of media records may ask for. */
export interface ListMedia {
  /** Words that must all occur in the file name, the alt text or the id. */
  readonly q?: string;
  /** Only those that no entry uses, on `main` or live. */
  readonly unused?: boolean;
  /** Records on a page, 1 to 100. @default 20 */
  readonly limit?: number;
  /** From the page before, which must have asked for the same. */
  readonly cursor?: string;
}

/** A media record as lists show it. */
export interface IndexedMedia extends Pick<
  MediaRecord,
  "id" | "sha256" | "filename" | "mimeType" | "byteSize" | "width" | "height" | "alt" | "createdAt"
> {
  /** Of its file in git. */
  readonly blob: string;
}

export interface MediaPage {
  /** The newest first. */
  readonly media: readonly IndexedMedia[];
  /** Absent on the last page. */
  readonly cursor?: string;
}

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 20;
const UNUSED = "AND NOT EXISTS (SELECT 1 FROM links WHERE target = media.id)";
const AFTER = "AND (created_at, id) < (?, ?)";

/** One page. @throws CmsError `invalid_cursor`, `invalid_limit` */
export function listMedia(session: IndexSession, query: ListMedia): MediaPage {
  const { limit = DEFAULT_LIMIT } = query;
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw new CmsError("invalid_limit", `A page has 1 to ${MAX_LIMIT} media records.`);
  }
  const words = searchWords(query.q ?? "");
  const list = JSON.stringify(["media", words, query.unused === true]);
  // One row more says whether there is another page.
  const rows = readRows(session, { ...query, limit: limit + 1 }, { list, words });
  const media = rows.slice(0, limit).map(indexedMedia);
  const last = rows.length > limit ? media.at(-1) : undefined;
  if (last === undefined) return { media };
  return { media, cursor: printCursor(list, [Date.parse(last.createdAt), last.id]) };
}

function readRows(
  { database }: IndexSession,
  { unused = false, cursor, limit = DEFAULT_LIMIT }: ListMedia,
  { list, words }: { readonly list: string; readonly words: readonly string[] },
): Readonly<Record<string, unknown>>[] {
  const after = cursor === undefined ? [] : parseCursor(list, cursor, 2);
  const conditions = [after.length > 0 ? AFTER : "", unused ? UNUSED : ""];
  const sql = `SELECT * FROM media WHERE true ${conditions.join(" ")}
    ${"AND instr(text, ?) ".repeat(words.length)} ORDER BY created_at DESC, id DESC LIMIT ?`;
  // How many words there are is for the caller to choose, so that statement is not kept.
  const statement = words.length > 0 ? database.prepare(sql) : prepared(database, sql);
  return statement.all(...after, ...words, limit);
}

/** A row of `media` as it is answered. */
export function indexedMedia(row: Readonly<Record<string, unknown>>): IndexedMedia {
  const { width, height } = row;
  return {
    id: String(row["id"]),
    blob: String(row["blob"]),
    sha256: String(row["sha256"]),
    filename: String(row["filename"]),
    mimeType: String(row["mime_type"]),
    byteSize: Number(row["byte_size"]),
    ...(width === null ? {} : { width: Number(width) }),
    ...(height === null ? {} : { height: Number(height) }),
    alt: String(row["alt"]),
    createdAt: new Date(Number(row["created_at"])).toISOString(),
  };
}
