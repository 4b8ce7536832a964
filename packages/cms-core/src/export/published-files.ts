import { CmsError } from "../base/errors.ts";
import type { LiveSite } from "../publish/live-site.ts";
import { planAllFiles } from "../publish/plan-files.ts";
import type { Chunks } from "../render/render-list.ts";

/** Files that are the same. */
interface PublishedFiles {
  readonly paths: readonly string[];
  readonly chunks: Chunks;
}

/** The JSON files of a live site, as the publisher writes them, by the first path of each. */
export async function* publishedFiles(live: LiveSite): AsyncGenerator<PublishedFiles> {
  const files = planAllFiles(live, []).files.writes.flat();
  const bodies = new Map(files.map(({ path, body }) => [path, body]));
  const sources = Map.groupBy(files, ({ path, body }) => (body.kind === "same" ? body.as : path));
  // Whether a site was loaded or followed here is not to be seen in the order.
  for (const source of [...sources.keys()].toSorted()) {
    const body = bodies.get(source);
    if (body?.kind !== "chunks") throw new CmsError("internal", `${source} has no content.`);
    const paths = sources.get(source)?.map(({ path }) => path) ?? [];
    yield { paths: paths.toSorted(), chunks: await body.chunks() };
  }
}
