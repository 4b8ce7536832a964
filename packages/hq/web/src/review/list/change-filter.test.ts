import { expect, test } from "vitest";
import { queryOf, parseListParams, printListParams } from "./change-filter.ts";

test("round-trips filters through the URL and ignores unknown values", () => {
  const address = { tab: "merged", filter: "mine" } as const;
  expect(parseListParams(new URLSearchParams(printListParams(address)))).toEqual(address);
  expect(printListParams(parseListParams(new URLSearchParams("tab=x&show=y")))).toEqual({});
});

test("filters by author, requested review, and unread", () => {
  expect(queryOf({ tab: "open", filter: "all" }, "ann")).toEqual({ state: "open" });
  expect(queryOf({ tab: "closed", filter: "mine" }, "ann")).toEqual({
    state: "closed",
    author: "ann",
  });
  expect(queryOf({ tab: "open", filter: "waiting" }, "ann")).toEqual({
    state: "open",
    reviewer: "ann",
  });
  expect(queryOf({ tab: "open", filter: "unread" }, "ann")).toEqual({
    state: "open",
    unread: true,
  });
});
