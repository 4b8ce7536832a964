import { CmsError } from "@loam/cms-core";
import type { Route } from "../../api/route.ts";
import type { SiteServices } from "../../sites/services.ts";
import { findChange, findOpenChange } from "../changes/changes.ts";
import { requireEntry } from "../entries/reply-entry.ts";
import { copyRoutesAt, NEW_ENTRY } from "../entries/working-copy-routes.ts";
import { readWorkingCopy } from "../working-copies/working-copies.ts";
import { BRANCH_ENTRY, branchEntryParams } from "./branch-paths.ts";
import type { BranchStores } from "./branch-stores.ts";

/**
 * Unsaved edits of the current user in a change request, separate from those elsewhere. They can still be read after
 * the change request ends.
 */
export function branchWorkingCopyRoutes(
  { hq }: Pick<SiteServices, "hq">,
  branches: BranchStores,
): readonly Route[] {
  const { database } = hq;
  return copyRoutesAt(hq, {
    path: `${BRANCH_ENTRY}/working-copy`,
    ids: { read: "getProposedCopy", keep: "keepProposedCopy", drop: "dropProposedCopy" },
    params: branchEntryParams,
    async findPlace({ siteId, userId, isNew }, named) {
      const find = isNew ? findOpenChange : findChange;
      const change = await find(database, siteId, named.n);
      const place = { change: change.number, entryId: named.id };
      if ((await readWorkingCopy(database, { siteId, userId, ...place })) !== undefined)
        return place;
      const { store } = await branches.open(siteId, change);
      if (!NEW_ENTRY.test(named.id)) return { ...place, entryId: requireEntry(store, named).id };
      if (store.type(named.api_id) !== undefined) return place;
      const message = `There is no content type "${named.api_id}".`;
      throw new CmsError("content_type_not_found", message);
    },
  });
}
