import type { Workspace } from "../api/workspaces.ts";
import type { MessageId } from "../messages/messages.ts";

/** What a role in a workspace may do; of payment methods only where there are any. */
export function roleText(role: Workspace["role"], hasBilling: boolean): MessageId {
  if (role === "admin" && !hasBilling) return "workspaceRole.mayFree.admin";
  return `workspaceRole.may.${role}`;
}
