import { expect, test } from "vitest";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { judgeIsolation } from "./judge-isolation.ts";

test("reports an impossible level as an error with what is missing", async () => {
  const PATH = await temporaryFolder("no-programs");
  expect(await judgeIsolation({ isolation: "boxed" }, { PATH })).toMatchObject([
    {
      id: "isolation",
      severity: "error",
      evidence: [expect.stringContaining("bubblewrap is not installed")],
    },
  ]);
});

test("reports a configured level with its meaning", async () => {
  const PATH = await temporaryFolder("no-programs");
  expect(await judgeIsolation({ isolation: "none" }, { PATH })).toMatchObject([
    {
      severity: "info",
      evidence: ["runs are not isolated", "the setting isolation is none"],
      fix: expect.stringContaining("including the worker's key"),
    },
  ]);
});

test("explains why a machine has no box", async () => {
  const PATH = await temporaryFolder("no-programs");
  const [finding] = await judgeIsolation({}, { PATH });
  expect(finding?.evidence).toContainEqual(
    expect.stringMatching(/^boxed is not available: bubblewrap is not/),
  );
});
