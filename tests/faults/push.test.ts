import { expect, test } from "vitest";
import { faultFolder } from "./support/fault-folder.ts";
import { ONE_PUSH } from "./support/push-scenarios.ts";
import { everyNth, inRounds } from "./support/rounds.ts";
import { makeBase } from "./support/save-scenarios.ts";
import { failEachCall, type FaultOptions } from "./support/scenario.ts";

const FAULTS: readonly FaultOptions[] = [
  { code: "EIO", moment: "before", ...everyNth(5) },
  { code: "ENOSPC", moment: "short", lasting: true, ...everyNth(5) },
];

test.each(FAULTS)(
  "a push that fails with $code ($moment) is complete or has no effect, and the next save succeeds",
  async (fault) => {
    const base = await faultFolder();
    await makeBase(base);
    const runs = await failEachCall(ONE_PUSH, base, fault);
    expect(runs.length).toBeGreaterThanOrEqual(inRounds(4));
  },
);
