import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { lockHome } from "./lock-home.ts";

const AT = new Date("2026-11-20T09:30:00.000Z");

test("allows one worker per folder until it is released and names it to the next", async () => {
  const home = join(await temporaryFolder("lock-home"), "worker");
  const lock = lockHome(home, AT);
  expect(() => lockHome(home, AT)).toThrow(
    new RegExp(
      `already using .*: process ${process.pid} on .*, since 2026-11-20T09:30:00\\.000Z\\. Stop`,
    ),
  );
  lock.release();
  expect(existsSync(join(home, "worker.lock.json"))).toBe(false);
  lockHome(home, AT).release();
});

test("ignores the lock of a killed worker and hides a truncated one", async () => {
  const home = await temporaryFolder("lock-home");
  writeFileSync(join(home, "worker.lock"), "");
  writeFileSync(join(home, "worker.lock.json"), '{"pid": 12');
  const lock = lockHome(home, AT);
  onTestFinished(() => lock.release());
  writeFileSync(join(home, "worker.lock.json"), '{"pid": 12');
  expect(() => lockHome(home, AT)).toThrow(/already using .*: another process\./);
});
