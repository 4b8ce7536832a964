import { expect, test } from "vitest";
import { faultFolder } from "./support/fault-folder.ts";
import { IMPORT_EXPORT, makeImportBase } from "./support/import-scenarios.ts";
import { everyNth, inRounds } from "./support/rounds.ts";
import { cutPowerEverywhere, failEachCall, type FaultOptions } from "./support/scenario.ts";

async function base(): Promise<string> {
  const folder = await faultFolder();
  await makeImportBase(folder);
  return folder;
}

const FAULTS: readonly FaultOptions[] = [
  { code: "EIO", moment: "before", ...everyNth(16) },
  { code: "ENOSPC", moment: "short", lasting: true, ...everyNth(16) },
];

test.each(FAULTS)(
  "an import that fails with $code ($moment) leaves nothing, and the next one succeeds",
  async (fault) => {
    const runs = await failEachCall(IMPORT_EXPORT, await base(), fault);
    expect(runs.length).toBeGreaterThanOrEqual(inRounds(2));
  },
  120_000,
);

test("a power cut during an import leaves a complete site or none", async () => {
  const { acknowledged } = await cutPowerEverywhere(IMPORT_EXPORT, await base(), {
    most: inRounds(4),
  });
  expect(acknowledged).toBe(1);
});
