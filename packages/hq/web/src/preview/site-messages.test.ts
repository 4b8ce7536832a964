import { expect, test } from "vitest";
import { readSiteMessage } from "./site-messages.ts";

test.each([
  [
    { loam: 1, type: "ready" },
    { type: "ready", renews: false },
  ],
  [
    { loam: 1, type: "ready", renews: true },
    { type: "ready", renews: true },
  ],
  [
    { loam: 1, type: "edit", field: "sources.0.url", more: 1 },
    { type: "edit", field: "sources.0.url" },
  ],
  [
    { loam: 1, type: "scrolled", field: "body", part: 7 },
    { type: "scrolled", place: { name: "body", part: 1 } },
  ],
])("accepts %j", (data, message) => {
  expect(readSiteMessage(data)).toEqual(message);
});

test.each([
  undefined,
  null,
  "edit",
  [],
  { type: "edit", field: "body" },
  { loam: 2, type: "edit", field: "body" },
  { loam: 1, type: "save" },
  { loam: 1, type: "edit" },
  { loam: 1, type: "edit", field: 'body"] *' },
  { loam: 1, type: "edit", field: "b".repeat(300) },
  { loam: 1, type: "scrolled", field: "body", part: "1" },
])("rejects %j", (data) => {
  expect(readSiteMessage(data)).toBe(undefined);
});
