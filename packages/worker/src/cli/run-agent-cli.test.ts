import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { processTerminal } from "@loam/cms-core/program";
import { describe, expect, onTestFinished, test } from "vitest";
import { type AgentMachine, agentMachine } from "../../../../tests/support/hq/agent-machine.ts";
import { addLink } from "../state/links.ts";
import { openState } from "../state/open-state.ts";
import { runAgentCli, wholeProgram } from "./run-agent-cli.ts";

const run = promisify(execFile);

function skillText(body: string): string {
  return `---\nname: hello\ndisplay_name: Hello\ndescription: Says hello.\n---\n${body}\n`;
}

const WORKSPACE = `w${"a".repeat(15)}`;

test("lists each command in the help with its description", async () => {
  const out: string[] = [];
  const terminal = { ...processTerminal(), out: (part: string) => void out.push(part) };
  expect(await runAgentCli(["--help"], terminal)).toBe(0);
  const help = out.join("").replaceAll(/\s+/g, " ");
  const { commands } = await wholeProgram(terminal);
  const places = commands
    .filter((command) => command.name() !== "complete")
    .map((command) =>
      help.search(new RegExp(` ${command.name()} .{0,20}${RegExp.escape(command.description())}`)),
    );
  expect(places).toHaveLength(9);
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((left, right) => left - right));
});

test("reads values from standard input, stores them unchanged, and never shows secrets", async () => {
  const { agentCli, home } = await agentMachine();
  await agentCli(["variable", "set", "WHO"], "a b\n");
  await agentCli(["secret", "set", "TOKEN", "--workspace", WORKSPACE], "canary-value\n");
  expect(await agentCli(["variable", "list"])).toMatchObject({ out: "WHO  a b\n" });
  const listed = await agentCli(["secret", "list", "--json"]);
  expect(JSON.parse(listed.out)).toMatchObject({
    secrets: [{ key: "TOKEN", workspaceId: WORKSPACE }],
  });
  expect(listed.out + readFileSync(join(home, "worker/worker.db"), "latin1")).not.toContain(
    "canary",
  );
  expect(await agentCli(["secret", "rm", "TOKEN"])).toMatchObject({ code: 3 });
  expect(await agentCli(["secret", "set", "LD_PRELOAD"], "x")).toMatchObject({ code: 1 });
  expect(await agentCli(["secret", "set", "TOKEN", "in-the-arguments"])).toMatchObject({ code: 2 });
});

test("rejects a secret for an impossible workspace and can delete a stored one", async () => {
  const { agentCli, home } = await agentMachine();
  const set = async (workspace: string) =>
    agentCli(["secret", "set", "TOKEN", "--workspace", workspace], "canary-value\n");
  const other = `w${"c".repeat(15)}`;
  expect(await set(other)).toMatchObject({ code: 0 });
  const state = openState(join(home, "worker"));
  onTestFinished(() => state.close());
  const [workerId, sealedKey] = [`w${"b".repeat(19)}`, ""];
  const link = { workerId, sealedKey, hqUrl: "https://hq.example.org", createdAt: "2026-11-20" };
  addLink(state, { ...link, workspaceId: WORKSPACE, workspaceName: "Acme", workspaceSlug: "acme" });
  expect(await set("acne")).toMatchObject({
    code: 3,
    err: expect.stringMatching(/Unknown workspace acne: this worker is registered in Acme/),
  });
  for (const named of ["acme", "Acme", WORKSPACE]) {
    expect(await set(named)).toMatchObject({ code: 0, err: "" });
  }
  const misnamed = "UPDATE secrets SET workspace_id = 'acne' WHERE workspace_id = ?";
  state.database.prepare(misnamed).run(other);
  const listed = await agentCli(["secret", "list", "--workspace", "acne", "--json"]);
  expect(JSON.parse(listed.out)).toMatchObject({ totalCount: 1 });
  const removed = await agentCli(["secret", "rm", "TOKEN", "--workspace", "acne"]);
  expect(removed).toMatchObject({ code: 0 });
});

test.for([
  ["codex", ".codex/skills"],
  ["gemini", ".gemini/skills"],
  ["opencode", ".config/opencode/skills"],
  ["claude", ".claude/skills"],
] as const)("uses the skills of %s in ~/%s, also for its service", async ([agent, folder]) => {
  const { agentCli, home } = await agentMachine();
  const { out } = await agentCli(["worker", "init", "--agent", agent, "--service", "--json"]);
  expect(JSON.parse(out)).toMatchObject({ skillsFolder: join(home, folder) });
  const { path } = JSON.parse(out).service;
  // It would override the folder of an agent chosen later.
  expect(readFileSync(path, "utf8")).not.toContain("AGENT_HOME");
  const status = await agentCli(["worker", "status", "--json"]);
  expect(JSON.parse(status.out)).toMatchObject({ agent, skillsFolder: join(home, folder) });
});

test("checks, renders, runs, and exports a skill without HQ", async () => {
  const { agentCli, writeSkill, home } = await agentMachine();
  await writeSkill("hello", { "SKILL.md": skillText("```sh\necho hello {{WHO}}\n```") });
  await agentCli(["worker", "init", "--agent", "shell"]);
  await agentCli(["variable", "set", "WHO"], "world");
  expect(await agentCli(["check", "hello"])).toMatchObject({ code: 0 });
  expect((await agentCli(["skill", "render", "hello"])).out).toContain("echo hello world");
  expect(await agentCli(["run", "hello"])).toMatchObject({ code: 0, out: "hello world\n" });
  const result = await agentCli(["run", "hello", "--json", "--variables", "-"], '{"WHO":"you"}');
  expect(JSON.parse(result.out)).toMatchObject({ state: "succeeded", artifacts: [] });
  await agentCli(["skill", "export", "hello", "--portable", "--out", "out"]);
  const exported = readFileSync(join(home, "out/hello/SKILL.md"), "utf8");
  expect(exported).toContain("metadata:\n  display_name: Hello");
  expect(await agentCli(["skill", "export", "hello", "--out", "out"])).toMatchObject({ code: 5 });
});

test("reports failures in the exit code, and as JSON on request", async () => {
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
  expect(invalid.out).toMatch(/broken\/SKILL\.md:2: description is missing[\s\S]*hello: ok/);
  expect(invalid.code).toBe(1);
  // `check` fails on everything that a push rejects.
  const checked = await agentCli(["check", "broken"]);
  expect(checked.code).toBe(1);
  expect(checked.out).toMatch(/broken\/SKILL\.md:2: description is missing[\s\S]*No requirements/);
  expect(await agentCli(["check", "hello"])).toMatchObject({ code: 0 });
  await writeSkill("fold", {
    "SKILL.md": "---\nname: fold\ndescription: >\n  Turns text\n  into one line.\n---\nBody\n",
  });
  expect(await agentCli(["skill", "validate", "fold"])).toMatchObject({
    code: 0,
    out: "fold: ok\n",
  });
  expect(await agentCli(["check", "fold"])).toMatchObject({ code: 0 });
  expect(await agentCli(["skill", "list", "--local", "--json"])).toMatchObject({ code: 0 });
});

test("suggests the next step separately from the output of an empty list", async () => {
  const { agentCli } = await agentMachine();
  expect(await agentCli(["skill", "list", "--local"])).toMatchObject({
    out: "",
    err: "No skills on this worker. Run: agent-cli skill fetch <name>\n",
  });
  expect(await agentCli(["variable", "list", "--json"])).toMatchObject({ err: "" });
});

test("validates HQ's URL and folders before doing anything", async () => {
  const { agentCli, writeSkill } = await agentMachine();
  await writeSkill("hello", { "SKILL.md": skillText("```sh\necho hello\n```") });
  expect(await agentCli(["login"])).toMatchObject({ code: 2 });
  expect(await agentCli(["worker", "register"], "token\n")).toMatchObject({ code: 2 });
  expect(await agentCli(["run", "hello", "--dir", "not/there"])).toMatchObject({
    code: 3,
    err: expect.stringContaining("The folder "),
  });
});

describe("a worker", () => {
  test("is set up once and shows its token only once", async () => {
    const { agentCli } = await agentMachine();
    const { out } = await agentCli(["worker", "init"]);
    expect(out).toMatch(/^loam_api_[0-9a-f]{64}\n$/);
    expect((await agentCli(["worker", "init"])).out).toContain("Already set up: ");
    expect((await agentCli(["worker", "init", "--new-token"])).out).not.toBe(out);
  });

  test("gets a service file with its folders and without secrets", async () => {
    const { agentCli, home } = await agentMachine({ LOAM_TOKEN: "canary-value" });
    const { out } = await agentCli(["worker", "init", "--service", "--json"]);
    const { service } = JSON.parse(out);
    const text = readFileSync(String(service.path), "utf8");
    expect(text).toContain(join(home, "worker"));
    expect(text).toMatch(/"worker" "start"|<string>start<\/string>/);
    expect(text).not.toContain("canary");
  });
});

test("rejects a second process on one folder, but not after a kill", async () => {
  const { agentCli, startWorker, home } = await agentMachine();
  const holder = (): unknown => {
    try {
      return JSON.parse(readFileSync(join(home, "worker/worker.lock.json"), "utf8")).pid;
    } catch {
      return undefined;
    }
  };
  const first = startWorker();
  await expect.poll(holder).toBe(first.pid);
  const refused = await agentCli(["worker", "start"]);
  expect(refused).toMatchObject({ code: 5, out: "" });
  expect(refused.err).toMatch(
    new RegExp(
      `^agent-cli: data_dir_locked: Another worker is already using .*: process ${first.pid} .*\\n$`,
    ),
  );
  expect(await agentCli(["variable", "list"])).toMatchObject({ code: 0 });
  const ended = once(first, "exit");
  first.kill("SIGKILL");
  await ended;
  const second = startWorker();
  await expect.poll(holder).toBe(second.pid);
});

test("checks a watched skill again whenever one of its files changes", async () => {
  const { startAgentCli, writeSkill } = await agentMachine();
  await writeSkill("hello", { "SKILL.md": skillText("One.") });
  const lines: string[] = [];
  const child = startAgentCli(["skill", "validate", "hello", "--watch"], (text) => {
    lines.push(text);
  });
  await expect.poll(() => lines.at(-1)).toBe("hello: ok");
  await writeSkill("hello", { "SKILL.md": "---\nname: hello\n---\n" });
  await expect.poll(() => lines.at(-1)).toMatch(/^hello: .*SKILL\.md:2: .* is missing/);
  await writeSkill("hello", { "SKILL.md": skillText("Two."), "notes/more.md": "More.\n" });
  await expect.poll(() => lines.at(-1)).toBe("hello: ok");
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test("exports and imports memory unchanged, and imports nothing twice", async () => {
  const [one, two] = [await agentMachine(), await agentMachine()];
  const project = "0190f3c2-7c1e-7d3a-9b51-2f6f3c2a1b00";
  await one.agentCli(
    ["memory", "add", "--kind", "preference", "--tag", "a", "b"],
    "日本語, and\n2 lines",
  );
  await one.agentCli(["memory", "add", "--project", project], "Of one project.");
  const { out } = await one.agentCli(["memory", "export"]);
  expect(out.trimEnd().split("\n")).toHaveLength(2);
  const first = await two.agentCli(["memory", "import", "--json"], out);
  expect(JSON.parse(first.out)).toEqual({ taken: 2, read: 2 });
  expect((await two.agentCli(["memory", "export"])).out).toBe(out);
  const again = await two.agentCli(["memory", "import", "--json"], out);
  expect(JSON.parse(again.out)).toEqual({ taken: 0, read: 2 });
  expect((await two.agentCli(["memory", "export"])).out).toBe(out);
  const found = await two.agentCli(["memory", "search", "日本", "--json"]);
  expect(JSON.parse(found.out)).toMatchObject({ totalCount: 1, contents: [{ tags: ["a", "b"] }] });
});

describe("completion", () => {
  /** Each only parses the script. */
  const SHELLS = [
    ["bash", ["-n"]],
    ["zsh", ["-n"]],
    ["fish", ["--no-execute"]],
  ] as const;

  test.for(SHELLS)("for %s is valid in that shell", async ([shell, flags], { skip }) => {
    const machine = await agentMachine();
    const { home } = machine;
    const out = (await printed(machine, ["completion", shell])).join("\n");
    expect(out).toContain("agent-cli");
    const script = join(home, "completion");
    writeFileSync(script, out);
    await run(shell, [...flags, script]).catch((error: unknown) => {
      const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
      skip(isMissing, `${shell} is not installed here.`);
      throw error;
    });
  });

  test("in bash needs nothing else, can be sourced twice, and offers no name that a shell would run", async () => {
    const { agentCli, home, skillsFolder, writeSkill } = await agentMachine();
    await writeSkill("hello", { "SKILL.md": skillText("x") });
    await writeSkill("$(touch pwned)", { "SKILL.md": skillText("x") });
    const { out } = await agentCli(["completion", "bash"]);
    const bin = join(import.meta.dirname, "../bin.ts");
    const script = `
      agent-cli() { "$NODE" -C @loam/source "$BIN" "$@"; }
      ${out}${out}
      for words in "agent-cli skill fe" "agent-cli skill show "; do
        IFS=" " read -ra COMP_WORDS <<< "$words"
        [[ $words == *" " ]] && COMP_WORDS+=("")
        COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
        _agent_cli
        echo "\${COMPREPLY[*]}"
      done`;
    const env = {
      HOME: home,
      PATH: process.env["PATH"],
      LOAM_WORKER_HOME: join(home, "worker"),
      NODE: process.execPath,
      BIN: bin,
    };
    const completed = await run("bash", ["--norc", "-c", script], { env, cwd: skillsFolder });
    expect(completed.stdout).toBe("fetch\nhello\n");
    expect(completed.stderr).not.toMatch(/readonly|not found/);
  });

  test("returns commands, subcommands, options, and names of skills", async () => {
    const machine = await agentMachine();
    await machine.writeSkill("hello", { "SKILL.md": skillText("x") });
    const complete = async (...words: readonly string[]): Promise<readonly string[]> => {
      const lines = await printed(machine, ["complete", "--", ...words]);
      return lines.flatMap((line) => /^([^:\t]+)\t/.exec(line)?.[1] ?? []);
    };
    // Each starts a process.
    const [commands, begun, under, underBegun, options, skills] = await Promise.all([
      complete(""),
      complete("sk"),
      complete("skill", ""),
      complete("memory", "ex"),
      complete("skill", "validate", "--w"),
      complete("skill", "push", ""),
    ]);
    expect(commands).toEqual(expect.arrayContaining(["skill", "memory", "worker"]));
    expect(begun).toEqual(["skill"]);
    expect(under).toEqual(expect.arrayContaining(["fetch", "push", "validate"]));
    expect(underBegun).toEqual(["export"]);
    expect(options).toEqual(["--watch"]);
    expect(skills).toEqual(["hello"]);
  });
});

/** Returns output that bypasses the commands' terminal: the output of the process. */
async function printed(machine: AgentMachine, args: readonly string[]): Promise<readonly string[]> {
  const lines: string[] = [];
  const child = machine.startAgentCli(args, (text) => void lines.push(text));
  expect(await once(child, "close")).toEqual([0, null]);
  return lines;
}
