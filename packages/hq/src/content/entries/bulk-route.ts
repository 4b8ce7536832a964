import type { CmsError } from "@loam/cms-core";
import { checkPublish, deleteEntries, unpublishEntries } from "@loam/cms-core/publish";
import type { Actor, ManyChange, SiteStore } from "@loam/cms-core/site";
import { z } from "zod";
import { requireScope } from "../../api/permissions/permissions.ts";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite, requireNoReview } from "../../people/workspaces/policies.ts";
import { siteActor } from "../../sites/registry/site-content.ts";
import type { SiteServices } from "../../sites/services.ts";
import { deleteCopiesOf } from "../working-copies/working-copies.ts";
import { showProblems, type Problem, problem } from "./entry-answer.ts";
import { publishTogether } from "./publish-together.ts";
import { followPublish } from "./reply-entry.ts";

const MAX_ENTRIES = 500;

const entries = z.array(z.string().min(1).max(200)).min(1).max(MAX_ENTRIES).meta({
  description: "Ids.",
});

const bulkBody = z
  .discriminatedUnion("action", [
    z.strictObject({ action: z.enum(["publish", "unpublish", "delete", "duplicate"]), entries }),
    z.strictObject({
      action: z.literal("schedule"),
      entries,
      publishAt: z.string().exactOptional(),
      unpublishAt: z.string().exactOptional(),
    }),
  ])
  .meta({ id: "BulkAction" });

type Bulk = z.output<typeof bulkBody>;

/** Result for one entry. */
interface BulkResult {
  readonly id: string;
  readonly result: "done" | "unchanged" | "refused";
  readonly copy?: string;
  readonly code?: string;
  readonly message?: string;
  readonly problems?: readonly Problem[];
}

const bulkResult: z.ZodType<BulkResult, BulkResult> = z
  .object({
    id: z.string(),
    result: z.enum(["done", "unchanged", "refused"]),
    copy: z.string().exactOptional().meta({ description: "ID of the duplicate." }),
    code: z.string().exactOptional().meta({ description: "Reason, if the entry was not changed." }),
    message: z.string().exactOptional(),
    problems: z.array(problem).readonly().exactOptional(),
  })
  .meta({ id: "BulkResult" });

/** Applies one action to many entries. */
export function bulkRoute({ hq, sites }: SiteServices): Route {
  return defineRoute({
    method: "post",
    path: "/sites/{site}/entries/bulk",
    id: "changeEntries",
    summary:
      "Publish, unpublish, schedule, duplicate, or delete entries in one commit. Entries with errors are skipped; each entry has a result",
    policy: onSite("change.propose"),
    commits: true,
    deferrable: true,
    input: { body: bulkBody },
    answer: z.object({
      results: z.array(bulkResult).readonly().meta({ description: "In the requested order." }),
    }),
    handle: async ({ site, actor, body, respondAsync }) => {
      // Publishing, unpublishing, and scheduling use existing content. The other actions create changes.
      if (body.action === "delete" || body.action === "duplicate") requireNoReview(site);
      const { store } = await sites.content(site.id);
      const ids = [...new Set(body.entries)];
      const goesLive = body.action !== "delete" && body.action !== "duplicate";
      if (goesLive || (body.action === "delete" && (await hasLive(sites, site.id, ids)))) {
        requireScope(actor, "entry.publish");
      }
      const by = siteActor(actor);
      const { results, changed } = await apply(store, {
        ids,
        body,
        actor: by,
        now: hq.now,
        media: await hq.storages.openMedia(),
      });
      if (body.action === "delete") {
        const deletedIds = results.filter(({ result }) => result === "done").map(({ id }) => id);
        await deleteCopiesOf(hq.database, { siteId: site.id, userId: actor.userId }, deletedIds);
      }
      if (changed) await followPublish(sites, site.id, { respondAsync });
      return { body: { results }, unchanged: !changed };
    },
  });
}

async function hasLive(
  sites: SiteServices["sites"],
  siteId: string,
  ids: readonly string[],
): Promise<boolean> {
  const { index } = await sites.content(siteId);
  const found = await Promise.all(ids.map((id) => index.find(id)));
  return found.flat().some(({ live }) => live !== undefined);
}

interface Applied {
  readonly results: readonly BulkResult[];
  readonly changed: boolean;
}

interface Apply {
  readonly ids: readonly string[];
  readonly body: Bulk;
  readonly actor: Actor;
  readonly now: () => Date;
  readonly media: Parameters<typeof publishTogether>[1]["media"];
}

function apply(store: SiteStore, asked: Apply): Promise<Applied> {
  switch (asked.body.action) {
    case "publish":
      return publishMany(store, asked);
    case "unpublish":
      return unpublishMany(store, asked);
    case "delete":
      return deleteMany(store, asked);
    case "duplicate":
      return changeMany(store, { kind: "duplicate" }, asked);
    case "schedule": {
      const { action: _, entries: __, ...schedule } = asked.body;
      return changeMany(store, { kind: "schedule", schedule }, asked);
    }
  }
}

/** Publishes all valid entries together. The others stay unchanged. */
async function publishMany(store: SiteStore, { ids, actor, now, media }: Apply): Promise<Applied> {
  const known = ids.filter((id) => store.entryById(id) !== undefined);
  const { issues } = await checkPublish(store, known, { media });
  const ready = known.filter((id) => (issues.get(id) ?? []).length === 0);
  const { records, changed } = await publishTogether(store, {
    entries: ready.map((id) => ({ id })),
    actor,
    media,
    now,
  });
  const isReady = new Set(ready);
  const published = new Set(records.map(({ id }) => id));
  const results = ids.map((id): BulkResult => {
    if (isReady.has(id)) return { id, result: published.has(id) ? "done" : "unchanged" };
    const problems = showProblems(issues.get(id) ?? []);
    return problems.length === 0
      ? missingEntryResult(id)
      : {
          id,
          result: "refused",
          code: "publish_refused",
          message: problems[0]?.message ?? "",
          problems,
        };
  });
  return { results, changed };
}

async function unpublishMany(store: SiteStore, { ids, actor, now }: Apply): Promise<Applied> {
  const { records, changed } = await unpublishEntries(store, { ids, actor, now });
  const off = new Set(records.map(({ id }) => id));
  const results = ids.map((id): BulkResult => {
    if (off.has(id)) return { id, result: "done" };
    return store.entryById(id) === undefined ? missingEntryResult(id) : { id, result: "unchanged" };
  });
  return { results, changed };
}

async function deleteMany(store: SiteStore, { ids, actor, now }: Apply): Promise<Applied> {
  const { refused, changed } = await deleteEntries(store, ids, { actor, now });
  return { results: ids.map((id) => resultOf(id, refused.get(id))), changed };
}

async function changeMany(
  store: SiteStore,
  change: ManyChange,
  { ids, actor }: Apply,
): Promise<Applied> {
  const before = new Map(ids.map((id) => [id, store.entryById(id)?.blob]));
  const { done, refused, changed } = await store.changeMany({ ids, change }, { actor });
  const results = ids.map((id): BulkResult => {
    const ref = done.get(id);
    if (ref === undefined) return resultOf(id, refused.get(id));
    if (ref.id !== id) return { id, result: "done", copy: ref.id };
    return { id, result: ref.blob === before.get(id) ? "unchanged" : "done" };
  });
  return { results, changed };
}

function resultOf(id: string, error: CmsError | undefined): BulkResult {
  if (error === undefined) return { id, result: "done" };
  const { code, message, issues } = error;
  const problems = issues.length === 0 ? {} : { problems: showProblems(issues) };
  return { id, result: "refused", code, message, ...problems };
}

function missingEntryResult(id: string): BulkResult {
  return {
    id,
    result: "refused",
    code: "content_not_found",
    message: `Entry not found: ${id}.`,
  };
}
