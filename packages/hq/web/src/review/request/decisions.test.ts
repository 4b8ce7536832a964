import { expect, test } from "vitest";
import { firstDecisions, conflictKey, toDecisions } from "./decisions.ts";

const entry = { id: "e1", type: "posts", slug: "rain", title: "Rain" };
const at = (path: string) => {
  return { file: "content/posts/rain.md", path, base: "a", main: "b", branch: "c", entry };
};
const conflicts = [at("title"), at("faq[r1].answer"), at("intro")];

test("takes one side per conflict and saves edited values as the request's side", () => {
  const decided = new Map([
    ...firstDecisions(conflicts),
    [conflictKey(at("title")), { choice: "theirs", value: "b" } as const],
    [conflictKey(at("intro")), { choice: "own", value: "both" } as const],
  ]);
  const { decisions, wordings } = toDecisions(conflicts, decided);
  expect(decisions).toMatchObject([
    { path: "title", take: "main" },
    { path: "faq[r1].answer", take: "branch" },
    { path: "intro", take: "branch" },
  ]);
  expect(wordings).toEqual([{ type: "posts", id: "e1", values: new Map([["intro", "both"]]) }]);
});

test("uses the suggested or entered slug for a taken one", () => {
  const taken = { ...at("slug"), suggestedSlug: "same-2" };
  expect(toDecisions([taken], firstDecisions([taken])).decisions).toEqual([
    { file: taken.file, path: "slug", slug: "same-2" },
  ]);
  const written = new Map([[conflictKey(taken), { choice: "mine", value: " other " } as const]]);
  expect(toDecisions([taken], written).decisions).toMatchObject([{ path: "slug", slug: "other" }]);
});
