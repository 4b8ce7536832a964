import { expect, test } from "vitest";
import { secondsFor } from "./seconds-for.ts";

test("estimates the remaining time from the speed of the last seconds", () => {
  expect(secondsFor(1000, [])).toBeUndefined();
  const begun = { at: 0, sent: 0 };
  expect(secondsFor(1000, [begun, { at: 1000, sent: 500 }])).toBeUndefined();
  expect(secondsFor(1000, [begun, { at: 4000, sent: 2000 }])).toBe(2);
  // No data is transferred.
  expect(secondsFor(1000, [begun, { at: 9000, sent: 0 }])).toBeUndefined();
});
