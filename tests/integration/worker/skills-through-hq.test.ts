import { readFileSync, statSync, chmodSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type AgentMachine, agentMachine } from "../../support/hq/agent-machine.ts";
import { skillText, startSkillHub, type SkillHub } from "../../support/hq/skill-hub.ts";

async function machineOf(hub: SkillHub, token: string): Promise<AgentMachine> {
  return agentMachine({ LOAM_HQ_URL: hub.url, LOAM_WORKSPACE: "main", LOAM_TOKEN: token });
}

test("a skill moves from one machine through HQ to another, version by version", async () => {
  const hub = await startSkillHub();
  const token = await hub.token(["skill:read", "skill:write"]);
  const [one, two] = [await machineOf(hub, token), await machineOf(hub, token)];
  await one.writeSkill("deploy", { "SKILL.md": skillText("deploy"), "bin/go.sh": "echo go\n" });
  chmodSync(join(one.skillsFolder, "deploy/bin/go.sh"), 0o755);
  expect(await one.agentCli(["skill", "push", "deploy"])).toMatchObject({
    code: 0,
    out: "deploy v1\n",
  });
  expect(await one.agentCli(["skill", "push", "deploy"])).toMatchObject({
    out: "deploy v1 (unchanged)\n",
  });
  await one.writeSkill("deploy", { "SKILL.md": skillText("deploy", "Theirs.") });
  expect(await one.agentCli(["skill", "push", "deploy"])).toMatchObject({ out: "deploy v2\n" });

  expect(await two.agentCli(["skill", "fetch", "deploy@1"])).toMatchObject({ code: 0 });
  expect(statSync(join(two.skillsFolder, "deploy/bin/go.sh")).mode & 0o111).toBe(0o111);
  const { out } = await two.agentCli(["skill", "list", "--json"]);
  expect(JSON.parse(out)).toMatchObject({
    contents: [{ name: "deploy", version: 2 }],
    totalCount: 1,
  });

  await two.writeSkill("deploy", { "SKILL.md": skillText("deploy", "Ours.") });
  const stale = await two.agentCli(["skill", "push", "deploy"]);
  expect(stale).toMatchObject({ code: 5, err: expect.stringMatching(/-Theirs\.\n\+Ours\./) });
  expect(await two.agentCli(["skill", "fetch", "deploy", "--force"])).toMatchObject({ code: 0 });
  expect(readFileSync(join(two.skillsFolder, "deploy/SKILL.md"), "utf8")).toContain("Theirs.");
});

test("a person's token pushes what a worker's key fetched, under any workspace name", async () => {
  const hub = await startSkillHub();
  const token = await hub.token(["skill:read", "skill:write"]);
  const one = await machineOf(hub, token);
  await one.writeSkill("deploy", { "SKILL.md": skillText("deploy") });
  await one.agentCli(["skill", "push", "deploy"]);

  const { body } = await hub.admin.ask("POST", "/api/manage/workspaces/main/workers", {
    body: { name: "box" },
  });
  const box = await agentMachine({ LOAM_HQ_URL: hub.url });
  await box.agentCli(["worker", "register"], String(body["token"]));
  expect(await box.agentCli(["skill", "fetch", "deploy"])).toMatchObject({ code: 0 });
  await box.writeSkill("deploy", { "SKILL.md": skillText("deploy", "Better.") });
  await box.agentCli(["login", "--workspace", "main"], token);
  expect(await box.agentCli(["skill", "push", "deploy"])).toMatchObject({ out: "deploy v2\n" });
});

test("a machine always shows the fingerprint that HQ shows", async () => {
  const hub = await startSkillHub();
  const workers = "/api/manage/workspaces/main/workers";
  const made = await hub.admin.ask("POST", workers, { body: { name: "box" } });
  const box = await agentMachine({ LOAM_HQ_URL: hub.url });
  expect((await box.agentCli(["worker", "status"])).out).not.toContain("Fingerprint");
  await box.agentCli(["worker", "register"], String(made.body["token"]));
  const { body } = await hub.admin.ask("GET", `${workers}/${String(made.body["id"])}`);
  const { fingerprint } = body;
  expect((await box.agentCli(["worker", "status"])).out).toContain(
    `Fingerprint: ${String(fingerprint)}\n`,
  );
  const told = await box.agentCli(["worker", "status", "--json"]);
  expect(JSON.parse(told.out)).toMatchObject({ fingerprint });
});

/** A readable error without a stack trace. */
const LINE = /^(?:agent-cli: \w+: .+\n(?: {2}.+\n)*|error: .+\n)$/;

test("each failure has its exit code and a clear line", async () => {
  const hub = await startSkillHub();
  const reader = await machineOf(hub, await hub.token(["skill:read"]));
  await reader.writeSkill("mine", { "SKILL.md": skillText("mine") });
  await reader.writeSkill("hidden", { "SKILL.md": skillText("hidden", "a\u202eb") });
  await reader.writeSkill("needy", {
    "SKILL.md": skillText("needy").replace(
      "\n---\n\n",
      "\nrequires:\n  cli_tools: [no-such-program]\n---\n\n",
    ),
  });
  const stranger = await machineOf(hub, "loam_pat_wrong");
  const lost = await agentMachine({
    LOAM_HQ_URL: "http://127.0.0.1:9",
    LOAM_WORKSPACE: "main",
    LOAM_TOKEN: "x",
  });
  const codes: [AgentMachine, readonly string[], number][] = [
    [reader, ["skill", "nonsense"], 2],
    [reader, ["skill", "fetch", "none"], 3],
    [reader, ["skill", "push", "mine"], 4],
    [stranger, ["skill", "list"], 4],
    [reader, ["check", "needy"], 6],
    [reader, ["run", "needy"], 6],
    [reader, ["skill", "push", "hidden"], 7],
    [lost, ["skill", "list"], 8],
  ];
  for (const [machine, args, code] of codes) {
    const result = await machine.agentCli(args);
    expect({ args, code: result.code, err: result.err }).toEqual({
      args,
      code,
      err: expect.stringMatching(LINE),
    });
  }
  expect(await lost.agentCli(["skill", "list", "--local", "--json"])).toMatchObject({
    code: 0,
    err: "",
  });
});
