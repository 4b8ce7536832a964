import { CalendarDate } from "@internationalized/date";
import { expect, test } from "vitest";
import { weeksOf } from "./calendar-days.ts";

const NOVEMBER = { month: new CalendarDate(2026, 11, 17), zone: "UTC", locale: "en-US" };

test("returns complete weeks that start on the locale's first day", () => {
  const american = weeksOf([], NOVEMBER);
  expect(american).toHaveLength(5);
  expect(american[0]?.[0]).toMatchObject({ isInMonth: true, items: [] });
  expect(american[0]?.[0]?.date.toString()).toBe("2026-11-01");
  expect(american.at(-1)?.at(-1)?.date.toString()).toBe("2026-12-05");
  const french = weeksOf([], { ...NOVEMBER, locale: "fr-FR" });
  expect(french[0]?.[0]?.date.toString()).toBe("2026-10-26");
  expect(french[0]?.[0]?.isInMonth).toBe(false);
  expect(french.every((week) => week.length === 7)).toBe(true);
});

test("places items on their local day in order", () => {
  const late = { at: "2026-11-30T23:30:00.000Z", name: "late" };
  const early = { at: "2026-11-30T01:00:00.000Z", name: "early" };
  const dayOf = (zone: string, name: string): string | undefined =>
    weeksOf([late, early], { ...NOVEMBER, zone })
      .flat()
      .find(({ items }) => items.some((item) => item.name === name))
      ?.date.toString();
  expect([dayOf("UTC", "early"), dayOf("UTC", "late")]).toEqual(["2026-11-30", "2026-11-30"]);
  expect(dayOf("Asia/Tokyo", "late")).toBe("2026-12-01");
  expect(dayOf("America/New_York", "early")).toBe("2026-11-29");
  const last = weeksOf([late, early], NOVEMBER).at(-1)?.[1];
  expect(last?.items.map(({ name }) => name)).toEqual(["early", "late"]);
});
