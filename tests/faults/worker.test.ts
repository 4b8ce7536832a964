import { expect, test } from "vitest";
import { faultFolder } from "./support/fault-folder.ts";
import { inRounds } from "./support/rounds.ts";
import { cutPowerEverywhere, failEachCall, type FaultOptions } from "./support/scenario.ts";
import { DEPLOY_TWICE, makeMcpFile } from "./support/worker-scenarios.ts";

async function base(): Promise<string> {
  const folder = await faultFolder();
  makeMcpFile(folder);
  return folder;
}

const FAULTS: readonly FaultOptions[] = [
  { code: "EIO", moment: "before" },
  { code: "ENOSPC", moment: "short", lasting: true },
];

test.each(FAULTS)(
  "a deployment of MCP servers that fails with $code ($moment) leaves a complete file, and the next one succeeds",
  async (fault) => {
    const runs = await failEachCall(DEPLOY_TWICE, await base(), fault);
    expect(runs.length).toBeGreaterThanOrEqual(inRounds(2));
  },
);

test("a power cut during deployments of MCP servers loses no acknowledged one", async () => {
  const { acknowledged } = await cutPowerEverywhere(DEPLOY_TWICE, await base());
  expect(acknowledged).toBe(2);
});
