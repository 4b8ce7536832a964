import { expect, test } from "vitest";
import { heightOf, type Mark, placeAt } from "./scroll-place.ts";

const FORM: readonly Mark[] = [
  { name: "title", top: -50, height: 40 },
  { name: "body", top: 0, height: 400 },
  { name: "tags", top: 420, height: 20 },
];
const PREVIEW: readonly Mark[] = [
  { name: "title", top: 10, height: 20 },
  { name: "body", top: 40, height: 1000 },
];

test("keeps the relative position within a field", () => {
  const place = placeAt(FORM, 100);
  expect(place).toEqual({ name: "body", part: 0.25 });
  expect(place && heightOf(PREVIEW, place)).toBe(290);
});

test("maps a gap between fields to the end of the first one", () => {
  expect(placeAt(FORM, 410)).toEqual({ name: "body", part: 1 });
});

test("returns nothing above all fields and for missing fields", () => {
  expect(placeAt(FORM, -60)).toBe(undefined);
  expect(heightOf(PREVIEW, { name: "tags", part: 0 })).toBe(undefined);
});
