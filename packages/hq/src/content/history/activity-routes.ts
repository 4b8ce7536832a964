import { type CommitEvents, lastSiteEvents } from "@loam/cms-core/history";
import { PUBLISHED_REF } from "@loam/cms-core/publish";
import { MAIN, type SiteStore } from "@loam/cms-core/site";
import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { entryRefAnswer } from "../../api/shared-answers.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import type { SiteServices } from "../../sites/services.ts";

const SHOWN_ENTRIES = 5;

const actAnswer = z
  .object({
    commit: z.string(),
    when: z.string(),
    by: z.string().meta({ description: "Name of the user or app." }),
    act: z.enum(["saved", "deleted", "published", "unpublished", "types", "media", "other"]),
    count: z
      .int()
      .meta({ description: "Number of entries, types, or media; 100 means 100 or more." }),
    entries: z.array(entryRefAnswer).meta({ description: `The first ${SHOWN_ENTRIES}.` }),
  })
  .meta({ id: "Activity" });

const query = z.object({ limit: z.coerce.number().int().min(1).max(50).default(10) });

/** `/sites/{site}/activity`: recent saves and publishes. */
export function activityRoutes({ sites }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/sites/{site}/activity",
      id: "listActivity",
      summary: "List the latest activity on the site, newest first",
      policy: onSite("site.read"),
      input: { query },
      answer: z.object({ activity: z.array(actAnswer) }),
      handle: async ({ site, query: { limit } }) => {
        const { store } = await sites.content(site.id);
        const both = await Promise.all([
          lastEvents(store, { branch: "main", limit }),
          lastEvents(store, { branch: "published", limit }),
        ]);
        const sorted = both.flat().toSorted((one, other) => other.when.localeCompare(one.when));
        return { body: { activity: sorted.slice(0, limit).map(showAct) } };
      },
    }),
  ];
}

async function lastEvents(
  { repository, site }: SiteStore,
  { branch, limit }: Pick<CommitEvents, "branch"> & { readonly limit: number },
): Promise<readonly CommitEvents[]> {
  const to = await repository.resolveRef(branch === "main" ? MAIN : PUBLISHED_REF);
  return to === undefined ? [] : lastSiteEvents(repository, { branch, to, site: site(), limit });
}

/** Returns the main event of a commit: saving an entry can also add an image. */
function showAct({ commit, when, by, events }: CommitEvents): z.input<typeof actAnswer> {
  const head = { commit, when, by };
  const entries = events.filter((event) => "slug" in event);
  const [first] = entries;
  if (first !== undefined) {
    const same = entries.filter(({ kind }) => kind === first.kind);
    return {
      ...head,
      act: ACTS[first.kind],
      count: same.length,
      entries: same.slice(0, SHOWN_ENTRIES).map(({ id, type, slug }) => ({ id, type, slug })),
    };
  }
  const [other] = events;
  const act = other?.kind === "type.changed" ? "types" : other === undefined ? "other" : "media";
  return { ...head, act, count: events.length, entries: [] };
}

const ACTS = {
  "entry.saved": "saved",
  "entry.deleted": "deleted",
  "entry.published": "published",
  "entry.unpublished": "unpublished",
} as const;
