import type { FileEdit, GitRepository } from "../../git/repository/repository.ts";
import type { LedgerRecord } from "../../model/entry.ts";
import type { Actor } from "../../site/save/site-writer.ts";
import { PUBLISHED_REF, type PublishedTree, readLedger } from "./published-tree.ts";

export interface PublishedChange {
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
  return commitOn(repository, change, { tree, condition: { expected: tree.commit ?? null } });
}

/** The same, also when this process alone has added other commits to what `tree` is of. */
export async function commitBeside(
  repository: GitRepository,
  tree: PublishedTree,
  change: PublishedChange,
): Promise<string | undefined> {
  return commitOn(repository, change, { tree, condition: { known: tree.commit ?? null } });
}

async function commitOn(
  repository: GitRepository,
  change: PublishedChange,
  {
    tree,
    condition,
  }: {
    readonly tree: PublishedTree;
    readonly condition: { readonly expected: string | null } | { readonly known: string | null };
  },
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
    condition,
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
  const blobs = await repository.readBlobs(known.map(([, { oid }]) => oid));
  return new Map(
    known.map(([id, ledger], index) => [id, readLedger(blobs[index] ?? new Uint8Array(), ledger)]),
  );
}

/** `Name <email>` as the ledger holds it. */
export function personOf({ name, email }: Actor): string {
  return `${name.replaceAll(/[<>\p{Cc}]/gu, "")} <${email.replaceAll(/[<>\p{Cc}\s]/gu, "")}>`;
}
