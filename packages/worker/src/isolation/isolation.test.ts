import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { chooseIsolation, describeIsolation, type IsolationProbe } from "./isolation.ts";
import { openIsolation, probeIsolation } from "./probe-isolation.ts";

const BOX = { level: "boxed", by: "bubblewrap", program: ["bwrap"] } as const;
const NAMESPACE = { level: "contained", by: "namespace", program: ["unshare"] } as const;
const NO_BOX = { missing: "bubblewrap is not installed." };
const NO_NAMESPACE = { missing: "unshare does not work here." };

describe("the isolation of runs", () => {
  test.for<[string, IsolationProbe, string | undefined, string, readonly string[]]>([
    ["uses the box if available", { boxed: BOX, contained: NAMESPACE }, undefined, "boxed", []],
    [
      "uses the box without namespaces",
      { boxed: BOX, contained: NO_NAMESPACE },
      undefined,
      "boxed",
      [],
    ],
    [
      "otherwise uses namespaces",
      { boxed: NO_BOX, contained: NAMESPACE },
      undefined,
      "contained",
      ["boxed"],
    ],
    [
      "uses nothing as a last resort",
      { boxed: NO_BOX, contained: NO_NAMESPACE },
      undefined,
      "none",
      ["boxed", "contained"],
    ],
    [
      "uses a weaker level on request",
      { boxed: BOX, contained: NAMESPACE },
      "contained",
      "contained",
      [],
    ],
    [
      "uses nothing on request",
      { boxed: BOX, contained: NO_NAMESPACE },
      "none",
      "none",
      ["contained"],
    ],
  ])("%s", ([, probe, wanted, level, unavailable]) => {
    const configured = (["none", "contained", "boxed"] as const).find((one) => one === wanted);
    const isolation = chooseIsolation(probe, configured);
    expect(describeIsolation(isolation)).toMatchObject({
      level,
      isChosen: wanted !== undefined,
      unavailable: unavailable.map((one) => ({ level: one })),
    });
  });

  test.for([
    ["boxed", { boxed: NO_BOX, contained: NAMESPACE }, /boxed, .*bubblewrap is not installed/],
    ["contained", { boxed: BOX, contained: NO_NAMESPACE }, /contained, .*unshare does not work/],
  ] as const)("rejects %s with a reason if it is not possible", ([wanted, probe, why]) => {
    expect(() => chooseIsolation(probe, wanted)).toThrow(why);
  });
});

describe("the capabilities of a machine", () => {
  test("include what is missing and what to install", async () => {
    const empty = await temporaryFolder("no-programs");
    expect(await probeIsolation(empty, "linux")).toMatchObject({
      boxed: { missing: expect.stringMatching(/^bubblewrap is not installed \(apt install/) },
    });
    await expect(openIsolation({ isolation: "boxed" }, { PATH: empty })).rejects.toThrow(
      /isolation is boxed, which is not available/,
    );
    await expect(openIsolation({ isolation: "none" }, { PATH: empty })).resolves.toMatchObject({
      confinement: { level: "none" },
    });
  });

  test("are tested, so a broken executable does not count", async () => {
    const folder = await temporaryFolder("broken-programs");
    mkdirSync(folder, { recursive: true });
    for (const name of ["bwrap", "unshare"]) {
      const script = `#!/bin/sh\necho "${name}: No permissions to create new namespace: Operation not permitted" >&2\nexit 1\n`;
      writeFileSync(join(folder, name), script);
      chmodSync(join(folder, name), 0o755);
    }
    const { boxed, contained } = await probeIsolation(folder, "linux");
    expect(boxed).toMatchObject({
      missing: expect.stringMatching(/bwrap: No permissions.*kernel\.unprivileged_userns_clone/),
    });
    // A control group may be available nevertheless.
    const said =
      "missing" in contained ? contained.missing : `unshare: No permissions ${contained.by}`;
    expect(said).toMatch(/unshare: No permissions (?:to create|cgroup)/);
  });

  test.for(["darwin", "win32"] as const)("on %s are empty", async (platform) => {
    const probe = await probeIsolation(process.env["PATH"] ?? "", platform);
    expect(probe.boxed).toMatchObject({ missing: expect.stringContaining("This requires Linux") });
    expect(chooseIsolation(probe, undefined).confinement.level).toBe("none");
  });
});
