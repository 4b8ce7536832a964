import { describe, expect, test } from "vitest";
import { parseGroupRules, resolveRights } from "./group-roles.ts";

describe("group rules", () => {
  test("are parsed from one line, including spaces, colons, and equal signs in names", () => {
    expect(
      parseGroupRules("cms admins=instance-admin, cn=eds=main:member,/a:b = shop:owner"),
    ).toEqual([
      { group: "cms admins", gives: { kind: "instance-admin" } },
      { group: "cn=eds", gives: { kind: "workspace", workspace: "main", role: "member" } },
      { group: "/a:b", gives: { kind: "workspace", workspace: "shop", role: "owner" } },
    ]);
  });

  test.for([
    "editors",
    "editors=",
    "=main:member",
    "editors=main",
    "editors=main:boss",
    "a=b:c:member",
  ])("are invalid: %s", (text) => {
    expect(parseGroupRules(text)).toBeUndefined();
  });

  const rules =
    parseGroupRules("boss=instance-admin,eds=main:member,leads=main:admin,shop=shop:owner") ?? [];

  test("give the highest role of all groups and report missing roles", () => {
    expect(resolveRights(rules, ["leads", "eds", "others"])).toEqual({
      instanceAdmin: false,
      workspaces: new Map([
        ["main", "admin"],
        ["shop", undefined],
      ]),
    });
    expect(resolveRights(rules, ["boss"]).instanceAdmin).toBe(true);
  });

  test("don't mention other workspaces", () => {
    expect(resolveRights([], ["boss"])).toEqual({ workspaces: new Map() });
  });
});
