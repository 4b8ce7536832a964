import { expect, test } from "vitest";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { judgeIsolation } from "./judge-isolation.ts";

test("a level that is not possible here is an error, which names what is missing", async () => {
  const PATH = await temporaryFolder("no-programs");
  expect(await judgeIsolation({ isolation: "boxed" }, { PATH })).toMatchObject([
    {
      id: "isolation",
      severity: "error",
      evidence: [expect.stringContaining("bubblewrap is not installed")],
    },
  ]);
});

test("a level that the operator chose is told with what it means", async () => {
  const PATH = await temporaryFolder("no-programs");
  expect(await judgeIsolation({ isolation: "none" }, { PATH })).toMatchObject([
    {
      severity: "info",
      evidence: ["runs are not isolated", "the setting isolation is none"],
      fix: expect.stringContaining("including the worker's key"),
    },
  ]);
});

test("a machine that has no box says why", async () => {
  const PATH = await temporaryFolder("no-programs");
  const [finding] = await judgeIsolation({}, { PATH });
  expect(finding?.evidence).toContainEqual(
    expect.stringMatching(/^boxed is not available: bubblewrap is not/),
  );
});
