import type { Workspace } from "../api/workspaces.ts";
import type { MessageId } from "../messages/messages.ts";

/** Returns the description of a workspace role. Mentions payment methods only if the instance has them. */
export function roleText(role: Workspace["role"], hasBilling: boolean): MessageId {
  if (role === "admin" && !hasBilling) return "workspaceRole.mayFree.admin";
  return `workspaceRole.may.${role}`;
}
