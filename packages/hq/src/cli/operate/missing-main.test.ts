import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../../../tests/support/temporary-folder.ts";
import { runHq } from "../run-hq.ts";

test("reports a site whose main branch is missing in verify, doctor, and repair", async () => {
  const folder = await temporaryFolder("missing-main");
  const run = async (...argv: readonly string[]) => {
    let out = "";
    const code = await runHq(argv, {
      folder,
      environment: { PATH: process.env["PATH"], HOME: folder, LOAM_DATA: join(folder, "data") },
      input: () => Promise.resolve(""),
      pipe: () => Promise.resolve(),
      onStop: () => () => undefined,
      out: (text) => void (out += text),
      err: (text) => void (out += text),
    });
    return { code, out };
  };
  expect(await run("init")).toMatchObject({ code: 0 });
  const { out } = await run("site", "create", "Blog");
  const [id = ""] = /\bs[a-z2-7]{19}\b/.exec(out) ?? [];
  expect(await run("repair")).toMatchObject({ code: 0 });
  rmSync(join(folder, "data/sites", `${id}.git`, "refs/heads/main"));
  for (const command of ["verify", "doctor", "repair"]) {
    const ended = await run(command);
    expect([command, ended.code]).toEqual([command, 1]);
    expect(ended.out).toMatch(/main branch is missing|no branch main/);
  }
});
