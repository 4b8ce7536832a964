import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freePort } from "../../support/free-port.ts";
import { agentMachine } from "../../support/hq/agent-machine.ts";
import { hq, hqServer } from "../../support/hq/hq-process.ts";
import { skillText } from "../../support/hq/skill-hub.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const ADMIN = "ann@example.test";
const SCOPES = "skill:read,skill:write,worker:admin,run:write";

/** Enough lines for the log to be sent in several parts. */
const LINES = 60_000;
const SCRIPT = `echo ran >> count
echo first
until [ -e hq-is-down ]; do sleep 0.05; done
seq ${LINES}
echo last`;

test("a run continues while HQ is killed and is reported once with its complete log", async () => {
  const folder = await temporaryFolder("loam-hq");
  const env = {
    LOAM_ADMIN_EMAIL: ADMIN,
    LOAM_ADMIN_PASSWORD: "correct horse battery staple",
    LOAM_PORT: String(await freePort()),
    LOAM_LOG_LEVEL: "error",
  };
  await hq(["init"], { folder, env });
  const create = ["token", "create", "--user", ADMIN, "--scopes", SCOPES, "--json"];
  const { token } = JSON.parse((await hq(create, { folder })).out);
  const server = await hqServer({ folder, env });
  const get = async (path: string): Promise<Response> =>
    fetch(`${server.url}/api/manage/workspaces/main${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${server.url}/api/manage/workspaces/main${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
    return { ...JSON.parse(await answer.text()) };
  };

  const text = skillText("job", `\`\`\`sh\n${SCRIPT}\n\`\`\``);
  await post("/skills", { name: "job", files: [{ path: "SKILL.md", text }] });
  const made = await post("/workers", { name: "box" });
  const machine = await agentMachine({ LOAM_HQ_URL: server.url });
  await machine.agentCli(["worker", "init", "--agent", "shell"]);
  await machine.agentCli(["worker", "register"], String(made["token"]));
  machine.startWorker();
  const { id } = await post("/runs", { skill: "job", worker: made["id"] });
  const logAtHq = async (): Promise<string> => (await get(`/runs/${String(id)}/log/text`)).text();
  await expect.poll(logAtHq).toBe("first\n");

  const directory = join(machine.home, "worker/projects/runs", String(id));
  await server.stop("SIGKILL");
  writeFileSync(join(directory, "hq-is-down"), "");
  const log = join(machine.home, "worker/runs", `${String(id)}.log`);
  await expect.poll(() => readFileSync(log, "utf8")).toMatch(/\nlast\n$/);
  await hqServer({ folder, env });

  const told = async (): Promise<unknown> => (await get(`/runs/${String(id)}`)).json();
  await expect
    .poll(told, { timeout: 240_000 })
    .toMatchObject({ run: { state: "succeeded", exitCode: 0 } });
  const numbers = Array.from({ length: LINES }, (_, index) => `${index + 1}\n`).join("");
  expect((await logAtHq()) === `first\n${numbers}last\n`).toBe(true);
  expect(readFileSync(join(directory, "count"), "utf8")).toBe("ran\n");
});
