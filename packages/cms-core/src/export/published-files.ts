import { CmsError } from "../base/errors.ts";
import type { LiveSite } from "../publish/live-site.ts";
import { planAllFiles } from "../publish/plan-files.ts";
import type { Chunks } from "../render/render-list.ts";

/** The JSON files of a live site, as the publisher writes them, by path. */
export async function* publishedFiles(
  live: LiveSite,
): AsyncGenerator<{ readonly path: string; readonly chunks: Chunks }> {
  const files = planAllFiles(live, []).files.writes.flat();
  const bodies = new Map(files.map(({ path, body }) => [path, body]));
  // Whether a site was loaded or followed here is not to be seen in the order.
  for (const path of [...bodies.keys()].toSorted()) {
    const body = bodies.get(path);
    const source = body?.kind === "same" ? bodies.get(body.as) : body;
    if (source?.kind !== "chunks") throw new CmsError("internal", `${path} has no content.`);
    yield { path, chunks: await source.chunks() };
  }
}
