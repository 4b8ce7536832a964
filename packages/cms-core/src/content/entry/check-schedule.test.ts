import { expect, test } from "vitest";
import { checkSchedule, parseSchedule } from "./check-schedule.ts";

const now = new Date("2026-11-20T12:00:00.000Z");
const fieldsOf = (schedule: Parameters<typeof checkSchedule>[0], known = {}) =>
  checkSchedule(schedule, { now, known }).map(({ field }) => field);

test.each([
  ["in the past", { publishAt: "2026-11-20T11:59:59Z" }, ["publishAt"]],
  ["equal to the current time", { unpublishAt: "2026-11-20T12:00:00Z" }, ["unpublishAt"]],
  ["that are not times", { publishAt: "tomorrow" }, ["publishAt"]],
  ["without a zone", { publishAt: "2026-12-01T10:00:00" }, ["publishAt"]],
  ["with an invalid time zone", { publishAt: "2026-12-01T10:00:00+25:00" }, ["publishAt"]],
  ["on a day that does not exist", { publishAt: "2027-02-29T10:00:00Z" }, ["publishAt"]],
  ["in the year 9999", { publishAt: "9999-12-31T00:00:00Z" }, ["publishAt"]],
  ["more than five years away", { unpublishAt: "2031-11-20T12:00:01Z" }, ["unpublishAt"]],
  ["that are equal", both("2026-12-01T10:00:00Z", "2026-12-01T10:00:00Z"), ["unpublishAt"]],
  [
    "that only look later",
    both("2026-12-01T10:00:00Z", "2026-12-01T11:00:00+02:00"),
    ["unpublishAt"],
  ],
  ["that are both invalid", both("x", "2026-01-01T00:00:00Z"), ["publishAt", "unpublishAt"]],
])("rejects times %s (SCD-05)", (_name, schedule, fields) => {
  expect(fieldsOf(schedule)).toEqual(fields);
});

test("accepts future times up to the last second of five years", () => {
  expect(fieldsOf({})).toEqual([]);
  expect(fieldsOf(both("2026-11-20T12:00:01Z", "2031-11-20T12:00:00Z"))).toEqual([]);
});

test("accepts a past time that the entry already has", () => {
  const publishAt = "2026-11-01T00:00:00.000Z";
  expect(fieldsOf({ publishAt, unpublishAt: "2026-12-01T00:00:00Z" }, { publishAt })).toEqual([]);
  expect(fieldsOf({ publishAt: "2026-11-02T00:00:00Z" }, { publishAt })).toEqual(["publishAt"]);
});

test("converts times to UTC with milliseconds", () => {
  expect(parseSchedule(both("2026-12-01T10:00+02:00", "x"))).toEqual({
    publishAt: "2026-12-01T08:00:00.000Z",
  });
});

function both(publishAt: string, unpublishAt: string) {
  return { publishAt, unpublishAt };
}
