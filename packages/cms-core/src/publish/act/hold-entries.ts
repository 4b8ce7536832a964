import { isoInstant } from "../../base/instant.ts";
import { ledgerPath } from "../../content/site/layout.ts";
import { printLedgerFile } from "../../content/site/ledger-file.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { LedgerRecord } from "../../model/entry.ts";
import type { Actor } from "../../site/save/site-writer.ts";
import {
  changingPublished,
  commitPublished,
  personOf,
  readRecords,
} from "../branch/commit-published.ts";
import { readPublishedTree } from "../branch/published-tree.ts";

/** An entry that is to stay off the live site until somebody publishes it by name. */
export interface HeldEntryFile extends Pick<
  LedgerRecord,
  "id" | "type" | "slug" | "blob" | "schema" | "createdAt"
> {}

interface HoldOptions {
  readonly siteId: string;
  /** The commit of `main` that has the entries. */
  readonly sourceCommit: string;
  readonly actor: Actor;
  readonly now: () => Date;
}

/**
 * Notes entries that were never live as taken off the site, in one commit on `published`: a publish of everything leaves them
 * out, as it does those that somebody took off. Entries that have a record already are left alone.
 */
export async function holdEntries(
  repository: GitRepository,
  entries: readonly HeldEntryFile[],
  { siteId, sourceCommit, actor, now }: HoldOptions,
): Promise<void> {
  if (entries.length === 0) return;
  await changingPublished(repository, async () => {
    const tree = await readPublishedTree(repository);
    const ids = entries.map(({ id }) => id);
    const known = await readRecords(repository, tree, ids);
    const when = now();
    const records = entries
      .filter(({ id }) => !known.has(id))
      .map(({ id, type, slug, blob, schema, createdAt }): LedgerRecord => {
        const at = isoInstant(when);
        return {
          id,
          type,
          slug,
          blob,
          schema,
          createdAt,
          state: "unpublished",
          version: 1,
          sortOrder: 0,
          updatedAt: at,
          publishedAt: at,
          by: personOf(actor),
          sourceCommit,
        };
      });
    const files = new Map(
      records.map((record) => [ledgerPath(record.type, record.id), printLedgerFile(record)]),
    );
    const message = `Keep ${records.length === 1 ? "an entry" : `${records.length} entries`} off the site`;
    const change = { files, records, actor, siteId, when, message };
    return commitPublished(repository, tree, { ...change, action: "unpublish" });
  });
}
