import { expect, test } from "vitest";
import type { Comment } from "../../api/changes/comments.ts";
import { isOpen, placeKey, threadsAt, threadsElsewhere, threadsOf } from "./threads.ts";

function comment(id: string, more: Partial<Comment> = {}): Comment {
  return {
    id,
    threadId: id,
    userId: "ann",
    body: id,
    mentions: [],
    path: "content/posts/rain.md",
    field: "title",
    line: null,
    quote: null,
    head: null,
    createdAt: "2026-11-01T00:00:00.000Z",
    editedAt: null,
    deletedAt: null,
    resolvedAt: null,
    resolvedBy: null,
    ...more,
  };
}

const gone = { deletedAt: "2026-11-02T00:00:00.000Z", body: "" };
const NOWHERE = { path: null, field: null };

test("groups comments with replies and keeps deleted ones only if replied to", () => {
  const threads = threadsOf([
    comment("a"),
    comment("b", { ...NOWHERE, resolvedAt: "2026-11-02T00:00:00.000Z" }),
    comment("a2", { ...NOWHERE, threadId: "a" }),
    comment("c", gone),
    comment("d", gone),
    comment("d2", { ...NOWHERE, threadId: "d" }),
    comment("a3", { ...NOWHERE, ...gone, threadId: "a" }),
  ]);
  expect(threads.map(({ id, answers }) => [id, answers.map((answer) => answer.id)])).toEqual([
    ["a", ["a2"]],
    ["b", []],
    ["d", ["d2"]],
  ]);
  expect(threads.map(isOpen)).toEqual([true, false, true]);
  const place = { path: "content/posts/rain.md", field: "title" };
  expect(threadsAt(threads, place).map(({ id }) => id)).toEqual(["a", "d"]);
  const shown = new Set([placeKey(place)]);
  expect(threadsElsewhere(threads, shown).map(({ id }) => id)).toEqual(["b"]);
});
