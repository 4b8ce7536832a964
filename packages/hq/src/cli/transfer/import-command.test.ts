import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { runHq } from "../run-hq.ts";

/** Returns a terminal with a user who answers one question. */
function person(folder: string, answer: string, out: string[]): Terminal {
  return {
    environment: { LOAM_DATA: join(folder, "data") },
    folder,
    input: () => Promise.resolve(""),
    ask: () => Promise.resolve(answer),
    out: (text) => void out.push(text),
    err: (text) => void out.push(text),
    pipe: () => Promise.resolve(),
    onStop: () => () => undefined,
  };
}

test.each([
  ["no", []],
  ["yes", ["Notes"]],
])("creates the site for an import if the answer is %s: %j", async (answer, names) => {
  const folder = await mkdtemp(join(tmpdir(), "loam-import-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "notes"));
  await writeFile(join(folder, "notes", "one.md"), "---\ntitle: One\n---\nText\n");
  expect(await runHq(["init"], person(folder, "", []))).toBe(0);
  const args = ["import", "notes", "--create", "Notes"];
  const code = await runHq(args, person(folder, answer, []));
  expect(code === 0).toBe(names.length > 0);
  const out: string[] = [];
  expect(await runHq(["site", "list", "--json"], person(folder, "", out))).toBe(0);
  expect(JSON.parse(out.join(""))).toMatchObject(names.map((name) => ({ name })));
  expect(await readdir(join(folder, "data", "sites"))).toHaveLength(names.length);
});
