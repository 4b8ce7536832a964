import { createHash } from "node:crypto";
import { join } from "node:path";
import { CmsError } from "@loam/cms-core";
import type { ResolvedOptions } from "../options/options.ts";
import { zodSchema } from "../schema/zod-schema.ts";
import { keepLastGood } from "../source/keep-last-good.ts";
import { openSource } from "../source/open-source.ts";
import type { SiteIndex } from "../source/site-index.ts";
import { withConsistentSite } from "../source/site-snapshot.ts";
import type { Source } from "../source/source.ts";
import { collectionNames } from "./collection-names.ts";
import { readChanges } from "./read-changes.ts";

/** One per process, like sources, so that all collections come from the same set. */
const opened = new Map<string, Source>();

/** Opens the source of the options, which keeps its last good set if configured. */
export function openContent(options: ResolvedOptions): Source {
  const source = openSource(options);
  if (options.onError !== "keep") return source;
  const place = createHash("sha256").update(JSON.stringify(options.source)).digest("hex");
  const known = opened.get(place);
  if (known !== undefined) return known;
  const made = keepLastGood(source, {
    folder: join(options.cacheFolder, "loam", place.slice(0, 16)),
    once: !options.watches,
    check: (set, index) => checkSet(set, index, options),
  });
  opened.set(place, made);
  return made;
}

/** @throws CmsError the errors of loading one of the collections */
export async function checkSet(
  source: Source,
  index: SiteIndex,
  options: ResolvedOptions,
): Promise<void> {
  const names = new Set(collectionNames(index, options));
  await withConsistentSite(source, async (site) => {
    for (const type of index.contentTypes.filter(({ apiId }) => names.has(apiId))) {
      const request = { source, site, type, options, stored: new Map<string, string>() };
      const { set } = await readChanges({ ...request, digestOf: ({ id }) => id });
      const schema = zodSchema(type);
      for (const { key, data } of set) {
        const parsed = schema.safeParse(data);
        if (parsed.success) continue;
        const [issue] = parsed.error.issues;
        const where = `${type.apiId}/${key}, ${issue?.path.join(".") ?? ""}`;
        throw new CmsError("source_invalid", `${where}: ${issue?.message ?? "not valid"}.`);
      }
    }
  });
}
