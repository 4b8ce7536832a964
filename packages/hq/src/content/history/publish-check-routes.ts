import { CmsError, type Issue } from "@loam/cms-core";
import { compareVersions, readVersion, restoreEntry } from "@loam/cms-core/history";
import type { MediaStorage } from "@loam/cms-core/media";
import { checkPublish, PUBLISHED_REF } from "@loam/cms-core/publish";
import type { SiteStore } from "@loam/cms-core/site";
import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { pathMessageAnswer } from "../../api/shared-answers.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { siteActor } from "../../sites/registry/site-content.ts";
import type { SiteServices } from "../../sites/services.ts";
import { withByIdRoutes } from "../entries/by-id.ts";
import {
  entryAnswer,
  findIndexed,
  type PublishWarning,
  publishWarning,
  showWarnings,
} from "../entries/entry-answer.ts";
import { ENTRY, entryParams } from "../entries/entry-input.ts";
import { replyChanged, requireEntry } from "../entries/reply-entry.ts";
import { changesAnswer, showChanges, type ShownChanges } from "./history-answer.ts";

/** Problems and changes of publishing an entry. */
interface EntryCheck {
  readonly problems: readonly { readonly path: string; readonly message: string }[];
  readonly warnings: readonly PublishWarning[];
  readonly changes?: ShownChanges;
}

export const checkAnswer: z.ZodType<EntryCheck, EntryCheck> = z
  .object({
    problems: z
      .array(pathMessageAnswer)
      .readonly()
      .meta({ description: "Problems that prevent publishing; empty if there are none." }),
    warnings: z.array(publishWarning).readonly(),
    changes: changesAnswer.exactOptional().meta({
      description: "Changes visitors would see; absent if the entry is not live.",
    }),
  })
  .meta({ id: "PublishCheck" });

/** Checks before publishing, and reverting to the live version. */
export function publishCheckRoutes(services: SiteServices): readonly Route[] {
  return withByIdRoutes(checkRoutes(services), services);
}

function checkRoutes({ hq, sites }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: `${ENTRY}/validate`,
      id: "validateEntry",
      summary: "Check what publishing an entry would change, without publishing it",
      policy: onSite("site.read"),
      input: { params: entryParams },
      answer: checkAnswer,
      handle: async ({ site, params }) => {
        const { store } = await sites.content(site.id);
        const { id } = requireEntry(store, params);
        return { body: await checkEntry(store, id, await hq.storages.openMedia()) };
      },
    }),
    defineRoute({
      method: "post",
      path: `${ENTRY}/discard`,
      id: "discardChanges",
      summary: "Revert the working version of an entry to its live version",
      policy: onSite("entry.write"),
      commits: true,
      versioned: true,
      input: { params: entryParams },
      answer: entryAnswer,
      handle: async ({ site, actor, params: { api_id: type, id: name }, ifMatch }) => {
        const content = await sites.content(site.id);
        const { id, live } = await findIndexed(content, type, name);
        const commit = await content.store.repository.resolveRef(PUBLISHED_REF);
        if (live === undefined || commit === undefined) throw notLive();
        const saved = await restoreEntry(content.store, {
          id,
          commit,
          actor: siteActor(actor),
          ...(ifMatch !== undefined && { expected: ifMatch }),
        });
        return replyChanged(sites, site.id, { ref: saved.ref, saved });
      },
    }),
  ];
}

/** Checks publishing the current version of an entry on the branch of a store. */
export async function checkEntry(
  store: SiteStore,
  id: string,
  media: Pick<MediaStorage, "has">,
): Promise<EntryCheck> {
  const { issues, warnings } = await checkPublish(store, [id], { media });
  const changes = await changesToLive(store, id);
  return {
    problems: (issues.get(id) ?? []).map(showProblem),
    warnings: showWarnings(warnings),
    ...(changes !== undefined && { changes }),
  };
}

function notLive(): CmsError {
  return new CmsError(
    "conflict",
    "The entry is not live, so there is no live version to revert to.",
  );
}

function showProblem({ field = "", message }: Issue): { path: string; message: string } {
  return { path: field, message };
}

/** Returns the changes between the live and the working version of an entry. */
async function changesToLive(store: SiteStore, id: string): Promise<ShownChanges | undefined> {
  const published = await store.repository.resolveRef(PUBLISHED_REF);
  if (published === undefined) return undefined;
  const live = await readVersion(store, id, published).catch(ifNotFound);
  if (live === undefined) return undefined;
  return showChanges(compareVersions(live, await readVersion(store, id, store.head())));
}

function ifNotFound(error: unknown): undefined {
  if (error instanceof CmsError && error.status === 404) return undefined;
  throw error;
}
