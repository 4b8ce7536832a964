import { createHash } from "node:crypto";
import { renderRoute } from "../render/render-route.ts";
import type { LiveSite } from "./live-site.ts";

/** The file that says where entries stand that moved. */
export interface RedirectsFile {
  readonly bytes: Buffer;
  readonly totalCount: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/**
 * Where visitors find what was live under another slug; undefined where nothing moved. An address that another entry
 * has by now leads nowhere else, and of two that had one the entry that was changed last is meant.
 */
export function redirectsFile(live: LiveSite): RedirectsFile | undefined {
  const redirects = redirectsOf(live);
  if (redirects.length === 0) return undefined;
  const bytes = Buffer.from(JSON.stringify({ redirects }));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { bytes, totalCount: redirects.length, sha256 };
}

interface Redirect {
  /** Routes on the site. */
  readonly from: string;
  readonly to: string;
  /** API id. */
  readonly type: string;
  /** Of the entry. */
  readonly id: string;
  readonly slug: string;
  readonly formerSlug: string;
}

function redirectsOf({ site, graph }: LiveSite): readonly Redirect[] {
  if (site === undefined || graph.formerSlugs.size === 0) return [];
  const moved = [...graph.formerSlugs.keys()]
    .flatMap((id) => graph.entries.get(id) ?? [])
    .toSorted(
      (one, other) => compareText(other.updatedAt, one.updatedAt) || compareText(one.id, other.id),
    );
  const byOld = new Map<string, Redirect>();
  for (const entry of moved) {
    const { id, type, slug } = entry;
    for (const formerSlug of graph.formerSlugs.get(id) ?? []) {
      const old = `${type}/${formerSlug}`;
      const from = renderRoute({ id, type, slug: formerSlug }, site);
      const to = renderRoute(entry, site);
      if (graph.slugs.has(old) || byOld.has(old) || from === to) continue;
      byOld.set(old, { from, to, type, id, slug, formerSlug });
    }
  }
  return [...byOld.values()].toSorted((one, other) => compareText(one.from, other.from));
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
