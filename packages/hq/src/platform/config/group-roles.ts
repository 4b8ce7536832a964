import { WORKSPACE_ROLES, type WorkspaceRole } from "../db/tables/workspaces.ts";

/** Maps a group of the issuer to a right in HQ. */
export interface GroupRule {
  readonly group: string;
  readonly gives:
    | { readonly kind: "instance-admin" }
    | { readonly kind: "workspace"; readonly workspace: string; readonly role: WorkspaceRole };
}

/** The rights that a user's groups give, limited to what the rules mention. */
export interface GroupRights {
  /** Absent if no rule mentions it: the issuer doesn't manage it. */
  readonly instanceAdmin?: boolean;
  /** By slug or id of the workspace. `undefined` means no role there. */
  readonly workspaces: ReadonlyMap<string, WorkspaceRole | undefined>;
}

/**
 * Parses `cms-admins=instance-admin, editors=main:member`. The last `=` ends the name of a group.
 *
 * @returns undefined if a part isn't a valid rule
 */
export function parseGroupRules(text: string): readonly GroupRule[] | undefined {
  const parts = text.split(",").filter((part) => part.trim() !== "");
  const rules = parts.map((part) => parseRule(part.trim())).filter((rule) => rule !== undefined);
  return rules.length === parts.length ? rules : undefined;
}

function parseRule(text: string): GroupRule | undefined {
  const [, group = "", target = ""] = /^(.+)=\s*([^=]+)$/.exec(text) ?? [];
  const name = group.trim();
  if (name === "") return undefined;
  if (target === "instance-admin") return { group: name, gives: { kind: "instance-admin" } };
  const [workspace = "", roleName, ...more] = target.split(":");
  const role = WORKSPACE_ROLES.find((each) => each === roleName);
  if (workspace === "" || role === undefined || more.length > 0) return undefined;
  return { group: name, gives: { kind: "workspace", workspace, role } };
}

/** If several groups give a role, the highest one counts. */
export function resolveRights(rules: readonly GroupRule[], groups: readonly string[]): GroupRights {
  const workspaces = new Map<string, WorkspaceRole | undefined>();
  let instanceAdmin: boolean | undefined;
  for (const { group, gives } of rules) {
    const has = groups.includes(group);
    if (gives.kind === "instance-admin") instanceAdmin = (instanceAdmin ?? false) || has;
    else {
      const before = workspaces.get(gives.workspace);
      workspaces.set(gives.workspace, has ? higherRole(before, gives.role) : before);
    }
  }
  return { workspaces, ...(instanceAdmin !== undefined && { instanceAdmin }) };
}

function higherRole(one: WorkspaceRole | undefined, other: WorkspaceRole): WorkspaceRole {
  if (one === undefined) return other;
  return WORKSPACE_ROLES.indexOf(one) > WORKSPACE_ROLES.indexOf(other) ? one : other;
}
