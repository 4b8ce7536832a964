import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agentMachine } from "../../support/hq/agent-machine.ts";
import { startSkillHub } from "../../support/hq/skill-hub.ts";

const SKILL = join(import.meta.dirname, "../../../content/skills/write-post/SKILL.md");
const POSTS = {
  apiId: "posts",
  kind: "list",
  label: "Posts",
  fields: [
    { apiId: "title", label: "Title", type: "text", required: true },
    { apiId: "summary", label: "Summary", type: "textarea", required: true },
    { apiId: "date", label: "Date", type: "date", required: true },
    {
      apiId: "kind",
      label: "Kind",
      type: "select",
      required: true,
      options: [{ value: "idea", label: "Idea" }],
    },
    { apiId: "body", label: "Body", type: "richtext" },
  ],
};
/** As an author or attacker might enter it. */
const TITLE = `It's "quoted", $HOME, \`id\` and $(id)`;

test("the example skill saves a draft that a person publishes", async () => {
  const hub = await startSkillHub({ env: { LOAM_BILLING: "none" } });
  const ask = async (method: string, path: string, body?: object) => {
    const options = body === undefined ? {} : { body };
    return { ...(await hub.admin.ask(method, `/api/manage${path}`, options)).body };
  };
  await ask("PUT", "/workspaces/main/features", { cms: true });
  const { id: site } = await ask("POST", "/workspaces/main/sites", { name: "Blog" });
  const types = `/sites/${String(site)}/types`;
  await ask("POST", types, POSTS);
  await ask("POST", `${types}/posts/schema/publish`, {});
  const files = [{ path: "SKILL.md", text: await readFile(SKILL, "utf8") }];
  await ask("POST", "/workspaces/main/skills", { name: "write-post", files });

  const made = await ask("POST", "/workspaces/main/workers", { name: "box" });
  const machine = await agentMachine({ LOAM_HQ_URL: hub.url });
  await machine.agentCli(["worker", "init", "--agent", "shell"]);
  await machine.agentCli(["worker", "register"], String(made["token"]));
  const token = await hub.token(["content:read", "content:write"]);
  expect(await machine.agentCli(["secret", "set", "CMS_TOKEN"], token)).toMatchObject({ code: 0 });
  machine.startWorker();
  const variables = { POST_TITLE: TITLE, HQ_URL: hub.url, SITE_ID: String(site) };
  const asked = { skill: "write-post", worker: made["id"], variables };
  const { id } = await ask("POST", "/workspaces/main/runs", asked);
  const run = async () => (await ask("GET", `/workspaces/main/runs/${String(id)}`))["run"];
  await expect.poll(run).toMatchObject({ state: "succeeded" });

  const posts = `${types}/posts/entries`;
  const entries = async () => (await ask("GET", posts))["entries"];
  expect(await entries()).toMatchObject([{ title: TITLE, state: "draft" }]);
  const [{ id: entry } = { id: "" }] = JSON.parse(JSON.stringify(await entries()));
  await ask("POST", `${posts}/${String(entry)}/publish`, {});
  expect(await entries()).toMatchObject([{ title: TITLE, state: "published" }]);
});
