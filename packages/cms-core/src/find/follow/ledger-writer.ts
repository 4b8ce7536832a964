import type { DatabaseSync } from "node:sqlite";
import type { LedgerRecord } from "../../model/entry.ts";
import type { LedgerState } from "../schema/entry-state.ts";
import type { FactLink, VersionFacts } from "../schema/version-facts.ts";
import { createLinkWriter, parseLinks, printLinks } from "./entry-writer.ts";

/** What the pinned file of a ledger record says. */
export interface PinFacts {
  /** Of its values; undefined when it cannot be read, or is not asked for yet. */
  readonly digest: string | undefined;
  readonly settled: boolean;
  readonly links: readonly FactLink[];
  /** Of the pinned file. */
  readonly path: string;
}

/** A ledger record as the index keeps it. */
export interface LedgerRow extends LedgerState {
  readonly row: number;
  readonly type: string;
  readonly id: string;
  readonly version: number;
  readonly settled: boolean;
  readonly links: readonly FactLink[];
  readonly path: string;
  readonly sortOrder: number;
  readonly updatedAt: number;
}

/** Reads and writes the rows of the ledger; writes belong inside a transaction. */
export interface LedgerWriter {
  readonly get: (type: string, id: string) => LedgerRow | undefined;
  /** Of a type: those whose pinned file another schema may read differently. */
  readonly unsettled: (type: string) => readonly LedgerRow[];
  readonly put: (record: LedgerRecord, pin: PinFacts, changedAt: number) => void;
  readonly setPin: (row: LedgerRow, pin: PinFacts) => void;
  readonly remove: (row: LedgerRow) => void;
}

export function createLedgerWriter(database: DatabaseSync): LedgerWriter {
  const links = createLinkWriter(database, 1);
  const add = database.prepare(
    `INSERT INTO ledger (type, id, state, version, blob, slug, path, sort_order, updated_at,
       published_at, changed_at, digest, settled, links)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING row`,
  );
  const find = database.prepare("SELECT * FROM ledger WHERE id = ? AND type = ?");
  const open = database.prepare("SELECT * FROM ledger WHERE type = ? AND settled = 0");
  const drop = database.prepare("DELETE FROM ledger WHERE row = ?");
  const pinned = database.prepare(
    "UPDATE ledger SET digest = ?, settled = ?, links = ? WHERE row = ?",
  );
  const get = (type: string, id: string): LedgerRow | undefined => {
    const row = find.get(id, type);
    return row === undefined ? undefined : ledgerRow(row);
  };
  const remove = (row: LedgerRow): void => {
    links.drop(row.row, row.links);
    drop.run(row.row);
  };
  return {
    get,
    remove,
    unsettled: (type) => open.all(type).map(ledgerRow),
    put: (record, pin, changedAt) => {
      const made = add.get(
        record.type,
        record.id,
        Number(record.state === "published"),
        record.version,
        record.blob,
        record.slug,
        pin.path,
        record.sortOrder,
        Date.parse(record.updatedAt),
        Date.parse(record.publishedAt),
        changedAt,
        pin.digest ?? null,
        Number(pin.settled),
        printLinks(pin.links),
      );
      links.put(Number(made?.["row"]), pin.links);
    },
    setPin: (row, pin) => {
      links.drop(row.row, row.links);
      pinned.run(pin.digest ?? null, Number(pin.settled), printLinks(pin.links), row.row);
      links.put(row.row, pin.links);
    },
  };
}

export function ledgerState(record: LedgerRecord, pin: PinFacts, changedAt: number): LedgerState {
  const { state, blob, slug, publishedAt } = record;
  return { state, blob, slug, digest: pin.digest, publishedAt: Date.parse(publishedAt), changedAt };
}

export function pinOf({ read, settled, links }: VersionFacts, path: string): PinFacts {
  return { digest: read?.digest(), settled, links, path };
}

/** The same for a file that `main` has, too, so that its digest is not asked for. */
export function pinOnMain(
  { settled, links }: Pick<VersionFacts, "settled" | "links">,
  path: string,
): PinFacts {
  return { digest: undefined, settled, links, path };
}

/** What is kept of a record that is not live. */
export const NO_PIN: PinFacts = { digest: undefined, settled: true, links: [], path: "" };

/** @param row of the table */
function ledgerRow(row: Readonly<Record<string, unknown>>): LedgerRow {
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
    sortOrder: Number(row["sort_order"]),
    updatedAt: Number(row["updated_at"]),
    publishedAt: Number(row["published_at"]),
    changedAt: Number(row["changed_at"]),
    digest: typeof digest === "string" ? digest : undefined,
    settled: row["settled"] === 1,
    links: parseLinks(row["links"]),
  };
}
