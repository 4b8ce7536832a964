import { randomBytes } from "node:crypto";
import { expect, inject, onTestFinished, test } from "vitest";
import type { WorkerCommand } from "../../packages/hq/src/hub/workers/commands.ts";
import { LiveCommands } from "../../packages/hq/src/hub/workers/live-commands.ts";
import { parseConfig } from "../../packages/hq/src/platform/config/config.ts";
import { openDatabase } from "../../packages/hq/src/platform/db/database.ts";
import { createLog } from "../../packages/hq/src/platform/log.ts";
import { createPostgresDatabase } from "../support/postgres/postgres-database.ts";

/** Opens live commands as one process of HQ. */
function openProcess(url: string) {
  const config = parseConfig({ LOAM_DATABASE_URL: url }, "/nowhere");
  const database = openDatabase(config.database);
  const woken = new Set<string>();
  const live = new LiveCommands(
    { database, config },
    { wake: (workerId) => woken.add(workerId), log: createLog("silent") },
  );
  onTestFinished(async () => {
    await live.close();
    await database.destroy();
  });
  return { live, woken };
}

test("routes a live command to its worker's process and the response to a third", async () => {
  const url = await createPostgresDatabase(inject("postgresUrl") ?? "");
  const [asking, polled, third] = [openProcess(url), openProcess(url), openProcess(url)];
  // Messages sent before a process listens are lost.
  await expect
    .poll(() => {
      asking.live.ask("nobody", "doctor", {}).catch(() => {});
      return [polled, third].every(({ woken }) => woken.has("nobody"));
    })
    .toBe(true);
  asking.live.drop();

  const value = randomBytes(50_000).toString("base64url");
  const asked = asking.live.ask("w1", "secret.put", { value });
  const given: WorkerCommand[] = [];
  await expect.poll(() => given.push(...polled.live.handOut("w1"))).toBe(1);
  expect(given).toMatchObject([{ sequence: null, kind: "secret.put", body: { value } }]);
  const [{ id } = { id: "" }] = given;
  const result = { kept: randomBytes(20_000).toString("hex") };
  await expect.poll(() => third.live.answer("w1", id, { ok: true, result })).toBe(true);
  expect(await asked).toEqual(result);
  // Later answers are rejected, because no one is waiting.
  await expect.poll(() => polled.live.answer("w1", id, { ok: true, result })).toBe(false);
});
