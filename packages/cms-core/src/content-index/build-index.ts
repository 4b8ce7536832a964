import type { DatabaseSync } from "node:sqlite";
import { SITE_PATH } from "../content/layout.ts";
import type { FileChange } from "../git/diff-reader.ts";
import type { GitRepository } from "../git/repository.ts";
import { PUBLISHED_REF } from "../publish/published-paths.ts";
import { MAIN } from "../store/site-writer.ts";
import { pinPlace, readBuildLedger, type BuildLedger } from "./build-ledger.ts";
import { createBuildSegments } from "./build-segments.ts";
import { lastTimes } from "./change-times.ts";
import { createEntryRows } from "./entry-rows.ts";
import { createEntryWriter, type EntryWriter } from "./entry-writer.ts";
import { createFileWriter } from "./file-writer.ts";
import { createLedgerWriter, ledgerState, NO_PIN, pinOf } from "./ledger-writer.ts";
import { readPins } from "./read-ledgers.ts";
import { readMainFiles } from "./read-main-files.ts";
import { isSchemaFile, readSite, readSiteSchemas, type SiteSchemas } from "./site-schemas.ts";
import { INDEXES } from "./tables.ts";

/** Where the refs that an index follows stand; undefined where there is none. */
export interface IndexHeads {
  readonly main: string | undefined;
  readonly published: string | undefined;
}

/** Fills empty tables with what the two commits hold, and then makes the indexes. */
export async function fillIndex(
  database: DatabaseSync,
  repository: GitRepository,
  { main, published }: IndexHeads,
): Promise<void> {
  const files = createFileWriter(database);
  const listing = listMain(repository, main);
  const [paths, times, schemas] = await Promise.all([
    listing,
    main === undefined ? new Map<string, number>() : lastTimes(repository, main, listing),
    readMainSchemas(repository, main, listing),
  ]);
  for (const { path, after = "", mode = "" } of paths) {
    if (isSchemaFile(path, schemas.site)) files.putSchema(path, after, mode);
  }
  files.putProblem(SITE_PATH, schemas.siteIssues);
  for (const [path, issues] of schemas.problems()) files.putProblem(path, issues);
  const onMain = new Set(paths.flatMap(({ after }) => after ?? []));
  const ledger = await readBuildLedger(repository, published, { onMain, schemas });
  for (const { path, issues } of ledger.files) files.putProblem(path, issues);
  const segments = createBuildSegments(database);
  const entries = createEntryWriter(database, segments);
  await readMainFiles(repository, paths, schemas, (file) => {
    files.putProblem(file.path, file.issues);
    if (file.kind === "media" && file.record !== undefined) files.putMedia(file.record, file.blob);
    if (file.kind !== "entry") return;
    const { path, facts } = file;
    const live = ledger.meet(facts, path);
    entries.put(facts, { path, updatedAt: times.get(path) ?? 0, ledger: live });
  });
  for (const statement of INDEXES) database.exec(statement);
  await putLedger(database, repository, { ledger, schemas, entries });
  segments.finish();
  files.setCursor(MAIN, main);
  files.setCursor(PUBLISHED_REF, published);
}

async function listMain(
  repository: GitRepository,
  main: string | undefined,
): Promise<readonly FileChange[]> {
  return main === undefined ? [] : repository.changedFiles(undefined, main);
}

async function readMainSchemas(
  repository: GitRepository,
  main: string | undefined,
  listing: Promise<readonly FileChange[]>,
): Promise<SiteSchemas> {
  const [{ site }, paths] = await Promise.all([readSite(repository, main), listing]);
  const files = paths.filter(({ path }) => isSchemaFile(path, site));
  return readSiteSchemas(repository, main, files);
}

/** Writes the ledger, and entries that are live and not on `main`. */
async function putLedger(
  database: DatabaseSync,
  repository: GitRepository,
  {
    ledger: { records },
    schemas,
    entries,
  }: {
    readonly ledger: BuildLedger;
    readonly schemas: SiteSchemas;
    readonly entries: EntryWriter;
  },
): Promise<void> {
  const writer = createLedgerWriter(database);
  const rows = createEntryRows(database);
  const open = [...records].filter(
    ([, { record, pin, met }]) => pin === undefined || (!met && record.state === "published"),
  );
  const read = await readPins(
    repository,
    open.map(([, known]) => pinPlace(known)),
    schemas,
  );
  for (const [key, { record, path, pin, met, changedAt }] of records) {
    const facts = read.get(key);
    const known = facts === undefined ? (pin ?? NO_PIN) : pinOf(facts, path);
    writer.put(record, known, changedAt);
    if (facts === undefined) continue;
    const state = ledgerState(record, known, changedAt);
    const updatedAt = Date.parse(record.updatedAt);
    if (met) {
      for (const row of rows.of(record.type, record.id)) entries.derive(row.row, row, state);
    } else {
      entries.put(facts, { path: null, updatedAt, ledger: state });
    }
  }
}
