import { CmsError } from "../../base/errors.ts";
import type { MediaRecord } from "../../model/media.ts";
import { searchWords } from "../../query/table/search-rows.ts";
import type { IndexSession } from "../follow/index-session.ts";
import { parseCursor, printCursor } from "./list-orders.ts";

/** Kinds of files, derived from the media type. */
export const MEDIA_KINDS = ["image", "video", "audio", "document"] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** Sort orders of media lists; `-` reverses. */
export const MEDIA_ORDERS = [
  "createdAt",
  "-createdAt",
  "filename",
  "-filename",
  "byteSize",
  "-byteSize",
  "mimeType",
  "-mimeType",
  "uses",
  "-uses",
] as const;
export type MediaOrder = (typeof MEDIA_ORDERS)[number];

/** Query for a list of media records. */
export interface ListMedia {
  /** Words that must all occur in the filename, alt text, folder, or id. */
  readonly q?: string;
  readonly kind?: MediaKind;
  /** Only files in this folder and its subfolders. */
  readonly folder?: string;
  /** Only files that no entry uses, on `main` or live. */
  readonly unused?: boolean;
  /** Only images without alt text. */
  readonly missingAlt?: boolean;
  /** @default "-createdAt" */
  readonly order?: MediaOrder;
  /** Records per page, 1 to 100. @default 20 */
  readonly limit?: number;
  /** Cursor from the previous page of the same query. */
  readonly cursor?: string;
}

/** A media record in a list. */
export interface IndexedMedia extends Pick<
  MediaRecord,
  | "id"
  | "sha256"
  | "filename"
  | "mimeType"
  | "byteSize"
  | "width"
  | "height"
  | "alt"
  | "folder"
  | "createdAt"
> {
  /** Blob of its file. */
  readonly blob: string;
}

interface ListedMedia extends IndexedMedia {
  /** Number of entries that show it, drafts and live. */
  readonly uses: number;
}

export interface MediaPage {
  readonly media: readonly ListedMedia[];
  /** Number of records on all pages. */
  readonly total: number;
  /** Absent on the last page. */
  readonly cursor?: string;
}

/** Number of records, independent of other conditions of a list. */
export interface MediaCounts extends Readonly<Record<MediaKind, number>> {
  readonly all: number;
  readonly unused: number;
  readonly missingAlt: number;
}

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 20;
const UNUSED = "NOT EXISTS (SELECT 1 FROM links WHERE target = media.id)";
/** An entry that shows the media both as a draft and live counts once. */
const USES = `(SELECT count(*) FROM (
  SELECT entries.id FROM links JOIN entries ON entries.row = source WHERE target = media.id AND live = 0
  UNION SELECT ledger.id FROM links JOIN ledger ON ledger.row = source WHERE target = media.id AND live = 1))`;
const IN_FOLDER = "(folder = ? OR substr(folder, 1, length(?) + 1) = ? || '/')";
const COLUMNS = {
  createdAt: "created_at",
  filename: "lower(filename)",
  byteSize: "byte_size",
  mimeType: "mime_type",
  uses: USES,
};
const KINDS: Readonly<Record<MediaKind, string>> = {
  image: "mime_type LIKE 'image/%'",
  video: "mime_type LIKE 'video/%'",
  audio: "mime_type LIKE 'audio/%'",
  document:
    "mime_type NOT LIKE 'image/%' AND mime_type NOT LIKE 'video/%' AND mime_type NOT LIKE 'audio/%'",
};
const MISSING_ALT = `${KINDS.image} AND alt = ''`;

/** Returns one page. @throws CmsError `invalid_cursor`, `invalid_limit` */
export function listMedia({ database }: IndexSession, query: ListMedia): MediaPage {
  const { order = "-createdAt", cursor } = query;
  const limit = requireLimit(query.limit);
  const words = searchWords(query.q ?? "");
  const where = conditions(query, words);
  const parameters = [...inFolder(query.folder), ...words];
  const list = JSON.stringify(["media", parameters, order, where]);
  const after = cursor === undefined ? [] : parseCursor(list, cursor, 2);
  const [direction, sign] = order.startsWith("-") ? ["DESC", "<"] : ["ASC", ">"];
  const place = COLUMNS[columnOf(order)];
  const next = after.length === 0 ? "" : `AND (${place}, id) ${sign} (?, ?)`;
  // One extra row shows whether there is another page.
  const rows = database
    .prepare(
      `SELECT *, ${place} AS place, ${USES} AS uses FROM media WHERE ${where} ${next}
    ORDER BY ${place} ${direction}, id ${direction} LIMIT ?`,
    )
    .all(...parameters, ...after, limit + 1);
  const [count] = database
    .prepare(`SELECT count(*) AS total FROM media WHERE ${where}`)
    .all(...parameters);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const total = Number(count?.["total"]);
  const media = page.map(listedMedia);
  return last === undefined
    ? { media, total }
    : { media, total, cursor: printCursor(list, positionOf(last)) };
}

function listedMedia(row: Readonly<Record<string, unknown>>): ListedMedia {
  return { ...indexedMedia(row), uses: Number(row["uses"]) };
}

/** @throws CmsError `invalid_limit` */
function requireLimit(limit = DEFAULT_LIMIT): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new CmsError("invalid_limit", `A page can have 1 to ${MAX_LIMIT} media records.`);
}

function positionOf({
  place,
  id,
}: Readonly<Record<string, unknown>>): readonly (string | number)[] {
  return [typeof place === "string" ? place : Number(place), String(id)];
}

function columnOf(order: MediaOrder): keyof typeof COLUMNS {
  const name = order.replace(/^-/, "");
  return isColumn(name) ? name : "createdAt";
}

function isColumn(name: string): name is keyof typeof COLUMNS {
  return name in COLUMNS;
}

/** Values for the folder condition. */
function inFolder(folder: string | undefined): readonly string[] {
  return folder === undefined ? [] : [folder, folder, folder];
}

function conditions(
  { kind, folder, unused = false, missingAlt = false }: ListMedia,
  words: readonly string[],
): string {
  return [
    "true",
    ...(folder === undefined ? [] : [IN_FOLDER]),
    ...words.map(() => "instr(text, ?)"),
    ...(kind === undefined ? [] : [KINDS[kind]]),
    ...(unused ? [UNUSED] : []),
    ...(missingAlt ? [MISSING_ALT] : []),
  ].join(" AND ");
}

/** Counts a site's or folder's media records by kind, and those that need attention. */
export function countMedia({ database }: IndexSession, folder?: string): MediaCounts {
  const sums = {
    all: "true",
    ...KINDS,
    unused: UNUSED,
    missingAlt: MISSING_ALT,
  };
  const columns = Object.entries(sums).map(([name, rule]) => `total(${rule}) AS "${name}"`);
  const where = folder === undefined ? "true" : IN_FOLDER;
  const sql = `SELECT ${columns.join(", ")} FROM media WHERE ${where}`;
  const [row] = database.prepare(sql).all(...inFolder(folder));
  const count = (name: keyof typeof sums): number => Number(row?.[name] ?? 0);
  return {
    all: count("all"),
    image: count("image"),
    video: count("video"),
    audio: count("audio"),
    document: count("document"),
    unused: count("unused"),
    missingAlt: count("missingAlt"),
  };
}

/** A folder with files, and their number without those in subfolders. */
export interface MediaFolder {
  readonly folder: string;
  readonly files: number;
}

/** Lists every folder named by a record, by path. */
export function listFolders({ database }: IndexSession): readonly MediaFolder[] {
  const sql =
    "SELECT folder, count(*) AS files FROM media WHERE folder <> '' GROUP BY folder ORDER BY folder";
  return database
    .prepare(sql)
    .all()
    .map((row) => ({ folder: String(row["folder"]), files: Number(row["files"]) }));
}

/** Returns the total size of all binaries with a record, counting each once. */
export function totalMediaBytes({ database }: IndexSession): number {
  const sql =
    "SELECT total(bytes) AS bytes FROM (SELECT max(byte_size) AS bytes FROM media GROUP BY sha256)";
  return Number(database.prepare(sql).all()[0]?.["bytes"] ?? 0);
}

/** Converts a row of `media`. */
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
    ...(row["folder"] === "" ? {} : { folder: String(row["folder"]) }),
    createdAt: new Date(Number(row["created_at"])).toISOString(),
  };
}
