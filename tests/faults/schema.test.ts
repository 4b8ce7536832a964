import { expect, test } from "vitest";
import { faultFolder } from "./support/fault-folder.ts";
import { everyNth, inRounds } from "./support/rounds.ts";
import { makeBase } from "./support/save-scenarios.ts";
import { cutPowerEverywhere, failEachCall, type FaultOptions } from "./support/scenario.ts";
import { PUBLISH_SCHEMA } from "./support/schema-scenarios.ts";

async function base(): Promise<string> {
  const folder = await faultFolder();
  await makeBase(folder);
  return folder;
}

const FAULTS: readonly FaultOptions[] = [
  { code: "EIO", moment: "before", ...everyNth(3) },
  { code: "EIO", moment: "after", ...everyNth(3) },
  { code: "ENOSPC", moment: "short", lasting: true, ...everyNth(3) },
];

test.each(FAULTS)(
  "publishing a schema that fails with $code ($moment) has no effect, and the next version succeeds",
  async (fault) => {
    const runs = await failEachCall(PUBLISH_SCHEMA, await base(), fault);
    expect(runs.length).toBeGreaterThanOrEqual(inRounds(2));
  },
);

test("a power cut while publishing a schema loses no acknowledged version", async () => {
  const { acknowledged } = await cutPowerEverywhere(PUBLISH_SCHEMA, await base(), {
    most: inRounds(12),
  });
  expect(acknowledged).toBe(2);
});
