import { isCmsError } from "../../base/errors.ts";
import { createMutex, type Mutex } from "../../base/lock.ts";
import { readFiles } from "../../git/repository/read-files.ts";
import type { FileEdit, GitRepository } from "../../git/repository/repository.ts";
import type { LedgerRecord } from "../../model/entry.ts";
import type { Actor } from "../../site/save/site-writer.ts";
import { PUBLISHED_REF, type PublishedTree, readLedger } from "./published-tree.ts";

interface PublishedChange {
  readonly files: ReadonlyMap<string, FileEdit>;
  readonly records: readonly LedgerRecord[];
  readonly action: "publish" | "unpublish" | "reorder" | "rollback";
  /** @default says what was done to which entries */
  readonly message?: string;
  /** Besides those that every commit has. */
  readonly trailers?: Readonly<Record<string, string>>;
  readonly siteId: string;
  readonly actor: Actor;
  readonly when: Date;
}

/** One commit on `published`; without files, none. Returns where the branch then stands. */
export async function commitPublished(
  repository: GitRepository,
  tree: PublishedTree,
  change: PublishedChange,
): Promise<string | undefined> {
  if (change.files.size === 0) return tree.commit;
  const [only, ...more] = change.records;
  const made = await repository.commit(
    PUBLISHED_REF,
    {
      files: change.files,
      author: change.actor,
      when: change.when,
      message: change.message ?? messageOf(change),
      trailers: {
        "Loam-Site": change.siteId,
        ...(only !== undefined && more.length === 0 ? { "Loam-Entry": only.id } : {}),
        "Loam-Action": change.action,
        ...change.trailers,
      },
    },
    { expected: tree.commit ?? null },
  );
  return made.commit;
}

function messageOf({ action, records }: PublishedChange): string {
  const verb = action === "publish" ? "Publish" : "Unpublish";
  const [first, ...more] = records;
  if (first === undefined) return `${verb} the site's settings`;
  const name = `${first.type}/${first.slug}`;
  return more.length === 0 ? `${verb} ${name}` : `${verb} ${records.length} entries`;
}

/** The ledger records of entries that were ever published, by id. */
export async function readRecords(
  repository: GitRepository,
  tree: PublishedTree,
  ids: readonly string[],
): Promise<Map<string, LedgerRecord>> {
  const known = [...(await tree.ledgersOf(ids))];
  const files = await readFiles(repository, known, ([, { oid }]) => oid);
  return new Map(files.map(([[id, ledger], bytes]) => [id, readLedger(bytes, ledger)]));
}

/** `Name <email>` as the ledger holds it. */
export function personOf({ name, email }: Actor): string {
  return `${name.replaceAll(/[<>\p{Cc}]/gu, "")} <${email.replaceAll(/[<>\p{Cc}\s]/gu, "")}>`;
}

const ATTEMPTS = 8;

/** One per repository: changes that do not know of each other would only make each other start again. */
const mutexes = new WeakMap<GitRepository, Mutex>();

/**
 * Runs a change of `published` that decides and commits with compare-and-swap, while no other runs; when
 * somebody else moved the branch meanwhile, it decides again.
 */
export async function changingPublished<T>(
  repository: GitRepository,
  attempt: () => Promise<T>,
): Promise<T> {
  const mutex = mutexes.get(repository) ?? createMutex();
  mutexes.set(repository, mutex);
  return mutex.run(async () => {
    for (let left = ATTEMPTS; ; left -= 1) {
      try {
        return await attempt();
      } catch (error) {
        if (left === 1 || !isCmsError(error) || error.code !== "stale") throw error;
      }
    }
  });
}
