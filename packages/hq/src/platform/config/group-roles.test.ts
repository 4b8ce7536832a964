import { describe, expect, test } from "vitest";
import { parseGroupRules, rightsOf } from "./group-roles.ts";

describe("rules of groups", () => {
  test("are read from one line, names with spaces, colons and equal signs included", () => {
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
  ])("are none: %s", (text) => {
    expect(parseGroupRules(text)).toBeUndefined();
  });

  const rules =
    parseGroupRules("boss=instance-admin,eds=main:member,leads=main:admin,shop=shop:owner") ?? [];

  test("give the highest role of all groups, and say where there is none", () => {
    expect(rightsOf(rules, ["leads", "eds", "others"])).toEqual({
      instanceAdmin: false,
      workspaces: new Map([
        ["main", "admin"],
        ["shop", undefined],
      ]),
    });
    expect(rightsOf(rules, ["boss"]).instanceAdmin).toBe(true);
  });

  test("say nothing of what they do not name", () => {
    expect(rightsOf([], ["boss"])).toEqual({ workspaces: new Map() });
  });
});
