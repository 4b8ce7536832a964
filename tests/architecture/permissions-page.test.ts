import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import {
  SITE_ACTIONS,
  SITE_ROLES,
  TOKEN_SCOPES,
  WORKSPACE_ACTIONS,
} from "../../packages/hq/src/api/permissions/permissions.ts";
import { WORKSPACE_ROLES } from "../../packages/hq/src/platform/db/tables/workspaces.ts";

const PAGE = readFileSync(
  resolve(import.meta.dirname, "../../docs/reference/roles-and-permissions.md"),
  "utf8",
);

/** Returns the table rows below a heading, without the header. */
function rowsBelow(heading: string): readonly (readonly string[])[] {
  const [, section = ""] = PAGE.split(`\n## ${heading}\n`);
  const [text = ""] = section.split("\n## ");
  const rows = text.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Returns the permissions in a table: the marked roles and the scope of each. */
function permissionsBelow(heading: string): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    rowsBelow(heading).map(([, permission = "", ...marks]) => [
      permission.replaceAll("`", ""),
      marks.map((mark) => mark.replaceAll("`", "")),
    ]),
  );
}

function expected<Role extends string>(
  actions: Readonly<Record<string, { readonly role: Role; readonly scope: string }>>,
  roles: readonly Role[],
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(actions).map(([action, { role, scope }]) => {
      const marks = roles.map((_, rank) => (rank >= roles.indexOf(role) ? "✓" : ""));
      return [action, [...marks, scope]];
    }),
  );
}

test("documents exactly the actions on a site with their roles and scopes", () => {
  expect(permissionsBelow("Site roles")).toEqual(expected(SITE_ACTIONS, SITE_ROLES));
});

test("documents exactly the actions in a workspace", () => {
  expect(permissionsBelow("Workspace roles")).toEqual(expected(WORKSPACE_ACTIONS, WORKSPACE_ROLES));
});

test("documents exactly the token scopes", () => {
  const scopes = rowsBelow("Token scopes").map(([scope = ""]) => scope.replaceAll("`", ""));
  expect(scopes.toSorted()).toEqual([...TOKEN_SCOPES].toSorted());
});
