import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitBackend } from "../../../../tests/support/git/git-backend.ts";
import { startGitServer } from "../git/git-server.fixture.ts";
import { restoreSkill } from "../skills/skills-folder.ts";
import { listDeployments } from "../state/deployments.ts";
import { listLinks } from "../state/links.ts";
import { openBench, WORKSPACE } from "./link-bench.fixture.ts";

const [SHOP, BLOG] = ["pshop", "pblog"];

/** Creates a worker with projects of an HQ that has the skills `one`, `two`, and `both`. */
async function openProjects() {
  const bench = await openBench();
  const { hq, config, state } = bench;
  const server = await startGitServer(`git/${WORKSPACE}`);
  const names = ["one", "two", "both"];
  server.commit(
    names.map((name) => {
      const matter = `name: ${name}\ndisplay_name: It\ndescription: Does it.`;
      return ["100644", server.store(`---\n${matter}\n---\n`), `skills/${name}/SKILL.md`] as const;
    }),
  );
  for (const name of names) server.git("tag", `${name}/v1`, "main");
  hq.git = (request, response) =>
    gitBackend(join(server.repository, "../../.."), request, response);
  await bench.start();
  const sendCommand = async (kind: string, id: string, manifest?: object): Promise<void> => {
    hq.queueUp(kind, { project: { id, name: id, manifest } });
    await expect.poll(() => hq.queue).toEqual([]);
  };
  await sendCommand("deploy", BLOG, {
    skills: ["both"],
    mcpServers: { db: { command: "blog-db" } },
  });
  const shop = { db: { command: "shop-db" }, shop: { command: "shop" } };
  await sendCommand("deploy", SHOP, { skills: ["one", "two", "both"], mcpServers: shop });
  const skill = (name: string): string => join(config.skillsFolder, name, "SKILL.md");
  return {
    ...bench,
    tell: sendCommand,
    skill,
    skills: () => names.filter((name) => existsSync(skill(name))),
    servers: (): unknown => JSON.parse(readFileSync(config.mcpFile, "utf8")).mcpServers,
    projects: () => listDeployments(state).map(({ projectId }) => projectId),
  };
}

test("removes an unassigned project, except what others need and local edits", async () => {
  const { hq, state, config, messages, tell, ...seen } = await openProjects();
  expect(seen.skills()).toEqual(["one", "two", "both"]);
  writeFileSync(seen.skill("two"), "edited");
  await tell("undeploy", SHOP);
  expect(seen.skills()).toEqual(["two", "both"]);
  expect(seen.servers()).toEqual({ db: { command: "blog-db" } });
  expect(seen.projects()).toEqual([BLOG]);
  expect(hq.facts).toMatchObject({ mcpServers: ["db"] });
  expect(JSON.stringify(hq.facts)).not.toContain('"one"');
  expect(messages.join("\n")).toMatch(/skill two of pshop has local edits and was kept/);
  await restoreSkill({ state, skillsFolder: config.skillsFolder }, "one");
  expect(seen.skills()).toEqual(["one", "two", "both"]);
});

test("removes what a redeployed project no longer has, except an edited server", async () => {
  const { config, tell, ...seen } = await openProjects();
  const mine = { db: { command: "mine" }, shop: { command: "shop" } };
  writeFileSync(config.mcpFile, JSON.stringify({ other: 1, mcpServers: mine }));
  await tell("deploy", SHOP, { skills: ["two"] });
  expect(seen.skills()).toEqual(["two", "both"]);
  expect(JSON.parse(readFileSync(config.mcpFile, "utf8"))).toEqual({
    other: 1,
    mcpServers: { db: { command: "mine" } },
  });
});

test("keeps a broken file of MCP servers and removes the project anyway", async () => {
  const { config, tell, messages, ...seen } = await openProjects();
  writeFileSync(config.mcpFile, "{");
  await tell("undeploy", SHOP);
  expect(seen.projects()).toEqual([BLOG]);
  expect(readFileSync(config.mcpFile, "utf8")).toBe("{");
  expect(messages.join("\n")).toMatch(
    /was not changed because .*Servers of pshop in it: db, shop\./,
  );
});

test("removes every project of a revoked registration", async () => {
  const { hq, state, ...seen } = await openProjects();
  hq.revoked = true;
  await expect.poll(() => listLinks(state)).toEqual([]);
  await expect.poll(seen.projects).toEqual([]);
  expect(seen.skills()).toEqual([]);
  expect(seen.servers()).toEqual({});
});
