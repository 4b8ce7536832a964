import { expect, test } from "vitest";
import { firstDecisions, keyOf, settle } from "./decisions.ts";

const entry = { id: "e1", type: "posts", slug: "rain", title: "Rain" };
const at = (path: string) => {
  return { file: "content/posts/rain.md", path, base: "a", main: "b", branch: "c", entry };
};
const conflicts = [at("title"), at("faq[r1].answer"), at("intro")];

test("each conflict is decided for one side; own words are saved in the proposal, whose side then stands", () => {
  const decided = new Map([
    ...firstDecisions(conflicts),
    [keyOf(at("title")), { choice: "theirs", value: "b" } as const],
    [keyOf(at("intro")), { choice: "own", value: "both" } as const],
  ]);
  const { decisions, wordings } = settle(conflicts, decided);
  expect(decisions.map(({ path, take }) => [path, take])).toEqual([
    ["title", "main"],
    ["faq[r1].answer", "branch"],
    ["intro", "branch"],
  ]);
  expect(wordings).toEqual([{ type: "posts", id: "e1", values: new Map([["intro", "both"]]) }]);
});
