import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { runHq } from "../run-hq.ts";

interface Answered {
  readonly code: number;
  readonly text: string;
}

/**
 * Returns a function that runs commands in one data folder. `answer` is typed at a prompt; undefined means that there
 * is no terminal.
 */
async function audited(): Promise<(args: string, answer?: string) => Promise<Answered>> {
  const folder = await mkdtemp(join(tmpdir(), "loam-audit-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const run = async (args: string, answer?: string): Promise<Answered> => {
    const output: string[] = [];
    const terminal: Terminal = {
      environment: { LOAM_DATA: join(folder, "data") },
      folder,
      input: () => Promise.resolve(""),
      ...(answer !== undefined && {
        ask: (question: string) => {
          output.push(`${question}\n`);
          return Promise.resolve(answer);
        },
      }),
      out: (text) => void output.push(text),
      err: (text) => void output.push(text),
      pipe: () => Promise.resolve(),
      onStop: () => () => undefined,
    };
    const code = await runHq(args.split(" "), terminal);
    return { code, text: output.join("") };
  };
  await run("init");
  await run("workspace create two");
  await run("workspace create three");
  return run;
}

const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

async function records(run: (args: string) => Promise<Answered>): Promise<number> {
  const { text } = await run("audit list --json");
  return text.match(/"seq"/g)?.length ?? 0;
}

test.for([
  ["2099-01-01", "is in the future"],
  [daysAgo(-1), "is in the future"],
  [daysAgo(0), "is less than 30 days ago"],
  [daysAgo(29), "is less than 30 days ago"],
])("does not prune the audit log before %s, which %s", async ([day, why]) => {
  const run = await audited();
  const before = await records(run);
  const { code, text } = await run(`audit prune --before ${day} --yes`);
  expect([code, text]).toEqual([1, expect.stringContaining(`${day} ${why}`)]);
  expect(text).toContain("--force");
  expect(await records(run)).toBe(before);
});

test("prunes only older records, without --force for an earlier day", async () => {
  const run = await audited();
  const before = await records(run);
  expect(await run(`audit prune --before ${daysAgo(31)} --yes`)).toMatchObject({ code: 0 });
  expect(await records(run)).toBe(before);
});

test("asks for confirmation with --force and accepts only yes", async () => {
  const run = await audited();
  const before = await records(run);
  const prune = "audit prune --before 2099-01-01 --force";
  const refused = await run(prune, "no");
  expect(refused.code).toBe(1);
  expect(refused.text).toContain(`Permanently delete ${before} records from before 2099-01-01`);
  expect(await records(run)).toBe(before);
  expect((await run(prune)).text).toContain("Use --yes");
  expect(await records(run)).toBe(before);
  expect((await run(prune, "y")).code).toBe(0);
  expect(await records(run)).toBe(1);
  expect((await run("audit verify")).code).toBe(0);
});
