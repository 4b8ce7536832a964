import { expect, test } from "vitest";
import { faultFolder } from "./support/fault-folder.ts";
import { everyNth, inRounds } from "./support/rounds.ts";
import { cutPowerEverywhere, failEachCall, type FaultOptions } from "./support/scenario.ts";
import { CREATE_SITE, makeSitesFolder } from "./support/site-scenarios.ts";

async function base(): Promise<string> {
  const folder = await faultFolder();
  makeSitesFolder(folder);
  return folder;
}

const FAULTS: readonly FaultOptions[] = [
  { code: "EIO", moment: "before", ...everyNth(4) },
  { code: "ENOSPC", moment: "short", lasting: true, ...everyNth(2) },
];

test.each(FAULTS)(
  "creating a site that fails with $code ($moment) leaves nothing, and the next one succeeds",
  async (fault) => {
    const runs = await failEachCall(CREATE_SITE, await base(), fault);
    expect(runs.length).toBeGreaterThanOrEqual(inRounds(6));
  },
);

test("a power cut while creating a site loses no acknowledged one", async () => {
  const { acknowledged } = await cutPowerEverywhere(CREATE_SITE, await base());
  expect(acknowledged).toBe(1);
});
