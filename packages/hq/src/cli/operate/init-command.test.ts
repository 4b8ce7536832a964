import { existsSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { runHq } from "../run-hq.ts";

interface Bench {
  readonly folder: string;
  /** Runs a command that gets these answers at its prompts; without answers there is no terminal. */
  readonly run: (args: string, answers?: readonly string[]) => Promise<Ran>;
}

interface Ran {
  readonly code: number;
  readonly text: string;
  readonly asked: number;
}

async function bench(environment: Readonly<Record<string, string>> = {}): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), "loam-init-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return {
    folder,
    async run(args, answers) {
      const output: string[] = [];
      let asked = 0;
      const terminal: Terminal = {
        environment,
        folder,
        input: () => Promise.resolve(""),
        ...(answers !== undefined && {
          ask: (question: string) => {
            output.push(question);
            asked += 1;
            return Promise.resolve(answers[asked - 1]);
          },
        }),
        out: (text) => void output.push(text),
        err: (text) => void output.push(text),
        pipe: () => Promise.resolve(),
        onStop: () => () => undefined,
      };
      const code = await runHq(args.split(" "), terminal);
      return { code, text: output.join(""), asked };
    },
  };
}

test.each([
  ["1", "none"],
  ["", "none"],
  [" 2 ", "manual"],
])("asks in a terminal how HQ is used and stores %j as %s", async (answer, billing) => {
  const { folder, run } = await bench();
  const { code, text, asked } = await run("init", [answer]);
  expect([code, asked]).toEqual([0, 1]);
  expect(text).toContain("How will this HQ be used?");
  const file = join(folder, ".env");
  expect(readFileSync(file, "utf8")).toBe(`LOAM_BILLING=${billing}\n`);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(text).toContain(`Wrote LOAM_BILLING=${billing} to ${file}.`);
  // It has been decided.
  expect(await run("init", ["2"])).toMatchObject({ code: 0, asked: 0 });
});

test("can be repeated, and does not claim to create the data folder again", async () => {
  const { folder, run } = await bench();
  await run("init");
  const { code, text } = await run("init");
  expect(code).toBe(0);
  expect(text).toContain(`The data folder ${join(folder, "data")} is ready. Workspaces: main.`);
  expect(text).not.toContain("Created");
});

test("keeps existing lines of the settings file", async () => {
  const { folder, run } = await bench();
  await writeFile(join(folder, ".env"), "LOAM_PORT=4500");
  await run("init", ["what?", "3", "1"]);
  expect(readFileSync(join(folder, ".env"), "utf8")).toBe("LOAM_PORT=4500\nLOAM_BILLING=none\n");
});

test.each([[undefined], [[]], [["x", "y", "z"]]])(
  "stores nothing without an answer: %j",
  async (answers) => {
    const { folder, run } = await bench();
    const { code } = await run("init", answers);
    expect(code).toBe(answers === undefined ? 0 : 1);
    expect(existsSync(join(folder, ".env"))).toBe(false);
    expect(existsSync(join(folder, "data"))).toBe(answers === undefined);
  },
);

test("does not ask if the environment has the variable", async () => {
  const { folder, run } = await bench({ LOAM_BILLING: "manual" });
  expect(await run("init", ["1"])).toMatchObject({ code: 0, asked: 0 });
  expect(existsSync(join(folder, ".env"))).toBe(false);
});

test.each([
  ["none", false],
  ["manual", true],
])("mentions plans depending on LOAM_BILLING=%s: %s", async (billing, speaks) => {
  const { run } = await bench({ LOAM_BILLING: billing });
  await run("init");
  await run("workspace cms main on");
  // A third site exceeds the free plan.
  const created = [];
  for (const name of ["A", "B", "C"]) created.push(await run(`site create ${name}`));
  const published = await run("site publishing A on");
  const help = await run("workspace --help");
  const all = [...created, published, help].map(({ text }) => text).join("\n");
  expect(/\b(?:plans?|payment|billing)\b/i.test(all)).toBe(speaks);
  expect((await run("workspace plan main team")).code === 0).toBe(speaks);
});
