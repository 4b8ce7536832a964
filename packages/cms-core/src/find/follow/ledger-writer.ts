import type { DatabaseSync } from "node:sqlite";
import type { LedgerRecord } from "../../model/entry.ts";
import type { LedgerState } from "../schema/entry-state.ts";
import type { FactLink, VersionFacts } from "../schema/version-facts.ts";
import { createLinkWriter } from "./entry-writer.ts";

/** Facts of a ledger record's pinned file. */
export interface PinFacts {
  /** Digest of its values; undefined if it cannot be read. */
  readonly digest: string | undefined;
  readonly settled: boolean;
  readonly links: readonly FactLink[];
  /** Path of the pinned file. */
  readonly path: string;
}

/** A ledger record in the index. */
export interface LedgerRow extends LedgerState, PinFacts {
  readonly row: number;
  readonly type: string;
  readonly id: string;
  readonly version: number;
  readonly updatedAt: number;
}

/** Reads and writes the rows of the ledger; writes must be inside a transaction. */
export interface LedgerWriter {
  readonly get: (type: string, id: string | undefined) => LedgerRow | undefined;
  /** Returns records of a type whose pinned file another schema might read differently. */
  readonly unsettled: (type: string) => readonly LedgerRow[];
  /** Replaces the entry's row. */
  readonly put: (record: LedgerRecord, pin: PinFacts, changedAt: number) => void;
  readonly setPin: (row: LedgerRow, pin: PinFacts) => void;
  readonly remove: (type: string, id: string) => void;
}

export function createLedgerWriter(database: DatabaseSync): LedgerWriter {
  const links = createLinkWriter(database, 1);
  const add = database.prepare(
    `INSERT INTO ledger (type, id, state, version, blob, slug, path, updated_at,
       published_at, changed_at, digest, settled)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const find = database.prepare("SELECT * FROM ledger WHERE id = ? AND type = ?");
  const open = database.prepare("SELECT * FROM ledger WHERE type = ? AND settled = 0");
  const drop = database.prepare("DELETE FROM ledger WHERE id = ? AND type = ?");
  const pinned = database.prepare("UPDATE ledger SET digest = ?, settled = ? WHERE row = ?");
  const read = (row: Readonly<Record<string, unknown>>): LedgerRow => {
    return { ...ledgerRow(row), links: links.of(Number(row["row"])) };
  };
  return {
    get: (type, id = "") => find.all(id, type).map(read)[0],
    unsettled: (type) => open.all(type).map(read),
    put: (record, pin, changedAt) => {
      drop.run(record.id, record.type);
      const { lastInsertRowid } = add.run(
        record.type,
        record.id,
        Number(record.state === "published"),
        record.version,
        record.blob,
        record.slug,
        pin.path,
        Date.parse(record.updatedAt),
        Date.parse(record.publishedAt),
        changedAt,
        pin.digest ?? null,
        Number(pin.settled),
      );
      links.put(Number(lastInsertRowid), pin.links);
    },
    setPin: ({ row }, pin) => {
      pinned.run(pin.digest ?? null, Number(pin.settled), row);
      links.put(row, pin.links);
    },
    remove: (type, id) => void drop.run(id, type),
  };
}

export function pinOf({ read, settled, links }: VersionFacts, path: string): PinFacts {
  return { digest: read?.digest, settled, links, path };
}

/** Facts of a record that isn't live. */
export const NO_PIN: PinFacts = { digest: undefined, settled: true, links: [], path: "" };

/** @param row - of the table */
function ledgerRow(row: Readonly<Record<string, unknown>>): Omit<LedgerRow, "links"> {
  const { digest } = row;
  return {
    row: Number(row["row"]),
    type: String(row["type"]),
    id: String(row["id"]),
    state: row["state"] === 1 ? "published" : "unpublished",
    version: Number(row["version"]),
    blob: String(row["blob"]),
    slug: String(row["slug"]),
    path: String(row["path"]),
    updatedAt: Number(row["updated_at"]),
    publishedAt: Number(row["published_at"]),
    changedAt: Number(row["changed_at"]),
    digest: typeof digest === "string" ? digest : undefined,
    settled: row["settled"] === 1,
  };
}
