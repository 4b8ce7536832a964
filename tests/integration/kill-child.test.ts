import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runAndKill } from "../support/kill-child.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("kills a child during its work and returns its acknowledgements", async () => {
  const folder = await temporaryFolder();
  const program = join(folder, "count.ts");
  await writeFile(
    program,
    `import { appendFileSync } from "node:fs";
    const file: string = process.argv[2] ?? "";
    for (let n = 0; ; n += 1) {
      appendFileSync(file, n + "\\n");
      await new Promise((resolve) => process.stdout.write(n + "\\n", resolve));
    }`,
  );

  const { acknowledged, killed } = await runAndKill(program, {
    args: [join(folder, "log")],
    afterMs: 20,
  });

  expect(killed).toBe(true);
  const written = (await readFile(join(folder, "log"), "utf8")).trim().split("\n");
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(written.slice(0, acknowledged.length)).toEqual(acknowledged);
});

test("reports a child that fails before acknowledging anything", async () => {
  const folder = await temporaryFolder();
  const program = join(folder, "fail.ts");
  await writeFile(program, `throw new Error("no such thing");`);

  await expect(runAndKill(program, { afterMs: 20 })).rejects.toThrow("no such thing");
});
