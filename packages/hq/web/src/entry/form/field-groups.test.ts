import { expect, test } from "vitest";
import type { Field } from "../../api/content/schema.ts";
import { groupsOf } from "./field-groups.ts";

function field(apiId: string, group?: string): Field {
  const base = { apiId, label: apiId, type: "text", required: false, multiple: false };
  return group === undefined ? base : { ...base, group };
}

test("orders groups by first appearance, after fields without a group", () => {
  const fields = [
    field("tags", "About it"),
    field("title"),
    field("seo", "Search"),
    field("video", "About it"),
  ];
  const groups = groupsOf(fields).map(({ name, fields: of }) => [
    name,
    of.map(({ apiId }) => apiId),
  ]);
  expect(groups).toEqual([
    ["", ["title"]],
    ["About it", ["tags", "video"]],
    ["Search", ["seo"]],
  ]);
  expect(groupsOf([field("tags", "About it")])).toHaveLength(1);
  expect(groupsOf([])).toEqual([]);
});
