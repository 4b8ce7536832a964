import { expect, test } from "vitest";
import { dayInZone, isTimeZone } from "./time-zone.ts";

test("returns different days of an instant in different time zones", () => {
  expect(dayInZone("2024-03-01T07:30:00.000Z", "America/Los_Angeles")).toBe("2024-02-29");
  expect(dayInZone("2024-03-01T07:30:00.000Z", "UTC")).toBe("2024-03-01");
  expect(dayInZone("2024-12-31T15:00:00.000Z", "Asia/Tokyo")).toBe("2025-01-01");
});

test("accepts names of time zones and rejects offsets", () => {
  const names = ["Europe/Berlin", "UTC", "Nowhere/Land", "", "+09:00"];
  expect(names.map(isTimeZone)).toEqual([true, true, false, false, false]);
});
