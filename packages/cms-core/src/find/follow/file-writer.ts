import type { DatabaseSync } from "node:sqlite";
import type { Issue } from "../../base/errors.ts";
import type { Touch } from "../../git/read/change-log.ts";
import type { MediaRecord } from "../../model/media.ts";
import { normaliseText } from "../../query/table/search-rows.ts";
import type { WorkingVersion } from "../schema/entry-state.ts";
import type { FactLink } from "../schema/version-facts.ts";
import { parseLinks } from "./entry-writer.ts";

/** Writes the rows of what is no entry; to be used inside a transaction. */
export interface FileWriter {
  readonly putMedia: (path: string, record: MediaRecord, blob: string) => void;
  readonly removeMedia: (path: string) => void;
  /** No issues, no problem. */
  readonly putProblem: (path: string, issues: readonly Issue[]) => void;
  readonly removeProblem: (path: string) => void;
  readonly putSchema: (path: string, blob: string, mode: string) => void;
  readonly removeSchema: (path: string) => void;
  readonly setCursor: (ref: string, oid: string | undefined) => void;
}

export function createFileWriter(database: DatabaseSync): FileWriter {
  const media = database.prepare(
    "INSERT OR REPLACE INTO media VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const dropMedia = database.prepare("DELETE FROM media WHERE path = ?");
  const problem = database.prepare("INSERT OR REPLACE INTO problems VALUES (?, ?)");
  const dropProblem = database.prepare("DELETE FROM problems WHERE path = ?");
  const schema = database.prepare("INSERT OR REPLACE INTO schemas VALUES (?, ?, ?)");
  const dropSchema = database.prepare("DELETE FROM schemas WHERE path = ?");
  const cursor = database.prepare("INSERT OR REPLACE INTO cursors VALUES (?, ?)");
  const dropCursor = database.prepare("DELETE FROM cursors WHERE ref = ?");
  return {
    putMedia: (path, record, blob) => {
      const { id, sha256, filename, mimeType, byteSize, width, height, alt, createdAt } = record;
      const { folder = "" } = record;
      const text = normaliseText(`${filename}\n${alt}\n${folder}\n${id}`);
      const size = [byteSize, width ?? null, height ?? null] as const;
      const created = Date.parse(createdAt);
      media.run(path, id, blob, sha256, filename, mimeType, ...size, alt, folder, created, text);
    },
    removeMedia: (path) => void dropMedia.run(path),
    putProblem: (path, issues) => {
      if (issues.length > 0) problem.run(path, JSON.stringify(issues));
    },
    removeProblem: (path) => void dropProblem.run(path),
    putSchema: (path, blob, mode) => void schema.run(path, blob, mode),
    removeSchema: (path) => void dropSchema.run(path),
    setCursor: (ref, oid) => {
      if (oid === undefined) dropCursor.run(ref);
      else cursor.run(ref, oid);
    },
  };
}

/** A row of `entries`, as far as following looks at it. */
export interface EntryRow extends WorkingVersion {
  readonly row: number;
  readonly type: string;
  readonly id: string | undefined;
  readonly path: string | undefined;
  readonly touch: Touch;
  readonly settled: boolean;
  readonly links: readonly FactLink[];
}

/** Finds rows of entries. */
export interface EntryRows {
  readonly at: (path: string) => EntryRow | undefined;
  /** Of an entry: its files on `main`, or what stands for one that is only live. */
  readonly of: (type: string, id: string) => readonly EntryRow[];
  /** Of a type: what another schema may read differently. */
  readonly unsettled: (type: string) => readonly EntryRow[];
}

const COLUMNS = `row, type, id, slug, path, blob, digest, settled, links, created_at, updated_at,
  author, author_email, publish_at, unpublish_at`;

export function createEntryRows(database: DatabaseSync): EntryRows {
  const byPath = database.prepare(`SELECT ${COLUMNS} FROM entries WHERE path = ?`);
  const byId = database.prepare(`SELECT ${COLUMNS} FROM entries WHERE id = ? AND type = ?`);
  const open = database.prepare(
    `SELECT ${COLUMNS} FROM entries WHERE type = ? AND settled = 0 AND path IS NOT NULL`,
  );
  return {
    at: (path) => byPath.all(path).map(entryRow)[0],
    of: (type, id) => byId.all(id, type).map(entryRow),
    unsettled: (type) => open.all(type).map(entryRow),
  };
}

function entryRow(row: Readonly<Record<string, unknown>>): EntryRow {
  const path = textOr(row["path"]);
  const read = {
    digest: textOr(row["digest"]),
    createdAt: Number(row["created_at"]),
    publishAt: numberOr(row["publish_at"]),
    unpublishAt: numberOr(row["unpublish_at"]),
  };
  return {
    row: Number(row["row"]),
    type: String(row["type"]),
    id: textOr(row["id"]) || undefined,
    slug: String(row["slug"]),
    path,
    onMain: path !== undefined,
    blob: String(row["blob"]),
    read: row["created_at"] === null ? undefined : read,
    touch: {
      time: Number(row["updated_at"]),
      author: { name: String(row["author"]), email: String(row["author_email"]) },
    },
    settled: row["settled"] === 1,
    links: parseLinks(row["links"]),
  };
}

function textOr(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function numberOr(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
