import type { Issue } from "../../../base/errors.ts";
import type { MediaStorage } from "../../../media/storage/media-storage.ts";
import { checkPublish } from "../../../publish/act/check-publish.ts";
import { type EntryToPublish, publishEntries } from "../../../publish/act/publish-entries.ts";
import type { Actor } from "../../../site/save/site-writer.ts";
import type { SiteStore } from "../../../site/site-store.ts";
import type { ImportReport } from "../source/report.ts";

interface PublishImported {
  readonly actor: Actor;
  readonly storage: MediaStorage;
  readonly now?: () => Date;
}

/**
 * Publishes imported entries in one commit. Those that the checks refuse are named and left out; the
 * rest is published without them, links that lead nowhere included.
 */
export async function publishImported(
  store: SiteStore,
  entries: readonly EntryToPublish[],
  { actor, storage: media, now = () => new Date() }: PublishImported,
): Promise<NonNullable<ImportReport["published"]>> {
  const { issues } = await checkPublish(
    store,
    entries.map(({ id }) => id),
    { media },
  );
  const good = entries.filter(({ id }) => (issues.get(id) ?? []).length === 0);
  const refused: Issue[] = [...issues.values()].flat();
  if (good.length === 0) return { count: 0, refused, warnings: [] };
  const before = await store.repository.resolveRef("refs/heads/published");
  const options = { entries: good, actor, media, now };
  const { commit, records, warnings } = await publishEntries(store, options);
  return {
    count: records.length,
    refused,
    warnings: [...warnings.values()].flat(),
    ...(commit === undefined || commit === before ? {} : { commit }),
  };
}
