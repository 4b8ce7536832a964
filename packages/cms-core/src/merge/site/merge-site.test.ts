import { expect, test } from "vitest";
import { mergeSite } from "./merge-site.ts";

const SITE = { id: `s${"a".repeat(19)}`, name: "Blog", paths: {}, routes: {} };

test("adopts the SVG rule that one side set", () => {
  const theirs = { ...SITE, media: { svg: "clean" } } as const;
  const { merged, conflicts } = mergeSite({ base: SITE, ours: { ...SITE, name: "Notes" }, theirs });
  expect(merged).toEqual({ ...theirs, name: "Notes" });
  expect(conflicts).toEqual([]);
});

test("adopts the time zone of one side and reports two as a conflict", () => {
  const ours = { ...SITE, timeZone: "Asia/Tokyo" };
  expect(mergeSite({ base: SITE, ours, theirs: SITE })).toEqual({ merged: ours, conflicts: [] });
  expect(mergeSite({ base: ours, ours, theirs: SITE })).toEqual({ merged: SITE, conflicts: [] });
  const { conflicts } = mergeSite({
    base: SITE,
    ours,
    theirs: { ...SITE, timeZone: "Europe/Berlin" },
  });
  expect(conflicts.map(({ path }) => path)).toEqual(["timeZone"]);
});
