import { describe, expect, test } from "vitest";
import { parseSourceInstant, wholeDay, writtenDay } from "./source-dates.ts";

describe("a date in front matter", () => {
  test.each([
    ["2024-03-05", "2024-03-05T00:00:00.000Z"],
    ["2024-3-5", "2024-03-05T00:00:00.000Z"],
    ["2024/3/05", "2024-03-05T00:00:00.000Z"],
    ["2024-03-05 10:30", "2024-03-05T10:30:00.000Z"],
    ["2024/03/05 10:30:15", "2024-03-05T10:30:15.000Z"],
    ["2024-03-05T9:30", "2024-03-05T09:30:00.000Z"],
    ["2024-03-05t10:30:00.5z", "2024-03-05T10:30:00.500Z"],
    ["2024-03-05 10:30:00 +0900", "2024-03-05T01:30:00.000Z"],
    ["2024-03-05 10:30:00+09", "2024-03-05T01:30:00.000Z"],
    ["2024-03-05 10:30:00 UTC", "2024-03-05T10:30:00.000Z"],
    ["Fri, 05 Apr 2024 10:30:00 GMT", "2024-04-05T10:30:00.000Z"],
    ["Fri, 5 Apr 2024 10:30 -0700", "2024-04-05T17:30:00.000Z"],
    ["Fri, 05 Apr 2024 10:30:00 EST", "2024-04-05T15:30:00.000Z"],
    ["7 Jul 2016 10:30", "2016-07-07T10:30:00.000Z"],
    ["7 July 2016", "2016-07-07T00:00:00.000Z"],
    ["07-Jul-2016", "2016-07-07T00:00:00.000Z"],
    ["July 7, 2016", "2016-07-07T00:00:00.000Z"],
    ["Jul 7 2016", "2016-07-07T00:00:00.000Z"],
    ["Sept. 7th, 2016", "2016-09-07T00:00:00.000Z"],
    ["July 7, 2016 10:30 PM", "2016-07-07T22:30:00.000Z"],
    ["July 7, 2016, 12:05 am PDT", "2016-07-07T07:05:00.000Z"],
    ["Thursday, July 7, 2016 at 10:30 a.m.", "2016-07-07T10:30:00.000Z"],
    ["Fri Apr  5 10:30:00 2024", "2024-04-05T10:30:00.000Z"],
    ["Fri Apr 5 10:30:00 UTC 2024", "2024-04-05T10:30:00.000Z"],
    [
      "Fri Apr 05 2024 10:30:00 GMT+0200 (Central European Summer Time)",
      "2024-04-05T08:30:00.000Z",
    ],
    ["2024年4月5日", "2024-04-05T00:00:00.000Z"],
    ["2024年4月5日 10:30", "2024-04-05T10:30:00.000Z"],
  ])("%s is %s", (written, instant) => {
    expect(parseSourceInstant(written)).toBe(instant);
  });

  test.each([
    ..."2024-02-30 2024-13-01 05/04/2024 1.2.3 2024-03 2024 12:30 2024-03-05x".split(" "),
    "July 2016",
    "Hello 7",
    "Mayor 7, 2016",
    "7 Jul 2016 25:00",
    "7 Jul 2016 13:00 pm",
    "7 Jul 2016 and more",
    "Jul 7 10:30",
    "2024-03-05 10:30:00 QQQ",
    "x".repeat(5000),
    "",
  ])("%s is not a date", (written) => {
    expect(parseSourceInstant(written)).toBeUndefined();
  });

  test("uses the site's time zone if it has none", () => {
    const zone = "America/Los_Angeles";
    expect(parseSourceInstant("2024-02-29 23:30", zone)).toBe("2024-03-01T07:30:00.000Z");
    expect(parseSourceInstant("2024-07-01 23:30:00", zone)).toBe("2024-07-02T06:30:00.000Z");
    expect(parseSourceInstant("2024-02-29T23:30:00Z", zone)).toBe("2024-02-29T23:30:00.000Z");
    expect(parseSourceInstant("2024-02-29", zone)).toBe("2024-02-29T00:00:00.000Z");
    expect(parseSourceInstant("2024-01-01 05:00", "Asia/Kolkata")).toBe("2023-12-31T23:30:00.000Z");
  });

  test("keeps the written day", () => {
    expect(writtenDay("2024-02-29T23:30:00-08:00")).toBe("2024-02-29");
  });

  test("becomes a calendar date only if nothing is lost", () => {
    const days = ["7 July 2016", "2016-07-07T00:00:00+09:00", "2016-7-7"].map(wholeDay);
    expect(days).toEqual(["2016-07-07", "2016-07-07", "2016-07-07"]);
    const others = ["7 Jul 2016 10:30", "2016-07-07 10:30", "2022.09.15"].map(wholeDay);
    expect(others).toEqual([undefined, undefined, undefined]);
  });
});
