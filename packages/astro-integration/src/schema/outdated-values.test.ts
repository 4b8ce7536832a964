import { expect, test } from "vitest";
import type { PublishedField } from "../source/site-index.ts";
import { outdatedValues } from "./outdated-values.ts";

const plain = { label: "", required: false, multiple: false };
const kind: PublishedField = {
  ...plain,
  apiId: "kind",
  type: "select",
  options: ["News", "Story"],
};
const FIELDS: readonly PublishedField[] = [
  { ...plain, apiId: "title", type: "text", required: true },
  kind,
  {
    ...plain,
    apiId: "rows",
    type: "repeat",
    fields: [{ ...kind, apiId: "kinds", multiple: true }],
  },
];

test("ignores an entry that matches its type", () => {
  const data = { title: "", kind: "News", rows: [{ kinds: ["Story"] }, {}] };
  expect(outdatedValues({ fields: FIELDS }, data)).toEqual([]);
});

test("reports values from before the type changed, including those in rows", () => {
  const data = { kind: "Report", rows: [{ kinds: ["Story", "Poem"] }] };
  expect(outdatedValues({ fields: FIELDS }, data)).toEqual([
    "no title",
    'kind "Report"',
    'kinds "Poem"',
  ]);
});
