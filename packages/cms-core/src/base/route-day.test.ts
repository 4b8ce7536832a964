import { expect, test } from "vitest";
import { hasDay, withDay } from "./route-day.ts";

const ROUTE = "/{year}/{month}/{day}/{slug}/";

function dayOf(createdAt: string, timeZone?: string): string {
  return withDay(ROUTE, { createdAt, timeZone });
}

test("inserts the day on which an entry was created, in a time zone", () => {
  expect(dayOf("2024-03-01T07:30:00.000Z")).toBe("/2024/03/01/{slug}/");
  expect(dayOf("2024-03-01T07:30:00.000Z", "America/Los_Angeles")).toBe("/2024/02/29/{slug}/");
  expect(dayOf("2024-12-31T15:00:00.000Z", "Asia/Tokyo")).toBe("/2025/01/01/{slug}/");
  // Daylight saving time starts in Berlin on this night.
  expect(dayOf("2024-03-30T23:30:00.000Z", "Europe/Berlin")).toBe("/2024/03/31/{slug}/");
});

test("treats midnight UTC as the same day in every time zone", () => {
  const timeZone = "America/Los_Angeles";
  expect(withDay(ROUTE, { createdAt: "2024-03-01T00:00:00.000Z", timeZone })).toBe(
    "/2024/03/01/{slug}/",
  );
  expect(withDay(ROUTE, { createdAt: "2024-03-01T00:00:00.001Z", timeZone })).toBe(
    "/2024/02/29/{slug}/",
  );
});

test("leaves a route without day placeholders unchanged", () => {
  expect(hasDay("/blog/{path}/")).toBe(false);
  expect(hasDay("/blog/{day}")).toBe(true);
  expect(withDay("/blog/{path}/", { createdAt: "", timeZone: undefined })).toBe("/blog/{path}/");
});
