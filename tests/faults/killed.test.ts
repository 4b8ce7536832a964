import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp } from "node:fs/promises";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { faultFolder } from "./support/fault-folder.ts";
import { DELETE_ONE, makePublishedBase, PUBLISH_ONE } from "./support/publish-scenarios.ts";
import { ONE_PUSH } from "./support/push-scenarios.ts";
import { everyNth, inRounds } from "./support/rounds.ts";
import { makeBase, ONE_SAVE } from "./support/save-scenarios.ts";

const PROGRAM = resolve(import.meta.dirname, "act-until-killed.ts");
const PATCH = resolve(import.meta.dirname, "support/patch-file-system.ts");

/** Returns what the process had acknowledged when it was killed; `killed` is false if it ended before. */
async function actUntilKilled(
  args: readonly string[],
): Promise<{ readonly killed: boolean; readonly acknowledged: readonly string[] }> {
  const flags = ["-C", "@loam/source", "--import", PATCH];
  const child = spawn(process.execPath, [...flags, PROGRAM, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [printed, [code, signal]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  expect({ code, signal }).toEqual(
    signal === null ? { code: 0, signal: null } : { code: null, signal: "SIGKILL" },
  );
  return { killed: signal === "SIGKILL", acknowledged: printed.split("\n").filter(Boolean) };
}

/** Kills at every `step`-th call. */
test.each([
  { name: "save", scenario: ONE_SAVE, make: makeBase, step: 3 },
  { name: "push", scenario: ONE_PUSH, make: makeBase, step: 12 },
  { name: "publish", scenario: PUBLISH_ONE, make: makePublishedBase, step: 21 },
  { name: "delete", scenario: DELETE_ONE, make: makePublishedBase, step: 3 },
])("a $name killed at any call is complete or has no effect", async (each) => {
  const base = await faultFolder();
  await each.make(base);
  const { step } = everyNth(each.step);
  let kills = 0;
  for (let at = everyNth(each.step).first; ; at += step) {
    const folder = `${base}-${at}`;
    await cp(base, folder, { recursive: true });
    const moment = at % 2 === 0 ? "before" : "after";
    const run = await actUntilKilled([each.name, folder, String(at), moment]);
    await each.scenario.check(folder, run.acknowledged);
    if (!run.killed) break;
    kills += 1;
  }
  expect(kills).toBeGreaterThanOrEqual(inRounds(2));
});
