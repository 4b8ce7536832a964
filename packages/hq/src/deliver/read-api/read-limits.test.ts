import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { CmsError } from "@loam/cms-core";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { testDatabase } from "../../platform/db/database.fixture.ts";
import {
  limitWrites,
  createSharedRateLimiter,
  type OpenRateLimiter,
} from "../../platform/limits/rate-limit.ts";
import { createSharedWindowLimiter } from "../../platform/limits/sliding-window.ts";
import { createReadLimits, type Limited } from "./read-limits.ts";

/** Creates limiters whose tables were deleted. */
async function brokenLimiters(): Promise<OpenRateLimiter> {
  const database = await testDatabase();
  await database.schema.dropTable("rate_counters").execute();
  await database.schema.dropTable("rate_windows").execute();
  return (name, limit) =>
    "aMinute" in limit
      ? createSharedWindowLimiter(database, name, { limit })
      : createSharedRateLimiter(database, name, limit);
}

describe("if requests cannot be counted (LIM-02)", () => {
  test("allows reads and logs it once a minute", async () => {
    const lines: unknown[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const limits = createReadLimits({ readLimit: 1, openLimiter: await brokenLimiters(), log });
    const limited: Limited = { request: new IncomingMessage(new Socket()) };
    for (let request = 0; request < 3; request += 1) await limits.charge(limited, "s1");
    await limits.report(limited, "s1");
    expect(limited.rate).toBeUndefined();
    const wrong = new CmsError("invalid_api_key", "No.");
    const guess = async () => limits.countFailures(limited, () => Promise.reject(wrong));
    await expect(guess()).rejects.toBe(wrong);
    expect(lines).toMatchObject([{ level: 50, msg: expect.stringContaining("cannot be counted") }]);
  });

  test("rejects writes", async () => {
    const { take: takeWrite } = limitWrites(60, await brokenLimiters());
    await expect(takeWrite("s1", () => {})).rejects.toThrow(/rate_counters/);
  });
});
