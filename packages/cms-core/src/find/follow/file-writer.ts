import type { DatabaseSync } from "node:sqlite";
import type { Issue } from "../../base/errors.ts";
import type { MediaRecord } from "../../model/media.ts";
import { normaliseText } from "../../query/table/search-rows.ts";

/** Writes the rows of what is no entry; to be used inside a transaction. */
export interface FileWriter {
  readonly putMedia: (path: string, record: MediaRecord, blob: string) => void;
  readonly removeMedia: (path: string) => void;
  /** What is wrong with a file now; no issues, no problem. */
  readonly setProblem: (path: string, issues: readonly Issue[]) => void;
  readonly setCursor: (ref: string, oid: string) => void;
}

export function createFileWriter(database: DatabaseSync): FileWriter {
  const media = database.prepare(
    "INSERT OR REPLACE INTO media VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const dropMedia = database.prepare("DELETE FROM media WHERE path = ?");
  const problem = database.prepare("INSERT OR REPLACE INTO problems VALUES (?, ?)");
  const dropProblem = database.prepare("DELETE FROM problems WHERE path = ?");
  const cursor = database.prepare("INSERT OR REPLACE INTO cursors VALUES (?, ?)");
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
    setProblem: (path, issues) => {
      if (issues.length > 0) problem.run(path, JSON.stringify(issues));
      else dropProblem.run(path);
    },
    setCursor: (ref, oid) => void cursor.run(ref, oid),
  };
}
