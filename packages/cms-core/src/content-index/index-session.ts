import type { DatabaseSync } from "node:sqlite";
import type { GitRepository } from "../git/repository.ts";
import { PUBLISHED_REF } from "../publish/published-paths.ts";
import { gramSlots } from "../query/text-grams.ts";
import { MAIN } from "../store/branches.ts";
import type { IndexHeads } from "./build-index.ts";
import { createEntryRows, type EntryRows } from "./entry-rows.ts";
import {
  createEntryWriter,
  slotsOfTitle,
  type EntryWriter,
  type RowSlots,
} from "./entry-writer.ts";
import { createFileWriter, type FileWriter } from "./file-writer.ts";
import { createLedgerWriter, type LedgerWriter } from "./ledger-writer.ts";
import { readSegments, type SegmentReader } from "./read-segments.ts";
import {
  addToDraft,
  makeSegmentDraft,
  TAIL_ROWS,
  writeSegment,
  type SegmentDraft,
} from "./signature-segments.ts";
import { readSite, readSiteSchemas, type SiteSchemas } from "./site-schemas.ts";

/** An open index file, with what is kept in memory of it. */
export interface IndexSession {
  readonly database: DatabaseSync;
  readonly entries: EntryWriter;
  readonly rows: EntryRows;
  readonly ledger: LedgerWriter;
  readonly files: FileWriter;
  readonly signatures: Signatures;
  schemas: SiteSchemas;
  heads: IndexHeads;
  /** Runs work in one transaction: all of it is done, or nothing. */
  readonly transaction: (work: () => void) => void;
}

/** Signatures of all rows: segments in the file, and those of the newest rows in memory. */
interface Signatures extends RowSlots {
  readonly candidates: (slots: readonly number[]) => ReturnType<SegmentReader["candidates"]>;
  /** Writes the rows in memory as a segment when there are many. Inside a transaction. */
  readonly seal: () => void;
}

/** @param known the schemas of the index's commit, when they were just read */
export async function openSession(
  database: DatabaseSync,
  repository: GitRepository,
  known?: SiteSchemas,
): Promise<IndexSession> {
  const heads = readHeads(database);
  const schemas = known ?? (await readKnownSchemas(database, repository, heads.main));
  const signatures = openSignatures(database);
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");
  return {
    database,
    heads,
    schemas,
    signatures,
    entries: createEntryWriter(database, signatures),
    rows: createEntryRows(database),
    ledger: createLedgerWriter(database),
    files: createFileWriter(database),
    transaction: (work) => {
      begin.run();
      try {
        work();
        signatures.seal();
        commit.run();
      } catch (error) {
        if (database.isTransaction) database.exec("ROLLBACK");
        throw error;
      }
    },
  };
}

function readHeads(database: DatabaseSync): IndexHeads {
  const rows = database.prepare("SELECT ref, oid FROM cursors").all();
  const heads = new Map(rows.map((row) => [row["ref"], String(row["oid"])]));
  return { main: heads.get(MAIN), published: heads.get(PUBLISHED_REF) };
}

async function readKnownSchemas(
  database: DatabaseSync,
  repository: GitRepository,
  main: string | undefined,
): Promise<SiteSchemas> {
  const rows = database.prepare("SELECT path, blob, mode FROM schemas").all();
  const files = rows.map((row) => {
    return { path: String(row["path"]), after: String(row["blob"]), mode: String(row["mode"]) };
  });
  return readSiteSchemas(repository, await readSite(repository, main), files);
}

function openSignatures(database: DatabaseSync): Signatures {
  let reader = readSegments(database);
  let tail = readTail(database, reader.end);
  let row = Math.max(tail.firstRow + tail.rows - 1, lastRow(database));
  const seal = (): void => {
    writeSegment(database, tail);
    reader = readSegments(database);
    tail = makeSegmentDraft(reader.end, TAIL_ROWS);
  };
  return {
    candidates: (slots) => reader.candidates(slots, tail),
    takeSlots: (of, slots) => addToDraft(tail, of, slots),
    nextRow: () => {
      row += 1;
      if (row >= tail.firstRow + TAIL_ROWS) seal();
      row = Math.max(row, tail.firstRow);
      return row;
    },
    seal: () => {
      if (tail.rows > TAIL_ROWS / 2) seal();
    },
  };
}

function lastRow(database: DatabaseSync): number {
  return Number(database.prepare("SELECT max(row) AS row FROM entries").get()?.["row"] ?? 0);
}

/** The signatures of rows that no segment has. */
function readTail(database: DatabaseSync, end: number): SegmentDraft {
  const tail = makeSegmentDraft(end, TAIL_ROWS);
  const rows = database
    .prepare(
      "SELECT row, text, title FROM texts JOIN entries USING (row) WHERE row >= ? ORDER BY row",
    )
    .iterate(tail.firstRow);
  for (const { row, text, title } of rows) {
    addToDraft(tail, Number(row), gramSlots(String(text)));
    addToDraft(tail, Number(row), slotsOfTitle(String(title)));
  }
  return tail;
}
