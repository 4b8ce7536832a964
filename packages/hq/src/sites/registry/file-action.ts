import type { FileKind } from "@loam/cms-core/site";
import type { SiteAction } from "../../api/permissions/permissions.ts";

/**
 * Which action each kind of file takes (contracts §6): what stands beside the content is for those who build the site, and
 * a time in a file publishes by itself. What a forge runs by itself is an admin's: HQ pushes it there with the credential
 * that an admin gave.
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

/** All of them: who has none of these changes nothing in a repository. */
export const FILE_ACTIONS: readonly SiteAction[] = Object.values(ACTION_OF);

/** What it takes to change a file. */
export function fileAction(kind: FileKind): SiteAction {
  return ACTION_OF[kind];
}
