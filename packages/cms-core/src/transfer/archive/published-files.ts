import { CmsError } from "../../base/errors.ts";
import { planAllFiles } from "../../publish/files/plan-files.ts";
import type { LiveSite } from "../../publish/live/live-site.ts";
import type { Chunks } from "../../render/render-list.ts";

/** Files that are the same. */
interface PublishedFiles {
  readonly paths: readonly string[];
  readonly chunks: Chunks;
}

/** How many there are. */
export function countPublishedFiles(live: LiveSite): number {
  return planAllFiles(live, []).files.writes.flat().length;
}

/** The JSON files of a live site, as the publisher writes them, by the first path of each. */
export async function* publishedFiles(live: LiveSite): AsyncGenerator<PublishedFiles> {
  const files = planAllFiles(live, []).files.writes.flat();
  const sources = Map.groupBy(files, ({ path, body }) => (body.kind === "same" ? body.as : path));
  // Whether a site was loaded or followed here is not to be seen in the order.
  for (const source of [...sources.keys()].toSorted()) {
    const same = sources.get(source) ?? [];
    const body = same.find(({ path }) => path === source)?.body;
    if (body?.kind !== "chunks") throw new CmsError("internal", `${source} has no content.`);
    yield { paths: same.map(({ path }) => path).toSorted(), chunks: await body.chunks() };
  }
}
