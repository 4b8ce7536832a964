import type { FileChange } from "../git/diff-reader.ts";
import type { GitRepository } from "../git/repository.ts";
import type { LedgerRecord } from "../model/ledger.ts";
import type { LedgerState } from "./entry-state.ts";
import { ledgerState, NO_PIN, pinOf, pinOnMain, type PinFacts } from "./ledger-writer.ts";
import {
  entryKey,
  lastMoves,
  readPins,
  readPublishedChanges,
  type LedgerChange,
  type Pin,
} from "./read-ledgers.ts";
import type { SiteSchemas } from "./site-schemas.ts";
import type { VersionFacts } from "./version-facts.ts";

/** A ledger record while an index is built. */
export interface BuildRecord {
  readonly record: LedgerRecord;
  readonly path: string;
  readonly changedAt: number;
  /** Undefined until it is known. */
  pin: PinFacts | undefined;
  /** Whether `main` has a file of the entry. */
  met: boolean;
}

/** The ledger while an index is built. */
export interface BuildLedger {
  readonly files: readonly LedgerChange[];
  readonly records: ReadonlyMap<string, BuildRecord>;
  /** Takes note of a version on `main`, whose file is most often the pinned one. */
  readonly meet: (facts: VersionFacts, path: string) => LedgerState | undefined;
}

/**
 * Reads the ledger of a commit of `published`. Pinned files that `main` has are not read: their
 * facts come with those of `main`.
 */
export async function readBuildLedger(
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
export function pinPlace({ record, path }: Pick<BuildRecord, "record" | "path">): Pin {
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
