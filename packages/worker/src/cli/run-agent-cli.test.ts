import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { Command } from "commander";
import { describe, expect, test } from "vitest";
import { agentMachine } from "../../../../tests/support/agent-machine.ts";
import { processTerminal } from "../terminal/terminal.ts";
import { COMMANDS } from "./commands.ts";

const run = promisify(execFile);
const BIN = resolve(import.meta.dirname, "../bin.ts");

function skillText(body: string): string {
  return `---\nname: hello\ndisplay_name: Hello\ndescription: Says hello.\n---\n${body}\n`;
}

test("help says of each command what the command says of itself", async () => {
  for (const { commands, load } of COMMANDS) {
    const program = new Command("agent-cli");
    (await load())(program, processTerminal());
    const found = program.commands.filter((command) => command.name() !== "complete");
    expect(found.map((command) => [command.name(), command.description()])).toEqual(
      commands.map(({ name, description }) => [name, description]),
    );
  }
});

test("values come from standard input, are kept as they are, and secrets are never shown", async () => {
  const { agentCli, home } = await agentMachine();
  await agentCli(["variable", "set", "WHO"], "a b\n");
  await agentCli(["secret", "set", "TOKEN", "--workspace", "acme"], "canary-value\n");
  expect(await agentCli(["variable", "list"])).toMatchObject({ out: "WHO  a b\n" });
  const listed = await agentCli(["secret", "list", "--json"]);
  expect(JSON.parse(listed.out)).toMatchObject({
    secrets: [{ key: "TOKEN", workspaceId: "acme" }],
  });
  expect(listed.out + readFileSync(join(home, "worker/worker.db"), "latin1")).not.toContain(
    "canary",
  );
  expect(await agentCli(["secret", "rm", "TOKEN"])).toMatchObject({ code: 3 });
  expect(await agentCli(["secret", "set", "LD_PRELOAD"], "x")).toMatchObject({ code: 1 });
  expect(await agentCli(["secret", "set", "TOKEN", "in-the-arguments"])).toMatchObject({ code: 2 });
});

test("a skill is checked, rendered, run and exported without HQ", async () => {
  const { agentCli, writeSkill, home } = await agentMachine();
  await writeSkill("hello", { "SKILL.md": skillText("```sh\necho hello {{WHO}}\n```") });
  await agentCli(["worker", "init", "--agent", "shell"]);
  await agentCli(["variable", "set", "WHO"], "world");
  expect(await agentCli(["check", "hello"])).toMatchObject({ code: 0 });
  expect((await agentCli(["skill", "render", "hello"])).out).toContain("echo hello world");
  expect(await agentCli(["run", "hello"])).toMatchObject({ code: 0, out: "hello world\n" });
  const given = await agentCli(["run", "hello", "--json", "--variables", "-"], '{"WHO":"you"}');
  expect(JSON.parse(given.out)).toMatchObject({ state: "succeeded", artifacts: [] });
  await agentCli(["skill", "export", "hello", "--portable", "--out", "out"]);
  const exported = readFileSync(join(home, "out/hello/SKILL.md"), "utf8");
  expect(exported).toContain("metadata:\n  display_name: Hello");
  expect(await agentCli(["skill", "export", "hello", "--out", "out"])).toMatchObject({ code: 5 });
});

test("what failed is told in the exit code, and as JSON where that is asked for", async () => {
  const { agentCli, writeSkill } = await agentMachine();
  await writeSkill("hello", { "SKILL.md": skillText("```sh\nexit 3\n```") });
  await writeSkill("broken", { "SKILL.md": "---\nname: broken\n---\n" });
  await agentCli(["worker", "init", "--agent", "shell"]);
  const failed = await agentCli(["run", "hello", "--json"]);
  expect(failed.code).toBe(1);
  expect(JSON.parse(failed.err)).toMatchObject({
    code: "run_failed",
    message: expect.stringContaining("code 3"),
  });
  const invalid = await agentCli(["skill", "validate"]);
  expect(invalid.out).toMatch(/broken\/SKILL\.md:2: display_name is missing[\s\S]*hello: ok/);
  expect(invalid.code).toBe(1);
  expect(await agentCli(["skill", "list", "--local", "--json"])).toMatchObject({ code: 0 });
});

describe("a worker", () => {
  test("is set up once: its token is shown this once", async () => {
    const { agentCli } = await agentMachine();
    const { out } = await agentCli(["worker", "init"]);
    expect(out).toMatch(/^loam_api_[0-9a-f]{64}\n$/);
    expect((await agentCli(["worker", "init"])).out).toContain("is set up already");
    expect((await agentCli(["worker", "init", "--new-token"])).out).not.toBe(out);
  });

  test("gets a service file that starts it with the folders it has, and no secret", async () => {
    const { agentCli, home } = await agentMachine({ LOAM_TOKEN: "canary-value" });
    const { out } = await agentCli(["worker", "init", "--service", "--json"]);
    const { service } = JSON.parse(out);
    const text = readFileSync(String(service.path), "utf8");
    expect(text).toContain(join(home, "worker"));
    expect(text).toMatch(/"worker" "start"|<string>start<\/string>/);
    expect(text).not.toContain("canary");
  });
});

test("shells are told how to complete, and what, also the names of skills", async () => {
  const { writeSkill, home } = await agentMachine();
  await writeSkill("hello", { "SKILL.md": skillText("x") });
  const env = { PATH: process.env["PATH"], HOME: home, LOAM_WORKER_HOME: join(home, "worker") };
  const agentCli = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await run(process.execPath, ["-C", "@loam/source", BIN, ...args], { env });
    return stdout;
  };
  // Each starts a process.
  const [bash, names] = await Promise.all([
    agentCli("completion", "bash"),
    agentCli("complete", "--", "skill", "push", ""),
  ]);
  await run("bash", ["-n", "-c", bash]);
  expect(bash).toContain("agent-cli");
  expect(names).toMatch(/^hello\t/);
});
