import { classifyPath } from "@loam/cms-core/content";
import { type LiveSite, schemaImpact } from "@loam/cms-core/publish";
import { answerImpact, type ImpactAnswer } from "../types/schema-preview-routes.ts";
import type { OpenedBranch } from "./branch-stores.ts";

/** Returns the impact of publishing each schema that a branch changes, on the entries of that branch. */
export async function schemaImpacts(
  { store, content }: OpenedBranch,
  live: LiveSite,
): Promise<readonly ImpactAnswer[]> {
  const { repository } = store;
  const head = store.head();
  const base = (await repository.mergeBase(head, content.store.head())) ?? head;
  const types = new Set<string>();
  for (const { path } of await repository.changedFiles(base, head)) {
    const identity = classifyPath(path, store.site());
    if (identity.kind === "type") types.add(identity.apiId);
  }
  const impacts: ImpactAnswer[] = [];
  for (const apiId of types) {
    // A deleted type is not published.
    if (store.type(apiId) === undefined) continue;
    impacts.push(answerImpact(await schemaImpact(store, apiId, { live })));
  }
  return impacts;
}
