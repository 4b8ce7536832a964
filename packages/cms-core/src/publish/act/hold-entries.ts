import { isoInstant } from "../../base/instant.ts";
import { readEntryHead } from "../../content/entry/complete-entry.ts";
import { ledgerPath } from "../../content/site/layout.ts";
import { ledgerPerson, printLedgerFile } from "../../content/site/ledger-file.ts";
import { readFiles } from "../../git/repository/read-files.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { LedgerRecord } from "../../model/entry.ts";
import type { EntryRef } from "../../site/read/file-facts.ts";
import type { Actor } from "../../site/save/site-writer.ts";
import type { SiteStore } from "../../site/site-store.ts";
import { commitPublished } from "../branch/commit-published.ts";
import { enqueueChange } from "../branch/publish-queue.ts";
import { readLedgerRecords, readPublishedTree } from "../branch/published-tree.ts";
import { publishSettings } from "./publish-settings.ts";

interface HoldOptions {
  readonly actor: Actor;
  readonly now: () => Date;
}

/**
 * Marks entries that were never live as unpublished, in one commit on `published`. Publishing everything then skips
 * them, like entries that were unpublished by a user. Entries that already have a record are unchanged.
 */
export async function holdEntries(
  store: SiteStore,
  refs: readonly EntryRef[],
  { actor, now }: HoldOptions,
): Promise<void> {
  const { repository } = store;
  const tree = await readPublishedTree(repository);
  const known = await tree.ledgersOf(refs.map(({ id }) => id));
  const unknown = refs.filter(({ id }) => !known.has(id));
  if (unknown.length === 0) return;
  const sourceCommit = store.head();
  const read = await readFiles(repository, unknown, ({ blob }) => blob);
  const entries = read.map(([{ id, type, slug, blob, path }, bytes]): HeldEntryFile => {
    const { schema = 1, createdAt = isoInstant(now()) } = readEntryHead(bytes, path);
    return { id, type, slug, blob, schema, createdAt };
  });
  // Ensures that the branch always contains the site's settings.
  await publishSettings(store, { actor, now });
  await recordHeldEntries(repository, entries, {
    siteId: store.site().id,
    sourceCommit,
    actor,
    now,
  });
}

/** An entry that stays unpublished until someone publishes it individually. */
interface HeldEntryFile extends Pick<
  LedgerRecord,
  "id" | "type" | "slug" | "blob" | "schema" | "createdAt"
> {}

interface NoteOptions extends HoldOptions {
  readonly siteId: string;
  /** The commit of `main` that contains the entries. */
  readonly sourceCommit: string;
}

async function recordHeldEntries(
  repository: GitRepository,
  entries: readonly HeldEntryFile[],
  { siteId, sourceCommit, actor, now }: NoteOptions,
): Promise<void> {
  await enqueueChange(repository, async () => {
    const tree = await readPublishedTree(repository);
    const ids = entries.map(({ id }) => id);
    const known = await readLedgerRecords(repository, tree, ids);
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
          by: ledgerPerson(actor),
          sourceCommit,
        };
      });
    if (records.length === 0) return undefined;
    const files = new Map(
      records.map((record) => [ledgerPath(record.type, record.id), printLedgerFile(record)]),
    );
    const message = `Keep ${records.length === 1 ? "an entry" : `${records.length} entries`} off the site`;
    const change = { files, records, actor, siteId, when, message };
    return commitPublished(repository, tree, { ...change, action: "unpublish" });
  });
}
