import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Terminal } from "../platform/terminal/terminal.ts";
import { runHq, wholeProgram } from "./run-hq.ts";

function terminal(out: string[]): Terminal {
  return {
    environment: {},
    folder: "/",
    input: () => Promise.resolve(""),
    out: (text) => void out.push(text),
    pipe: () => Promise.resolve(),
    err: (text) => void out.push(text),
    onStop: () => () => undefined,
  };
}

test("lists all commands without loading them", async () => {
  const out: string[] = [];
  expect(await runHq(["--help"], terminal(out))).toBe(0);
  expect(out.join("")).toBe((await wholeProgram(terminal([]))).helpInformation());
});

test("prints the version with --version", async () => {
  const out: string[] = [];
  expect(await runHq(["--version"], terminal(out))).toBe(0);
  expect(out.join("")).toMatch(/^hq \d+\.\d+\.\d+\S*\n$/);
});

test("explains a command with --help and with help and its name", async () => {
  const [byOption, byName]: [string[], string[]] = [[], []];
  expect(await runHq(["publish", "--help"], terminal(byOption))).toBe(0);
  expect(await runHq(["help", "publish"], terminal(byName))).toBe(0);
  expect(byOption.join("")).toContain("--json");
  expect(byOption.join("")).toContain("<type>/<slug>");
  expect(byName).toEqual(byOption);
});

test("suggests the nearest command for an unknown one", async () => {
  const out: string[] = [];
  expect(await runHq(["imprt"], terminal(out))).not.toBe(0);
  expect(out.join("")).toContain("import");
});

test("escapes control characters in lists, errors, and JSON", async () => {
  const folder = mkdtempSync(join(tmpdir(), "loam-escapes-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const name = "\u001b]0;owned\u0007\u009b2J\rBlog\nnext";
  const run = async (...args: string[]): Promise<string> => {
    const out: string[] = [];
    await runHq(args, { ...terminal(out), folder });
    return out.join("");
  };
  await run("init");
  await run("site", "create", name);
  const outputs = [
    await run("site", "list"),
    await run("site", "create", name),
    await run("site", "list", "--json"),
    await run("publish", name.replace("Blog", "none")),
  ];
  // oxlint-disable-next-line no-control-regex -- these are what it is about
  for (const text of outputs) expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  expect(outputs[0]).toContain(String.raw`\u001b]0;owned\u0007\u009b2J\u000dBlog\u000anext`);
  expect(outputs[1]).toContain("name_taken");
  expect(JSON.parse(outputs[2] ?? "")).toMatchObject([{ name }]);
});
