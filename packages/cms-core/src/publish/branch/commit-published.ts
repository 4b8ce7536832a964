import type { FileEdit, GitRepository } from "../../git/repository/repository.ts";
import type { LedgerRecord } from "../../model/entry.ts";
import type { Actor } from "../../site/save/site-writer.ts";
import { formatEdits, markFormatWritten } from "./published-format.ts";
import { PUBLISHED_REF, type PublishedTree } from "./published-tree.ts";

/** Trailer that marks a publish as a batch, whatever the number of entries. */
export const BATCH = "Loam-Batch";

interface PublishedChange {
  readonly files: ReadonlyMap<string, FileEdit>;
  readonly records: readonly LedgerRecord[];
  readonly action: "publish" | "unpublish" | "reorder" | "rollback";
  /** @default describes the action and its entries */
  readonly message?: string;
  /** Additional trailers. */
  readonly trailers?: Readonly<Record<string, string>>;
  readonly siteId: string;
  readonly actor: Actor;
  readonly when: Date;
}

/** Creates one commit on `published`, or none without files. Returns the resulting tip of the branch. */
export async function commitPublished(
  repository: GitRepository,
  tree: PublishedTree,
  change: PublishedChange,
): Promise<string | undefined> {
  return commitOn(repository, change, { tree, condition: { expected: tree.commit ?? null } });
}

/** Like `commitPublished`, but also allows commits that this process has added since `tree` was read. */
export async function commitAlongside(
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
  const result = await repository.commit(
    PUBLISHED_REF,
    {
      files: new Map([...change.files, ...formatEdits(repository)]),
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
  markFormatWritten(repository);
  return result.commit;
}

function messageOf({ action, records }: PublishedChange): string {
  const verb = action === "publish" ? "Publish" : "Unpublish";
  const [first, ...more] = records;
  if (first === undefined) return `${verb} the site's settings`;
  const name = `${first.type}/${first.slug}`;
  return more.length === 0 ? `${verb} ${name}` : `${verb} ${records.length} entries`;
}
