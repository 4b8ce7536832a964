import type { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import type { Issue } from "../base/errors.ts";
import { SITE_PATH } from "../content/layout.ts";
import type { Touch } from "../git/change-log.ts";
import type { GitRepository } from "../git/repository.ts";
import { PUBLISHED_REF } from "../publish/published-paths.ts";
import { MAIN } from "../store/branches.ts";
import { pinPlace, readBuildLedger, type BuildLedger } from "./build-ledger.ts";
import { lastTouches } from "./change-times.ts";
import { finishDraftFile, openDraftFile } from "./database.ts";
import { createEntryRows } from "./entry-rows.ts";
import { createEntryWriter, NO_TOUCH, type EntryWriter } from "./entry-writer.ts";
import { createFileWriter } from "./file-writer.ts";
import { createLedgerWriter, ledgerState, NO_PIN, pinOf } from "./ledger-writer.ts";
import { readPins } from "./read-ledgers.ts";
import { readMainFiles, type MainFile } from "./read-main-files.ts";
import { isSchemaFile, readSite, readSiteSchemas, type SiteSchemas } from "./site-schemas.ts";
import { INDEXES } from "./tables.ts";

/** Where the refs that an index follows stand; undefined where there is none. */
export interface IndexHeads {
  readonly main: string | undefined;
  readonly published: string | undefined;
}

/** Makes an index file of what the two commits hold. @returns what its entries were read by */
export async function fillIndex(
  draft: string,
  repository: GitRepository,
  heads: IndexHeads,
): Promise<SiteSchemas> {
  const database = openDraftFile(draft);
  try {
    const schemas = await fillTables(database, repository, heads);
    finishDraftFile(database);
    return schemas;
  } finally {
    database.close();
  }
}

async function fillTables(
  database: DatabaseSync,
  repository: GitRepository,
  { main, published }: IndexHeads,
): Promise<SiteSchemas> {
  const paths = main === undefined ? [] : await repository.changedFiles(undefined, main);
  const [touches, site] = await Promise.all([
    main === undefined ? new Map<string, Touch>() : lastTouches(repository, main, paths),
    readSite(repository, main),
  ]);
  const schemaFiles = paths.filter(({ path }) => isSchemaFile(path, site.site));
  const schemas = await readSiteSchemas(repository, site, schemaFiles);
  const ledger = await readBuildLedger(repository, published, { paths, schemas });
  const files = createFileWriter(database);
  const entries = createEntryWriter(database);

  const problems = new Map<string, readonly Issue[]>(schemas.problems());
  problems.set(SITE_PATH, schemas.siteIssues);
  for (const { path, issues } of ledger.files) if (issues.length > 0) problems.set(path, issues);
  const take = (file: MainFile): void => {
    const { path } = file;
    if (file.issues.length > 0) problems.set(path, file.issues);
    if (file.kind === "entry") {
      const touch = touches.get(path) ?? NO_TOUCH;
      entries.put(file.facts, { path, touch, ledger: ledger.meet(file.facts, path) });
    } else if (file.kind === "media" && file.record !== undefined) {
      files.putMedia(path, file.record, file.blob);
    }
  };
  await readMainFiles(repository, paths, { schemas, take });
  for (const statement of INDEXES) {
    database.exec(statement);
    // Of many entries each takes its time.
    await setImmediate();
  }

  for (const { path, after = "", mode = "" } of schemaFiles) files.putSchema(path, after, mode);
  for (const [path, issues] of problems) files.putProblem(path, issues);
  await putLedger(database, { repository, ledger, schemas, entries });
  files.setCursor(MAIN, main);
  files.setCursor(PUBLISHED_REF, published);
  return schemas;
}

interface PutLedger {
  readonly repository: GitRepository;
  readonly ledger: BuildLedger;
  readonly schemas: SiteSchemas;
  readonly entries: EntryWriter;
}

/** Writes the ledger, and entries that are live and not on `main`. */
async function putLedger(
  database: DatabaseSync,
  { repository, ledger: { records }, schemas, entries }: PutLedger,
): Promise<void> {
  const writer = createLedgerWriter(database);
  const rows = createEntryRows(database);
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
}
