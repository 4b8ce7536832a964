import type { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import type { Issue } from "../../base/errors.ts";
import { SITE_PATH } from "../../content/site/layout.ts";
import type { Touch } from "../../git/read/change-log.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { LedgerRecord } from "../../model/entry.ts";
import { PUBLISHED_REF } from "../../publish/branch/published-tree.ts";
import { MAIN } from "../../site/read/branches.ts";
import { finishDraftFile, openDraftFile } from "../schema/database.ts";
import {
  isSchemaFile,
  type LedgerState,
  readSite,
  readSiteSchemas,
  type SiteSchemas,
} from "../schema/entry-state.ts";
import { INDEXES } from "../schema/tables.ts";
import type { VersionFacts } from "../schema/version-facts.ts";
import { createEntryWriter, type EntryWriter, NO_TOUCH } from "./entry-writer.ts";
import { createEntryRows, createFileWriter } from "./file-writer.ts";
import {
  createLedgerWriter,
  entryKey,
  lastMoves,
  type LedgerChange,
  ledgerState,
  NO_PIN,
  type Pin,
  type PinFacts,
  pinOf,
  pinOnMain,
  readPins,
  readPublishedChanges,
} from "./ledger-writer.ts";
import { lastTouches, type MainFile, readMainFiles } from "./read-main-files.ts";

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

/** A ledger record while an index is built. */
interface BuildRecord {
  readonly record: LedgerRecord;
  readonly path: string;
  readonly changedAt: number;
  /** Undefined until it is known. */
  pin: PinFacts | undefined;
  /** Whether `main` has a file of the entry. */
  met: boolean;
}

/** The ledger while an index is built. */
interface BuildLedger {
  readonly files: readonly LedgerChange[];
  readonly records: ReadonlyMap<string, BuildRecord>;
  /** Takes note of a version on `main`, whose file is most often the pinned one. */
  readonly meet: (facts: VersionFacts, path: string) => LedgerState | undefined;
}

/**
 * Reads the ledger of a commit of `published`. Pinned files that `main` has are not read: their
 * facts come with those of `main`.
 */
async function readBuildLedger(
  repository: GitRepository,
  commit: string | undefined,
  { paths, schemas }: { readonly paths: readonly FileChange[]; readonly schemas: SiteSchemas },
): Promise<BuildLedger> {
  const records = new Map<string, BuildRecord>();
  const files = commit === undefined ? [] : await readRecords(repository, commit, records);
  const onMain = new Set(records.size === 0 ? [] : paths.map(({ after }) => after));
  const apart = [...records.values()].filter(
    ({ record, pin }) => pin === undefined && !onMain.has(record.blob),
  );
  for (const [key, facts] of await readPins(repository, apart.map(pinPlace), schemas)) {
    const known = records.get(key);
    if (known !== undefined) known.pin = pinOf(facts, known.path);
  }
  return {
    files,
    records,
    meet: (facts, path) => {
      const known =
        facts.id === undefined || records.size === 0
          ? undefined
          : records.get(entryKey(facts.type, facts.id));
      if (known === undefined) return undefined;
      known.met = true;
      if (known.record.blob === facts.blob) known.pin ??= pinOnMain(facts, path);
      return ledgerState(known.record, known.pin ?? NO_PIN, known.changedAt);
    },
  };
}

/** Where a record's pinned file is. */
function pinPlace({ record, path }: Pick<BuildRecord, "record" | "path">): Pin {
  const { type, id, slug, blob } = record;
  return { type, id, slug, blob, path };
}

async function readRecords(
  repository: GitRepository,
  commit: string,
  records: Map<string, BuildRecord>,
): Promise<readonly LedgerChange[]> {
  const [{ ledgers, pins }, moves] = await Promise.all([
    readPublishedChanges(repository, undefined, commit),
    lastMoves(repository, commit),
  ]);
  for (const { path: file, type, id, record } of ledgers) {
    if (record === undefined) continue;
    const pin = record.state === "published" ? undefined : NO_PIN;
    const path = pins.get(record.blob) ?? "";
    const changedAt = moves.get(file) ?? 0;
    records.set(entryKey(type, id), { record, path, changedAt, pin, met: false });
  }
  return ledgers;
}
