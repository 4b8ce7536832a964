import type { CommitStep } from "../../git/read/first-parents.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { LedgerRecord } from "../../model/entry.ts";
import { PUBLISHED_REF } from "../../publish/branch/published-tree.ts";
import type { VersionFacts } from "../schema/version-facts.ts";
import type { IndexSession } from "./index-session.ts";
import {
  entryKey,
  type LedgerChange,
  type LedgerRow,
  NO_PIN,
  type Pin,
  type PinFacts,
  pinOf,
  pinOnMain,
  type PublishedChanges,
  readPins,
  readPublishedChanges,
  versionKey,
} from "./ledger-writer.ts";
import { readBeside, settleEntry } from "./settle-entry.ts";

/** So many publishes are followed; after more, the index is made anew. */
const MAX_STEPS = 200;
/** So many entries are taken in one transaction, unless one publish had more. */
const MAX_TOGETHER = 500;

/** What one publish did. */
interface ReadStep extends PublishedChanges {
  readonly step: CommitStep;
}

/**
 * Brings the index to another commit of `published`, in the order of its publishes.
 *
 * @returns false when it was not reached from where the index stands
 */
export async function followPublished(
  session: IndexSession,
  repository: GitRepository,
  to: string,
): Promise<boolean> {
  const from = session.heads.published;
  const steps = await repository.firstParents({ from, to, limit: MAX_STEPS });
  if (steps === undefined) return false;
  let group: ReadStep[] = [];
  const inGroup = new Set<string>();
  for (const step of steps) {
    const changes = await readPublishedChanges(repository, step.parent, step.commit);
    const keys = changes.ledgers.map(({ type, id }) => entryKey(type, id));
    if (inGroup.size + keys.length > MAX_TOGETHER || keys.some((key) => inGroup.has(key))) {
      await takeSteps(session, repository, group);
      group = [];
      inGroup.clear();
    }
    group.push({ ...changes, step });
    for (const key of keys) inGroup.add(key);
  }
  await takeSteps(session, repository, group);
  return true;
}

/** Takes publishes of different entries in one transaction. */
async function takeSteps(
  session: IndexSession,
  repository: GitRepository,
  steps: readonly ReadStep[],
): Promise<void> {
  const last = steps.at(-1);
  if (last === undefined) return;
  const known = new Map<string, PinFacts>();
  const wanted: Pin[] = [];
  for (const { ledgers, pins } of steps) {
    for (const { type, id, record } of ledgers) {
      if (record === undefined || record.state === "unpublished") continue;
      const path = pins.get(record.blob);
      const pin = knownPin(session, { type, id, blob: record.blob, path });
      if (pin !== undefined) known.set(entryKey(type, id), pin);
      if (pin !== undefined && isEnough(session, record, pin)) continue;
      wanted.push({ ...record, path: path ?? pin?.path ?? "" });
    }
  }
  const read = await readPins(repository, wanted, session.schemas);
  const records = steps.flatMap(({ ledgers }) => ledgers.flatMap(({ record }) => record ?? []));
  const beside = await readBeside(session, repository, records);
  session.transaction(() => {
    for (const step of steps) {
      for (const change of step.ledgers) {
        const { type, id, path } = change;
        session.files.removeProblem(path);
        session.files.putProblem(path, change.issues);
        putRecord(session, change, { step, known, read });
        settleEntry(session, { type, id, pins: read, beside });
      }
    }
    session.files.setCursor(PUBLISHED_REF, last.step.commit);
  });
  session.heads = { ...session.heads, published: last.step.commit };
}

/** Whether an entry's file need not be read: `main` has it, or a digest is all that is asked of it. */
function isEnough(
  { rows }: IndexSession,
  { type, id, blob }: LedgerRecord,
  { digest }: PinFacts,
): boolean {
  const files = rows.of(type, id).filter(({ onMain }) => onMain);
  if (files.length === 0) return false;
  return digest !== undefined || files.every((row) => row.blob === blob);
}

/** What is known of a pinned file because it was pinned before, or is the file on `main`. */
function knownPin(
  { ledger, rows }: IndexSession,
  { type, id, blob, path }: Omit<Pin, "slug" | "path"> & { readonly path: string | undefined },
): PinFacts | undefined {
  const before = ledger.get(type, id);
  if (before?.state === "published" && before.blob === blob) {
    return { ...before, path: path ?? before.path };
  }
  const row = rows.of(type, id).find((candidate) => candidate.blob === blob && candidate.onMain);
  if (row === undefined) return undefined;
  return pinOnMain(row, path ?? row.path ?? "");
}

interface TakenStep {
  readonly step: ReadStep;
  readonly known: ReadonlyMap<string, PinFacts>;
  readonly read: ReadonlyMap<string, VersionFacts>;
}

function putRecord(
  { ledger }: IndexSession,
  { type, id, record }: LedgerChange,
  { step: { step, pins }, known, read }: TakenStep,
): void {
  const before = ledger.get(type, id);
  if (before !== undefined) ledger.remove(before);
  if (record === undefined) return;
  const key = entryKey(type, id);
  const facts = read.get(key);
  const path = pins.get(record.blob) ?? before?.path ?? "";
  const pin = facts === undefined ? (known.get(key) ?? NO_PIN) : pinOf(facts, path);
  ledger.put(record, pin, hasMoved(before, record) ? step.time : (before?.changedAt ?? step.time));
}

function hasMoved(
  before: LedgerRow | undefined,
  record: Parameters<typeof versionKey>[0],
): boolean {
  return before === undefined || versionKey(before) !== versionKey(record);
}
