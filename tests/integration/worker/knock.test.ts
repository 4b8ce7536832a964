import { writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freePort } from "../../support/free-port.ts";
import { agentMachine } from "../../support/hq/agent-machine.ts";
import { startSkillHub } from "../../support/hq/skill-hub.ts";
import { serve } from "../../support/serve.ts";

const WORKSPACE = "/api/manage/workspaces/main";

/** Starts a proxy to HQ that tells clients to wait ten minutes while it is closed. */
async function gateTo(
  hq: string,
): Promise<{ readonly url: string; isShut: boolean; turnedAway: number }> {
  const { hostname, port } = new URL(hq);
  const gate = { url: "", isShut: false, turnedAway: 0 };
  const { origin } = await serve((asked, answer) => {
    if (gate.isShut) {
      gate.turnedAway += 1;
      return void answer.writeHead(503, { "retry-after": "600" }).end();
    }
    const { method, url: path, headers } = asked;
    const passed = request({ hostname, port, method, path, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
  });
  gate.url = origin;
  return gate;
}

test("HQ wakes up a reachable worker, which polls immediately instead of after ten minutes", async () => {
  const hub = await startSkillHub({ env: { LOAM_WORKER_ALLOW: "127.0.0.1" } });
  const gate = await gateTo(hub.url);
  const machine = await agentMachine({ LOAM_HQ_URL: gate.url });
  const port = await freePort();
  const settings = { agent: "shell", port, url: `http://localhost:${port}` };
  await writeFile(join(machine.home, "worker/settings.json"), JSON.stringify(settings));
  const { body } = await hub.admin.ask("POST", `${WORKSPACE}/workers`, { body: { name: "box" } });
  await machine.agentCli(["worker", "register"], String(body["token"]));
  machine.startWorker();
  const place = `${WORKSPACE}/workers/${String(body["id"])}`;
  const worker = async () => (await hub.admin.ask("GET", place)).body;
  await expect.poll(worker).toMatchObject({ state: "online", facts: { url: settings.url } });

  gate.isShut = true;
  const set = async (key: string) =>
    hub.admin.ask("PUT", `${place}/variables/${key}`, { body: { value: "1" } });
  // Ends its long poll; the next one finds the proxy closed.
  await set("ONE");
  await expect.poll(() => gate.turnedAway).toBe(1);
  gate.isShut = false;
  await set("TWO");
  await expect.poll(worker).toMatchObject({
    lastKnock: { at: expect.any(String) },
    facts: { variables: ["ONE", "TWO"] },
  });
  expect(await worker()).not.toHaveProperty("lastKnock.problem");
});
