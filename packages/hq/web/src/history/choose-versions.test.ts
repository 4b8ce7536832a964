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

test("compares the newest version with the live one", () => {
  expect(firstChoice([update, publish, create])).toEqual({ from: "p1", to: "c2" });
});

test("compares with the previous version if nothing changed since publishing", () => {
  expect(firstChoice([publish, update, create])).toEqual({ from: "c1", to: "c2" });
  const unpublish = event("unpublish", "p2");
  expect(firstChoice([update, unpublish, publish, create])).toEqual({ from: "c1", to: "c2" });
  expect(firstChoice([create])).toEqual({ from: undefined, to: "c1" });
});

test("selects the last version of a deleted entry", () => {
  const gone = event("delete", "d1", "c2");
  expect(firstChoice([gone, update, create])).toEqual({ from: "c1", to: "c2" });
});

test("compares a save with its predecessor and a publish with later changes", () => {
  const events = [update, publish, create];
  expect(choiceOf(update, events)).toEqual({ from: "c1", to: "c2" });
  expect(choiceOf(publish, events)).toEqual({ from: "p1", to: "c2" });
});
