import { expect, test } from "vitest";
import type { EntrySummary } from "../api/content/entries.ts";
import type { Release } from "../api/publishing/releases.ts";
import { plannedOf } from "./planned.ts";

const NOW = Date.parse("2026-11-20T12:00:00.000Z");
const PAST = "2026-11-20T09:00:00.000Z";
const COMING = "2026-11-21T09:00:00.000Z";

const RELEASE: Release = {
  id: "r1",
  siteId: "s1",
  title: "Spring",
  state: "failed",
  entries: ["e1"],
  publishAt: PAST,
  createdBy: null,
  createdAt: PAST,
  publishedAt: null,
  publishedCommit: null,
  issues: [{ message: "Summary is empty." }],
};

const ENTRY: EntrySummary = {
  id: "e1",
  type: "posts",
  slug: "rain",
  title: "Rain",
  state: "draft",
  scheduled: true,
  version: "v1",
  updatedAt: PAST,
  publishAt: PAST,
  unpublishAt: COMING,
  sortOrder: 0,
  removed: false,
  problems: [],
};

test("combines releases and entries with their failures", () => {
  const failures = [
    {
      entryId: "e1",
      action: "publish" as const,
      dueAt: PAST,
      failedAt: PAST,
      issues: [{ message: "No title." }],
    },
  ];
  const planned = plannedOf({ releases: [RELEASE], entries: [ENTRY], failures }, NOW);
  expect(planned.map(({ act, state, at, causes }) => [act, state, at, causes])).toEqual([
    ["release", "failed", PAST, ["Summary is empty."]],
    ["publish", "failed", PAST, ["No title."]],
    ["unpublish", "coming", COMING, []],
  ]);
  expect(planned[1]?.address).toBe("entries/posts/e1");
});

test("places a release at its publish time and omits unscheduled ones", () => {
  const done = { ...RELEASE, state: "published" as const, publishedAt: COMING, issues: [] };
  const open = { ...RELEASE, state: "open" as const, publishAt: null, issues: [] };
  expect(plannedOf({ releases: [done, open], entries: [], failures: [] }, NOW)).toMatchObject([
    { at: COMING, state: "done" },
  ]);
});
