import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { readWorkerConfig } from "../config/worker-config.ts";
import { type BoxedRun, directoryFault, readablePlaces, repositoryOf } from "./box-places.ts";

async function runIn(
  settings: object,
  over: Partial<Pick<BoxedRun, "argv" | "tools">> & { readonly path?: string } = {},
): Promise<BoxedRun & { readonly person: string }> {
  const person = await temporaryFolder("person");
  file(person, ".loam-worker/settings.json", JSON.stringify(settings));
  const config = readWorkerConfig({ HOME: person });
  const directory = join(person, "site");
  mkdirSync(directory);
  const path = (over.path ?? "/usr/bin:/bin").replaceAll("~", person);
  const environment = { HOME: person, PATH: path };
  const argv = (over.argv ?? ["sh"]).map((word) => word.replaceAll("~", person));
  return { person, config, environment, argv, tools: [], directory, ...(over.tools && over) };
}

function file(folder: string, path: string, text = "#!/bin/sh\n", mode = 0o644): string {
  const place = join(folder, path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, text);
  chmodSync(place, mode);
  return place;
}

/** Returns the places below the user's home, relative to it. */
function placesOf(run: BoxedRun & { readonly person: string }): readonly string[] {
  return readablePlaces(run)
    .filter((place) => place.startsWith(run.person))
    .map((place) => place.slice(run.person.length + 1))
    .toSorted();
}

describe("the readable paths of a boxed run", () => {
  test("include the agent's executable with its packages", async () => {
    const run = await runIn({ agent: "claude" }, { argv: ["claude"], path: "~/.nvm/v24/bin:/bin" });
    const modules = ".nvm/v24/lib/node_modules";
    file(run.person, `${modules}/claude/cli.js`, "", 0o755);
    mkdirSync(join(run.person, ".nvm/v24/bin"), { recursive: true });
    symlinkSync(`../lib/node_modules/claude/cli.js`, join(run.person, ".nvm/v24/bin/claude"));
    expect(placesOf(run)).toEqual([".nvm/v24/bin", modules]);
  });

  test("include an executable in a separate folder", async () => {
    const run = await runIn({ agent: "claude" }, { argv: ["claude"], path: "~/.local/bin:/bin" });
    file(run.person, ".local/share/claude/versions/2.1/claude", "", 0o755);
    mkdirSync(join(run.person, ".local/bin"), { recursive: true });
    symlinkSync("../share/claude/versions/2.1/claude", join(run.person, ".local/bin/claude"));
    expect(placesOf(run)).toEqual([".local/bin", ".local/share/claude/versions/2.1"]);
  });

  test("include the agent started by env, with its files", async () => {
    const command = ["env", "OPENCODE_DISABLE_PROJECT_CONFIG=1", "opencode", "run"];
    const run = await runIn(
      { agent: { command } },
      { argv: command, path: "~/.opencode/bin:/usr/bin:/bin" },
    );
    file(run.person, ".opencode/bin/opencode", "", 0o755);
    file(run.person, ".config/opencode/plugin/mine.js", "");
    expect(placesOf(run)).toEqual([".config/opencode/plugin", ".opencode/bin"]);
  });

  test("include files next to the operator's script, but never the whole home folder", async () => {
    const script = { argv: ["python3", "~/agent/main.py"] };
    const run = await runIn({ agent: { command: ["python3"] } }, script);
    file(run.person, "agent/main.py");
    expect(placesOf(run)).toEqual(["agent"]);
    const loose = await runIn({}, { argv: ["python3", "~/main.py"], path: "~:/usr/bin" });
    file(loose.person, "main.py");
    expect(placesOf(loose)).toEqual(["main.py"]);
  });

  test("include the agent's other folders, but not its transcripts", async () => {
    const run = await runIn({ agent: "claude" });
    for (const name of ["agents/a.md", "skills/b/SKILL.md", "projects/c.jsonl", "history.jsonl"]) {
      file(run.person, `.claude/${name}`);
    }
    expect(placesOf(run)).toEqual([".claude/agents", ".claude/skills"]);
  });

  test("exclude an MCP server's command unless it is executable", async () => {
    const run = await runIn({});
    const key = file(run.person, ".ssh/id_ed25519", "key", 0o600);
    const server = file(run.person, "servers/one", "#!/bin/sh\n", 0o755);
    file(run.person, "servers/secret", "");
    const mcpServers = { a: { command: key }, b: { command: server }, c: { command: "../x" } };
    file(run.person, ".mcp.json", JSON.stringify({ mcpServers }));
    expect(placesOf(run)).toEqual(["servers/one"]);
  });

  test("include the file of MCP servers outside the home folder", async () => {
    const folder = await temporaryFolder("mcp");
    const mcpFile = file(folder, "mcp.json", "{}");
    expect(readablePlaces(await runIn({ mcpFile }))).toContain(mcpFile);
  });

  test("include the operator's additions", async () => {
    const run = await runIn({ boxReadable: ["~/.cargo", "~/missing"] });
    file(run.person, ".cargo/config.toml");
    expect(placesOf(run)).toEqual([".cargo"]);
  });
});

test.for([
  ["", /home folder/],
  ["..", /home folder/],
  [".loam-worker", /worker's own files/],
  [".ssh", /hidden folder/],
  [".config/app", /hidden folder/],
  [".loam-worker/projects", /the directories of all projects/],
  [".loam-worker/projects/runs", /the directories of all projects|belongs to another run/],
  [".loam-worker/projects/runs/r2", /belongs to another run/],
  ["site", undefined],
  ["work/.hidden", undefined],
  [".loam-worker/projects/p1", undefined],
  [".loam-worker/projects/runs/r1", undefined],
] as const)("returns the problem of boxing a run in ~/%s: %s", async ([path, why]) => {
  const run = await runIn({});
  const fault = directoryFault({ ...run, directory: join(run.person, path) }, "r1") ?? "none";
  expect(fault).toMatch(why ?? /^none$/);
});

test("accepts a hidden folder that the operator allows", async () => {
  const run = await runIn({ boxWritable: ["~/.agents"] });
  const directory = join(run.person, ".agents/work");
  expect(directoryFault({ ...run, directory }, "r1")).toBeUndefined();
});

test("rejects boxing a run in a system folder", async () => {
  expect(directoryFault({ ...(await runIn({})), directory: "/etc/app" }, "r1")).toMatch(/system/);
});

describe("the repository of a linked worktree", () => {
  test("must itself confirm the worktree", async () => {
    const run = await runIn({});
    file(run.person, "main/.git/worktrees/site/gitdir", `${run.directory}/.git\n`);
    file(run.directory, ".git", `gitdir: ${run.person}/main/.git/worktrees/site\n`);
    expect(repositoryOf(run)).toBe(join(run.person, "main/.git"));

    file(run.person, ".ssh/id_ed25519");
    file(run.directory, ".git", `gitdir: ${run.person}/.ssh\n`);
    expect(repositoryOf(run)).toBeUndefined();
    file(run.person, "other/.git/worktrees/x/gitdir", `${run.person}/elsewhere/.git\n`);
    file(run.directory, ".git", `gitdir: ${run.person}/other/.git/worktrees/x\n`);
    expect(repositoryOf(run)).toBeUndefined();
  });
});
