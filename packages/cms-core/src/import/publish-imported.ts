import type { Issue } from "../base/errors.ts";
import { checkPublish } from "../publish/check-publish.ts";
import { type EntryToPublish, publishEntries } from "../publish/publish-entries.ts";
import type { SiteStore } from "../store/site-store.ts";
import type { Actor } from "../store/site-writer.ts";
import type { ImportReport } from "./report.ts";

/**
 * Publishes imported entries in one commit. Those that the checks refuse are named and left out; the
 * rest is published without them.
 */
export async function publishImported(
  store: SiteStore,
  entries: readonly EntryToPublish[],
  { actor, now = () => new Date() }: { readonly actor: Actor; readonly now?: () => Date },
): Promise<NonNullable<ImportReport["published"]>> {
  const issues = await checkPublish(
    store,
    entries.map(({ id }) => id),
  );
  const good = entries.filter(({ id }) => (issues.get(id) ?? []).length === 0);
  const refused: Issue[] = [...issues.values()].flat();
  if (good.length === 0) return { count: 0, refused };
  const before = await store.repository.resolveRef("refs/heads/published");
  const { commit, records } = await publishEntries(store, { entries: good, actor, now });
  return {
    count: records.length,
    refused,
    ...(commit === undefined || commit === before ? {} : { commit }),
  };
}
