import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseCalendarDate, parseInstant, savedAt } from "./instant.ts";

const FIRST = new Date("0000-01-01T00:00:00.000Z");
const LAST = new Date("9999-12-31T23:59:59.999Z");

test("parses an ISO instant in the stored format unchanged", () => {
  fc.assert(
    fc.property(fc.date({ min: FIRST, max: LAST, noInvalidDate: true }), (date) => {
      expect(parseInstant(date.toISOString())).toBe(date.toISOString());
    }),
  );
});

test.for([
  ["2026-11-20T09:30Z", "2026-11-20T09:30:00.000Z"],
  ["2026-11-20T09:30:05.1234+01:00", "2026-11-20T08:30:05.123Z"],
  ["2024-02-29T00:00:00.000Z", "2024-02-29T00:00:00.000Z"],
])("parses %s as %s", ([text = "", instant]) => {
  expect(parseInstant(text)).toBe(instant);
});

test.for([
  "2026-02-29T00:00:00.000Z",
  "2026-13-01T00:00:00.000Z",
  "2026-00-01T00:00:00.000Z",
  "2026-01-01T24:00:00.000Z",
  "2026-01-01T00:60:00.000Z",
  "2026-01-01T00:00:00.000",
  "0000-01-01T00:00:00.000+01:00",
])("rejects %s as an instant", (text) => {
  expect(parseInstant(text)).toBeUndefined();
});

test.for([
  ["in the second of its creation", "2026-11-20T09:30:05.000Z", "2026-11-20T09:30:05.123Z"],
  ["a second later", "2026-11-20T09:30:06.000Z", "2026-11-20T09:30:06.000Z"],
  [
    "before its creation according to the clock",
    "2020-01-01T00:00:00.000Z",
    "2020-01-01T00:00:00.000Z",
  ],
])("returns the save time of an entry last saved %s", ([, commitTime = "", saved]) => {
  expect(savedAt(commitTime, "2026-11-20T09:30:05.123Z")).toBe(saved);
});

function padded(value: number, length: number): string {
  return String(value).padStart(length, "0");
}

test("knows the days of every year", () => {
  for (const year of [0, 4, 1900, 2000, 2023, 2024, 2100, 9999]) {
    for (let month = 0; month <= 13; month += 1) {
      for (let day = 0; day <= 32; day += 1) {
        const text = `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
        const date = new Date(`${text}T00:00Z`);
        const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
        expect([text, parseCalendarDate(text)]).toEqual([text, isReal ? text : undefined]);
      }
    }
  }
});
