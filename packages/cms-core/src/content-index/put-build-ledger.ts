import type { DatabaseSync } from "node:sqlite";
import type { GitRepository } from "../git/repository.ts";
import { pinPlace, type BuildLedger } from "./build-ledger.ts";
import { createBuildSegments } from "./build-segments.ts";
import { createEntryRows } from "./entry-rows.ts";
import { createEntryWriter, NO_TOUCH } from "./entry-writer.ts";
import { createLedgerWriter, ledgerState, NO_PIN, pinOf } from "./ledger-writer.ts";
import { readPins } from "./read-ledgers.ts";
import type { SiteSchemas } from "./site-schemas.ts";

/** Writes the ledger of an index that is built, and entries that are live and not on `main`. */
export async function putBuildLedger(
  database: DatabaseSync,
  repository: GitRepository,
  { ledger: { records }, schemas }: { readonly ledger: BuildLedger; readonly schemas: SiteSchemas },
): Promise<void> {
  const writer = createLedgerWriter(database);
  const rows = createEntryRows(database);
  const segments = createBuildSegments(database);
  const entries = createEntryWriter(database, segments);
  const open = [...records.values()].filter(
    ({ record, pin, met }) => pin === undefined || (!met && record.state === "published"),
  );
  const read = await readPins(repository, open.map(pinPlace), schemas);
  for (const [key, { record, path, pin, met, changedAt }] of records) {
    const facts = read.get(key);
    const known = facts === undefined ? (pin ?? NO_PIN) : pinOf(facts, path);
    writer.put(record, known, changedAt);
    if (facts === undefined) continue;
    const state = ledgerState(record, known, changedAt);
    const touch = { ...NO_TOUCH, time: Date.parse(record.updatedAt) };
    if (!met) entries.put(facts, { path: null, touch, ledger: state });
    else for (const row of rows.of(record.type, record.id)) entries.derive(row.row, row, state);
  }
  segments.finish();
}
