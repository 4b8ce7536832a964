import { expect, test } from "vitest";
import { faultFolder } from "./support/fault-folder.ts";
import { inRounds } from "./support/rounds.ts";
import { makeBase, ONE_IMPORT, ONE_SAVE, savers } from "./support/save-scenarios.ts";
import { cutPowerEverywhere, failEachCall, type FaultOptions } from "./support/scenario.ts";

async function base(): Promise<string> {
  const folder = await faultFolder();
  await makeBase(folder);
  return folder;
}

const FAULTS: readonly FaultOptions[] = [
  { code: "EIO", moment: "before" },
  { code: "EIO", moment: "after" },
  { code: "ENOSPC", moment: "short", lasting: true },
  { code: "EMFILE", moment: "before" },
  { code: "EROFS", moment: "before", lasting: true },
];

test.each(FAULTS)(
  "a save that fails with $code ($moment) has no effect, and the next one succeeds",
  async (fault) => {
    const runs = await failEachCall(ONE_SAVE, await base(), fault);
    expect(runs.length).toBeGreaterThanOrEqual(inRounds(2));
  },
);

test("DUR-03 two concurrent saves that fail with EIO have no effect, and the next ones succeed", async () => {
  const runs = await failEachCall(savers(2), await base(), { code: "EIO", moment: "before" });
  expect(runs.length).toBeGreaterThanOrEqual(inRounds(11));
});

test("DUR-01 a power cut during saves loses no acknowledged one", async () => {
  const one = await cutPowerEverywhere(ONE_SAVE, await base());
  const eight = await cutPowerEverywhere(savers(8, 3), await base());
  expect(one.cuts).toBeGreaterThanOrEqual(inRounds(21));
  expect(eight.acknowledged).toBe(24);
});

test("a power cut while saving many files loses no acknowledged one", async () => {
  const { acknowledged } = await cutPowerEverywhere(ONE_IMPORT, await base(), {
    most: inRounds(5),
  });
  expect(acknowledged).toBe(1);
});
