import { expect, test } from "vitest";
import { faultFolder } from "./support/fault-folder.ts";
import {
  DELETE_ONE,
  FIRST_PUBLISH,
  makePublishedBase,
  PUBLISH_ONE,
  publishMany,
  WITHDRAW,
} from "./support/publish-scenarios.ts";
import { everyNth, inRounds } from "./support/rounds.ts";
import { cutPowerEverywhere, failEachCall, type FaultOptions } from "./support/scenario.ts";

async function base(): Promise<string> {
  const folder = await faultFolder();
  await makePublishedBase(folder);
  return folder;
}

const FAULTS: readonly FaultOptions[] = [
  { code: "EIO", moment: "before", ...everyNth(8) },
  { code: "EIO", moment: "after", ...everyNth(8) },
  { code: "ENOSPC", moment: "short", lasting: true, ...everyNth(8) },
  { code: "EMFILE", moment: "before", ...everyNth(6) },
  { code: "EROFS", moment: "before", lasting: true, ...everyNth(8) },
  { code: "EXDEV", moment: "before", ...everyNth(4) },
  { code: "EPERM", moment: "before", ...everyNth(4) },
];

test.each(FAULTS)(
  "PUB-03 PUB-04 a publish that fails with $code ($moment) has no effect, and the next one succeeds",
  async (fault) => {
    const runs = await failEachCall(PUBLISH_ONE, await base(), fault);
    expect(runs.length).toBeGreaterThanOrEqual(inRounds(2));
  },
);

test.each([
  ["an entry", PUBLISH_ONE, 12],
  ["the first entries", FIRST_PUBLISH, 8],
  ["more files than are synced one by one", publishMany(40), 4],
  ["nothing, then all again", WITHDRAW, 6],
])("PUB-02 a power cut while publishing %s loses nothing", async (_, scenario, most) => {
  const { cuts } = await cutPowerEverywhere(scenario, await base(), { most: inRounds(most) });
  expect(cuts).toBeGreaterThan(inRounds(most));
});

test("a power cut while deleting a live entry leaves it in both branches or in none", async () => {
  const { acknowledged } = await cutPowerEverywhere(DELETE_ONE, await base(), {
    most: inRounds(12),
  });
  expect(acknowledged).toBe(1);
});
