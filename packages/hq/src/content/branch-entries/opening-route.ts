import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { siteActor } from "../../sites/registry/site-content.ts";
import type { SiteServices } from "../../sites/services.ts";
import { changeAnswer, showChange } from "../changes/change-answer.ts";
import { openingBody, openNewChange } from "../changes/managing-routes.ts";
import { sitePlace } from "../changes/site-place.ts";
import { entryAnswer } from "../entries/entry-answer.ts";
import { requireEntry } from "../entries/reply-entry.ts";
import { changeFields, createEntry, type SentEntry } from "../entries/save-fields.ts";
import { answerBranchEntry } from "./branch-entry.ts";
import type { BranchStores, OpenedBranch } from "./branch-stores.ts";

const entry = z
  .strictObject({
    type: z.string().meta({ description: "API ID." }),
    id: z
      .string()
      .exactOptional()
      .meta({ description: "ID of an existing entry. Absent: a new entry." }),
    version: z
      .string()
      .exactOptional()
      .meta({ description: "Version that was edited. Later changes by others are merged." }),
    slug: z.string().exactOptional(),
    baseSlug: z.string().exactOptional(),
    fields: z.record(z.string(), z.unknown()).default({}),
    deleted: z.literal(true).exactOptional().meta({ description: "Whether the entry is deleted." }),
  })
  .meta({ description: "Values of the entry." });

type OpenedEntry = z.output<typeof entry>;

/** Opens a change request with one entry, both or neither. */
export function openingRoute(services: SiteServices, branches: BranchStores): Route {
  const { hq, identity } = services;
  const place = sitePlace(services);
  return defineRoute({
    method: "post",
    path: "/sites/{site}/proposals",
    id: "openProposal",
    summary: "Open a change request with a new, edited, or deleted entry",
    policy: onSite("change.propose"),
    tells: "change.opened",
    commits: true,
    input: { body: openingBody.extend({ entry }).meta({ id: "NewProposal" }) },
    status: 201,
    answer: z
      .object({
        change: changeAnswer,
        entry: entryAnswer
          .exactOptional()
          .meta({ description: "The entry on the branch; absent if it is deleted." }),
      })
      .meta({ id: "OpenedProposal" }),
    handle: async ({ body: { entry: proposed, ...opening }, ...context }) => {
      const { site, actor } = context;
      const created: { branch?: OpenedBranch; id?: string } = {};
      const write = async (branch: string): Promise<void> => {
        created.branch = await branches.open(site.id, { branch });
        created.id = await putEntry(created.branch, proposed, siteActor(actor));
      };
      const deps = { database: hq.database, now: hq.now, mailer: identity.mailer };
      const opened = { ...opening, by: actor, write };
      const change = showChange(await openNewChange(deps, await place.open(context), opened));
      const ref =
        created.id === undefined ? undefined : created.branch?.store.entryById(created.id);
      if (ref === undefined || created.branch === undefined) return { body: { change } };
      return { body: { change, entry: await answerBranchEntry(created.branch, ref) } };
    },
  });
}

/** Writes or deletes an entry on a branch. Returns its id. */
async function putEntry(
  { store }: OpenedBranch,
  { type, id, version, deleted, ...written }: OpenedEntry,
  actor: ReturnType<typeof siteActor>,
): Promise<string> {
  const sent: SentEntry = written;
  if (id === undefined) return (await createEntry(store, type, { sent, actor })).ref.id;
  const ref = requireEntry(store, { api_id: type, id });
  if (deleted === true) {
    await store.deleteEntry(ref.id, { actor, ...(version !== undefined && { expected: version }) });
    return ref.id;
  }
  const base = version === undefined ? {} : { base: version };
  return (await changeFields(store, ref, { sent, actor, ...base })).ref.id;
}
