import { readEntryId } from "../content/entry/parse-entry.ts";
import { entryFolder } from "../content/site/layout.ts";
import type { SiteStore } from "../site/site-store.ts";

// Messages are searched for a part of them: "Delete posts/rain" also finds posts/rainbow.
const LOOKED_AT = 100;

/**
 * The id of the entry that was last deleted under a slug, as far as the history of `main` tells: what was
 * deleted here, or by a push in a folder that is not sharded. Its versions can then be read and restored.
 */
export async function findDeleted(
  { repository, head, site, entryById }: SiteStore,
  type: string,
  slug: string,
): Promise<string | undefined> {
  const commits = [head()];
  const message = `Delete ${type}/${slug}`;
  const said = await repository.fileLog({ commits, message, limit: LOOKED_AT });
  const ids = said.map(({ subject, trailers }) => {
    return subject === message ? trailers["Loam-Entry"] : undefined;
  });
  const folder = entryFolder(site(), type);
  const paths = [`${folder}/${slug}`, ...(slug === type ? [folder] : [])];
  for (const path of paths.flatMap((name) => [`${name}.md`, `${name}.yml`])) {
    const [last] = await repository.fileLog({ commits, path, limit: 1 });
    const before = last?.changes[0]?.before;
    if (before !== undefined) ids.push(readEntryId(await repository.readBlob(before)));
  }
  return ids.find((id) => id !== undefined && entryById(id) === undefined);
}
