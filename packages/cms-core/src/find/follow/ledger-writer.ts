import type { DatabaseSync } from "node:sqlite";
import { isCmsError, type Issue } from "../../base/errors.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { LedgerRecord } from "../../model/entry.ts";
import {
  type PublishedFileChanges,
  readLedger,
  sortPublishedChanges,
} from "../../publish/branch/published-tree.ts";
import { inChunks } from "../schema/database.ts";
import type { LedgerState, SiteSchemas } from "../schema/entry-state.ts";
import { type FactLink, readVersionFacts, type VersionFacts } from "../schema/version-facts.ts";
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

/** What a ledger file of `published` says. */
export interface LedgerChange {
  readonly path: string;
  readonly type: string;
  readonly id: string;
  /** Undefined when the file was removed or cannot be read. */
  readonly record: LedgerRecord | undefined;
  readonly issues: readonly Issue[];
}

/** Changes of `published`: its ledger, and where pinned files are, by blob. */
export interface PublishedChanges {
  readonly ledgers: readonly LedgerChange[];
  readonly pins: ReadonlyMap<string, string>;
}

export async function readPublishedChanges(
  repository: GitRepository,
  from: string | undefined,
  to: string,
): Promise<PublishedChanges> {
  const { ledger, pins } = sortPublishedChanges(await repository.changedFiles(from, to));
  const ledgers: LedgerChange[] = [];
  const present: (PublishedFileChanges["ledger"][number] & { readonly after: string })[] = [];
  for (const change of ledger) {
    const { path, apiId: type, id, after } = change;
    if (after === undefined) ledgers.push({ path, type, id, record: undefined, issues: [] });
    else present.push({ ...change, after });
  }
  await inChunks(repository, present, {
    oidOf: ({ after }) => after,
    take: ({ path, apiId: type, id }, bytes) => {
      ledgers.push(ledgerFile(bytes, { path, type, id }));
    },
  });
  return { ledgers, pins };
}

function ledgerFile(
  bytes: Uint8Array,
  file: { readonly path: string; readonly type: string; readonly id: string },
): LedgerChange {
  try {
    return { ...file, record: readLedger(bytes, file), issues: [] };
  } catch (error) {
    if (!isCmsError(error)) throw error;
    const { code, message, issues } = error;
    const own = issues.length > 0 ? issues : [{ code, message, path: file.path }];
    return { ...file, record: undefined, issues: own };
  }
}

/** A pinned file to read: of a ledger record, by what is known of it. */
export interface Pin {
  readonly type: string;
  readonly id: string;
  readonly slug: string;
  readonly blob: string;
  readonly path: string;
}

/** What pinned files say, by the key of their entries. */
export async function readPins(
  repository: GitRepository,
  pins: readonly Pin[],
  schemas: SiteSchemas,
): Promise<ReadonlyMap<string, VersionFacts>> {
  const facts = new Map<string, VersionFacts>();
  await inChunks(repository, pins, {
    oidOf: ({ blob }) => blob,
    take: ({ type, id, slug, blob, path }, bytes) => {
      const state = schemas.typeOf(type);
      const identity = { apiId: type, slug, object: state?.type.kind === "object" };
      const read = readVersionFacts({ path, blob, bytes }, identity, state);
      // The ledger says whose it is, whatever can be read of the file.
      facts.set(entryKey(type, id), { ...read, id });
    },
  });
  return facts;
}

export function entryKey(type: string, id: string): string {
  return `${type}/${id}`;
}

/**
 * When each entry was last published or unpublished, ms since 1970, by the path of its
 * ledger file: the last commit that raised its version or changed its state.
 */
export async function lastMoves(
  repository: GitRepository,
  commit: string,
): Promise<ReadonlyMap<string, number>> {
  const touches = new Map<string, { readonly time: number; readonly blob: string | undefined }[]>();
  await repository.readChangeLog(commit, {
    paths: ["ledger"],
    take: ({ path, time, after }) => {
      const known = touches.get(path);
      if (known === undefined) touches.set(path, [{ time, blob: after }]);
      else known.push({ time, blob: after });
      return true;
    },
  });
  const repeated = [...touches.values()].filter((list) => list.length > 1);
  const blobs = [...new Set(repeated.flat().flatMap(({ blob }) => blob ?? []))];
  const versions = new Map<string | undefined, string>();
  await inChunks(repository, blobs, {
    oidOf: (blob) => blob,
    take: (blob, bytes) => {
      const { record } = ledgerFile(bytes, { path: "", type: "", id: "" });
      versions.set(blob, record === undefined ? "" : versionKey(record));
    },
  });
  const moves = new Map<string, number>();
  for (const [path, [newest, ...older]] of touches) {
    if (newest === undefined) continue;
    let { time } = newest;
    for (const touch of older) {
      if (versions.get(touch.blob) !== versions.get(newest.blob)) break;
      time = touch.time;
    }
    moves.set(path, time);
  }
  return moves;
}

/** What a publish or an unpublish changes, and moving an entry in its list does not. */
export function versionKey({ state, version }: Pick<LedgerRecord, "state" | "version">): string {
  return `${state} ${version}`;
}
