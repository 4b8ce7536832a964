import { expect, test } from "vitest";
import { EXPORT_TWICE, makeExportBase } from "./support/export-scenarios.ts";
import { faultFolder } from "./support/fault-folder.ts";
import { inRounds } from "./support/rounds.ts";
import { cutPowerEverywhere, failEachCall, type FaultOptions } from "./support/scenario.ts";

async function base(): Promise<string> {
  const folder = await faultFolder();
  await makeExportBase(folder);
  return folder;
}

const FAULTS: readonly FaultOptions[] = [
  { code: "EIO", moment: "before" },
  { code: "EIO", moment: "after" },
  { code: "ENOSPC", moment: "short", lasting: true },
  { code: "EMFILE", moment: "before" },
];

test.each(FAULTS)(
  "an export that fails with $code ($moment) leaves nothing, and the next one succeeds",
  async (fault) => {
    const runs = await failEachCall(EXPORT_TWICE, await base(), fault);
    expect(runs.length).toBeGreaterThanOrEqual(inRounds(2));
  },
);

test("a power cut during an export leaves the previous or the new one", async () => {
  const { acknowledged } = await cutPowerEverywhere(EXPORT_TWICE, await base());
  expect(acknowledged).toBe(2);
});
