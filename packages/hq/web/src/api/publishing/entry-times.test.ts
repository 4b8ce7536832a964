import { expect, test } from "vitest";
import { timesOf, timesToSend } from "./entry-times.ts";

const NOW = Date.parse("2026-11-20T12:00:00.000Z");
const PAST = "2026-11-20T09:00:00.000Z";
const COMING = "2026-11-21T09:00:00.000Z";
const FAILURE = {
  entryId: "e1",
  action: "publish" as const,
  dueAt: PAST,
  failedAt: PAST,
  issues: [{ message: "Summary is empty." }],
};

test("returns each time as pending, done, or failed with its cause", () => {
  const entry = { id: "e1", publishAt: PAST, unpublishAt: COMING };
  expect(timesOf(entry, [], NOW)).toEqual([
    { act: "publish", at: PAST, kind: "done" },
    { act: "unpublish", at: COMING, kind: "coming" },
  ]);
  expect(timesOf(entry, [FAILURE], NOW)[0]).toEqual({
    act: "publish",
    at: PAST,
    kind: "failed",
    failure: FAILURE,
  });
  const other = { ...FAILURE, entryId: "e2" };
  expect(timesOf(entry, [other], NOW)[0]?.kind).toBe("done");
  expect(timesOf({ id: "e1" }, [FAILURE], NOW)).toEqual([]);
});

test("keeps a done time next to a pending one and removes it with the last one", () => {
  const known = timesOf({ id: "e1", publishAt: PAST, unpublishAt: COMING }, [], NOW);
  expect(timesToSend({ publish: null, unpublish: COMING }, known)).toEqual({
    publishAt: PAST,
    unpublishAt: COMING,
  });
  expect(timesToSend({ publish: COMING, unpublish: null }, known)).toEqual({ publishAt: COMING });
  expect(timesToSend({ publish: null, unpublish: null }, known)).toEqual({});
});

test("removes a failed time that is no longer chosen", () => {
  const known = timesOf({ id: "e1", publishAt: PAST }, [FAILURE], NOW);
  expect(timesToSend({ publish: null, unpublish: COMING }, known)).toEqual({ unpublishAt: COMING });
});
