import { expect, test } from "vitest";
import { withDecisions } from "./apply-decisions.ts";

test("sends the decisions with all edits against the conflicting version", () => {
  const proposed = {
    type: "posts",
    id: "e1",
    version: "v1",
    fields: { title: "Mine", intro: "Typed" },
    slug: "mine",
    baseSlug: "old",
  };
  const conflict = { base: "Old", ours: "Mine", theirs: "Theirs" };
  const refused = {
    current: "v2",
    conflicts: [{ path: "title", ...conflict }],
    merged: { intro: "Typed and theirs", body: "Theirs" },
  };
  expect(withDecisions(proposed, refused, new Map([["title", "Both"]]))).toEqual({
    ...proposed,
    version: "v2",
    fields: { title: "Both", intro: "Typed and theirs" },
  });
});

test("treats the slug like a field and an empty decision as removal", () => {
  const proposed = { type: "posts", id: "e1", version: "v1", fields: { title: "Mine" }, slug: "a" };
  const refused = {
    current: "v2",
    conflicts: [
      { path: "title", base: "Old", ours: "Mine", theirs: null },
      { path: "slug", base: "old", ours: "a", theirs: "b" },
    ],
    merged: {},
  };
  const decided = new Map<string, unknown>([
    ["title", null],
    ["slug", "b"],
  ]);
  expect(withDecisions(proposed, refused, decided)).toEqual({
    type: "posts",
    id: "e1",
    version: "v2",
    fields: { title: null },
    slug: "b",
  });
});
