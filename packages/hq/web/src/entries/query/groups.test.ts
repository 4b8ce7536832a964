import { expect, test } from "vitest";
import type { EntryList } from "../../api/content/entries.ts";
import { groupColumns, groupsOf, type Known } from "./groups.ts";

const FIELDS: Known["fields"] = [
  { apiId: "title", label: "Title", type: "text", required: true, multiple: false },
  {
    apiId: "kind",
    label: "Kind",
    type: "select",
    required: false,
    multiple: true,
    options: [
      { value: "a", label: "One (1)" },
      { value: "b", label: "Two" },
    ],
  },
];
const KNOWN: Known = {
  types: [],
  fields: FIELDS,
  authors: [{ name: "Ann", email: "ann@example.test" }],
  stateName: (state) => state.toUpperCase(),
  yesOrNo: String,
};
const LIST: EntryList = { type: "posts", search: "rain", order: "default" };

test("offers grouping by columns with few values, and by type if there are several", () => {
  expect(groupColumns(LIST, FIELDS)).toEqual(["state", "author", "fields.kind"]);
  expect(groupColumns({ search: "", order: "title" }, [])).toEqual(["type", "state", "author"]);
});

test("adds each group's condition to the list's query", () => {
  const list = { ...LIST, filters: "a[equals]1[or]b[equals]2" };
  expect(groupsOf("fields.kind", list, KNOWN)).toEqual([
    {
      key: "a",
      label: "One (1)",
      list: {
        ...list,
        filters: String.raw`(a[equals]1[or]b[equals]2)[and]kind[equals]One \(1\)`,
      },
    },
    {
      key: "b",
      label: "Two",
      list: { ...list, filters: "(a[equals]1[or]b[equals]2)[and]kind[equals]Two" },
    },
    {
      key: "",
      label: undefined,
      list: { ...list, filters: "(a[equals]1[or]b[equals]2)[and]kind[not_exists]" },
    },
  ]);
});

test("returns a single group for a list filtered to one value", () => {
  expect(groupsOf("state", { ...LIST, state: "draft" }, KNOWN)).toEqual([
    { key: "draft", label: "DRAFT", list: { ...LIST, state: "draft" } },
  ]);
  expect(groupsOf("author", { ...LIST, author: "me" }, KNOWN)).toEqual([
    { key: "", label: "me", list: { ...LIST, author: "me" } },
  ]);
  expect(groupsOf("state", { ...LIST, state: "scheduled" }, KNOWN)).toHaveLength(1);
  expect(groupsOf("fields.gone", LIST, KNOWN)).toEqual([{ key: "", label: undefined, list: LIST }]);
});
