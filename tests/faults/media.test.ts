import { expect, test } from "vitest";
import { faultFolder } from "./support/fault-folder.ts";
import { UPLOAD_TWICE } from "./support/media-scenarios.ts";
import { everyNth, inRounds } from "./support/rounds.ts";
import { makeBase } from "./support/save-scenarios.ts";
import { cutPowerEverywhere, failEachCall, type FaultOptions } from "./support/scenario.ts";

async function base(): Promise<string> {
  const folder = await faultFolder();
  await makeBase(folder);
  return folder;
}

const FAULTS: readonly FaultOptions[] = [
  { code: "EIO", moment: "before", ...everyNth(3) },
  { code: "EIO", moment: "after", ...everyNth(3) },
  { code: "ENOSPC", moment: "short", lasting: true, ...everyNth(3) },
  { code: "EMFILE", moment: "before", ...everyNth(3) },
];

test.each(FAULTS)(
  "an upload that fails with $code ($moment) leaves nothing, and a retry succeeds",
  async (fault) => {
    const runs = await failEachCall(UPLOAD_TWICE, await base(), fault);
    expect(runs.length).toBeGreaterThanOrEqual(inRounds(2));
  },
);

test("a power cut during uploads loses no acknowledged one", async () => {
  const { acknowledged } = await cutPowerEverywhere(UPLOAD_TWICE, await base(), {
    most: inRounds(15),
  });
  expect(acknowledged).toBe(4);
});
