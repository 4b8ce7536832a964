import { MAIN } from "@loam/cms-core/site";
import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { pathMessageAnswer, titledEntryRefAnswer } from "../../api/shared-answers.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import type { SiteServices } from "../../sites/services.ts";
import { CHANGE, changeParams } from "../changes/change-paths.ts";
import { findOpenChange, listOpenChanges } from "../changes/changes.ts";
import { publishWarning } from "../entries/entry-answer.ts";
import { type ImpactAnswer, impactAnswer } from "../types/schema-preview-routes.ts";
import type { BranchStores } from "./branch-stores.ts";
import { checkChange, type ChangeChecks } from "./check-change.ts";
import { schemaImpacts } from "./schema-impacts.ts";
import { touchedEntries } from "./touched-entries.ts";

const named = z.object({ id: z.string(), fields: z.array(z.string()).readonly() });

interface ChecksAnswer extends ChangeChecks {
  readonly schemas: readonly ImpactAnswer[];
}

const checks: z.ZodType<ChecksAnswer, ChecksAnswer> = z
  .object({
    head: z.string().meta({ description: "Commit of the branch." }),
    behind: z
      .boolean()
      .meta({ description: "Whether main has changed since the branch was created." }),
    entries: z
      .array(
        z.object({
          id: z.string(),
          problems: z.array(pathMessageAnswer).readonly(),
          warnings: z.array(publishWarning).readonly(),
        }),
      )
      .readonly()
      .meta({
        description: "Problems that publishing its entries would have; only entries with problems.",
      }),
    live: z
      .array(z.object({ id: z.string(), kind: z.enum(["new", "changed", "removed"]) }))
      .readonly()
      .meta({ description: "Changes visitors would see once its entries are published." }),
    shownIn: z
      .array(titledEntryRefAnswer)
      .readonly()
      .meta({ description: "Up to 20 live entries that reference changed content." }),
    main: z
      .array(
        z.object({
          id: z.string(),
          gone: z.boolean().meta({ description: "Whether it was deleted there." }),
          fields: z.array(z.string()).readonly().meta({ description: "Labels." }),
          by: z
            .string()
            .exactOptional()
            .meta({ description: "Name of the user who saved it last." }),
        }),
      )
      .readonly()
      .meta({ description: "Changes saved on main to the same entries." }),
    overlaps: z
      .array(
        z.object({
          number: z.int(),
          title: z.string(),
          draft: z.boolean(),
          entries: z
            .array(named)
            .readonly()
            .meta({ description: "With the labels of fields that both sides change." }),
        }),
      )
      .readonly()
      .meta({ description: "Other open change requests with the same entries." }),
    schemas: z
      .array(impactAnswer)
      .readonly()
      .meta({ description: "Effect of publishing each changed schema." }),
  })
  .meta({ id: "ChangeRequestChecks" });

const touching = z.object({
  number: z.int(),
  title: z.string(),
  draft: z.boolean(),
  entries: z
    .array(
      z.object({
        id: z.string(),
        type: z.string(),
        kind: z.enum(["added", "changed", "removed"]),
      }),
    )
    .readonly(),
});

/** Effects of a change request beyond its diff: on its entries, the live site, and other change requests. */
export function checkRoutes(services: SiteServices, branches: BranchStores): readonly Route[] {
  return [checksRoute(services, branches), touchedRoute(services)];
}

/** Maximum number of open change requests to compare with, newest first. */
const MAX_COMPARED = 100;

function checksRoute({ hq, sites }: SiteServices, branches: BranchStores): Route {
  return defineRoute({
    method: "get",
    path: `${CHANGE}/checks`,
    id: "checkChange",
    summary:
      "Check what publishing a change request would change, and who else changes the same entries",
    policy: onSite("site.read"),
    input: { params: changeParams },
    answer: checks,
    handle: async ({ site, params: { n } }) => {
      const change = await findOpenChange(hq.database, site.id, n);
      const branch = await branches.open(site.id, change);
      const open = await listOpenChanges(hq.database, site.id);
      const others = open.filter(({ number }) => number !== n).slice(0, MAX_COMPARED);
      const media = await hq.storages.openMedia();
      const checked = await checkChange({ branch, media, others });
      const schemas = await schemaImpacts(branch, sites.live(site.id));
      return { body: { ...checked, schemas } };
    },
  });
}

function touchedRoute({ hq, sites }: SiteServices): Route {
  return defineRoute({
    method: "get",
    path: "/sites/{site}/proposed-entries",
    id: "listProposedEntries",
    summary: "List the entries of all open change requests, newest change request first",
    policy: onSite("site.read"),
    input: {
      query: z.object({
        entry: z
          .string()
          .exactOptional()
          .meta({ description: "ID of an entry. Only returns change requests that change it." }),
      }),
    },
    answer: z.object({ changes: z.array(touching).readonly() }),
    handle: async ({ site, query: { entry } }) => {
      const { store } = await sites.content(site.id);
      const { repository } = store;
      const main = await repository.resolveRef(MAIN);
      const changes: z.input<typeof touching>[] = [];
      const open = (await listOpenChanges(hq.database, site.id)).slice(0, MAX_COMPARED);
      for (const { number, title, draft, branch } of open) {
        const tip = await repository.resolveRef(branch);
        const base = tip && main && (await repository.mergeBase(tip, main));
        if (tip === undefined || base === undefined) continue;
        const entries = [...(await touchedEntries(store, { from: base, to: tip })).values()];
        if (entry !== undefined && !entries.some(({ id }) => id === entry)) continue;
        changes.push({ number, title, draft, entries });
      }
      return { body: { changes } };
    },
  });
}
