import { expect, test } from "vitest";
import type { HistoryEvent } from "../api/content/history.ts";
import { choiceOf, firstChoice } from "./choose-versions.ts";

function event(kind: HistoryEvent["kind"], commit: string, previous?: string): HistoryEvent {
  const author = { name: "Ann", email: "ann@example.test" };
  const base = { kind, commit, when: "2026-11-01T00:00:00.000Z", author, message: "", slug: "s" };
  return previous === undefined ? base : { ...base, previous };
}

const create = event("create", "c1");
const update = event("update", "c2", "c1");
const publish = event("publish", "p1");

test("the newest version is compared with what is live", () => {
  expect(firstChoice([update, publish, create])).toEqual({ from: "p1", to: "c2" });
});

test("where nothing was saved since, or nothing is live, it is compared with the one before", () => {
  expect(firstChoice([publish, update, create])).toEqual({ from: "c1", to: "c2" });
  const unpublish = event("unpublish", "p2");
  expect(firstChoice([update, unpublish, publish, create])).toEqual({ from: "c1", to: "c2" });
  expect(firstChoice([create])).toEqual({ from: undefined, to: "c1" });
});

test("of an entry that was deleted, the last version is looked at", () => {
  const gone = event("delete", "d1", "c2");
  expect(firstChoice([gone, update, create])).toEqual({ from: "c1", to: "c2" });
});

test("a save is looked at by what it changed, a publish by what was written since", () => {
  const events = [update, publish, create];
  expect(choiceOf(update, events)).toEqual({ from: "c1", to: "c2" });
  expect(choiceOf(publish, events)).toEqual({ from: "p1", to: "c2" });
});
