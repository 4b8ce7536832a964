import { expect, test } from "vitest";
import type { LoggedPublish } from "../api/publishing/site-log.ts";
import { choosePublishes } from "./choose-publishes.ts";

function publish(commit: string): LoggedPublish {
  const author = { name: "Ann", email: "ann@example.test" };
  return { commit, when: "", author, message: "", kind: "publish", count: 0, entries: [] };
}

const LOG = ["new", "middle", "old"].map(publish);

function chosen(from?: string, to?: string): readonly (string | undefined)[] {
  const two = choosePublishes(LOG, { from, to });
  return [two.from?.commit, two.to?.commit];
}

test("compares the live version with its predecessor unless the URL selects others", () => {
  expect(chosen()).toEqual(["middle", "new"]);
  expect(chosen(undefined, "middle")).toEqual(["old", "middle"]);
  expect(chosen("old", "new")).toEqual(["old", "new"]);
  expect(chosen("new", "old")).toEqual(["new", "old"]);
  expect(chosen(undefined, "old")).toEqual([undefined, "old"]);
  expect(chosen("gone", "gone too")).toEqual(["middle", "new"]);
});
