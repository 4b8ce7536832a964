import { expect, test } from "vitest";
import { checkSchedule, parseSchedule } from "./check-schedule.ts";

const now = new Date("2026-11-20T12:00:00.000Z");
const fieldsOf = (schedule: Parameters<typeof checkSchedule>[0], known = {}) =>
  checkSchedule(schedule, { now, known }).map(({ field }) => field);

test.each([
  ["in the past", { publishAt: "2026-11-20T11:59:59Z" }, ["publishAt"]],
  ["this very instant", { unpublishAt: "2026-11-20T12:00:00Z" }, ["unpublishAt"]],
  ["no time at all", { publishAt: "tomorrow" }, ["publishAt"]],
  ["without a zone", { publishAt: "2026-12-01T10:00:00" }, ["publishAt"]],
  ["of a zone that is none", { publishAt: "2026-12-01T10:00:00+25:00" }, ["publishAt"]],
  ["of a day that is none", { publishAt: "2027-02-29T10:00:00Z" }, ["publishAt"]],
  ["in the year 9999", { publishAt: "9999-12-31T00:00:00Z" }, ["publishAt"]],
  ["a second over five years", { unpublishAt: "2031-11-20T12:00:01Z" }, ["unpublishAt"]],
  ["both the same", both("2026-12-01T10:00:00Z", "2026-12-01T10:00:00Z"), ["unpublishAt"]],
  [
    "later in words only",
    both("2026-12-01T10:00:00Z", "2026-12-01T11:00:00+02:00"),
    ["unpublishAt"],
  ],
  ["both wrong", both("x", "2026-01-01T00:00:00Z"), ["publishAt", "unpublishAt"]],
])("refuses times %s (SCD-05)", (_name, schedule, fields) => {
  expect(fieldsOf(schedule)).toEqual(fields);
});

test("takes times to come, to the last second of five years", () => {
  expect(fieldsOf({})).toEqual([]);
  expect(fieldsOf(both("2026-11-20T12:00:01Z", "2031-11-20T12:00:00Z"))).toEqual([]);
});

test("takes a time that has passed where the entry has it already", () => {
  const publishAt = "2026-11-01T00:00:00.000Z";
  expect(fieldsOf({ publishAt, unpublishAt: "2026-12-01T00:00:00Z" }, { publishAt })).toEqual([]);
  expect(fieldsOf({ publishAt: "2026-11-02T00:00:00Z" }, { publishAt })).toEqual(["publishAt"]);
});

test("keeps times in UTC with milliseconds", () => {
  expect(parseSchedule(both("2026-12-01T10:00+02:00", "x"))).toEqual({
    publishAt: "2026-12-01T08:00:00.000Z",
  });
});

function both(publishAt: string, unpublishAt: string) {
  return { publishAt, unpublishAt };
}
