import type { FileKind } from "@loam/cms-core/site";
import type { SiteAction } from "../../api/permissions/permissions.ts";

/**
 * Permission required for each kind of file (contracts §6). Files other than content are for developers of the site,
 * and times in a file publish automatically. CI workflows that Git hosts run automatically require an admin, because HQ
 * pushes them with a credential that an admin entered.
 */
const ACTION_OF: Readonly<Record<FileKind, SiteAction>> = {
  entry: "entry.write",
  schedule: "entry.publish",
  media: "media.write",
  schema: "schema.write",
  other: "schema.write",
  site: "site.settings",
  forge: "site.settings",
};

/** All file permissions. A user with none of them cannot change a repository. */
export const FILE_ACTIONS: readonly SiteAction[] = Object.values(ACTION_OF);

/** Returns the permission required to change a file. */
export function fileAction(kind: FileKind): SiteAction {
  return ACTION_OF[kind];
}
