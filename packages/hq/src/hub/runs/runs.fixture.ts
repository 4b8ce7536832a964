import { expect } from "vitest";
import { type ManagedHq, startManagedHq } from "../../server/manage-api.fixture.ts";
import { addWorker, type FakeWorker } from "../workers/fake-worker.fixture.ts";

export const MAIN = "/workspaces/main";

async function addSkill(hq: ManagedHq, name: string): Promise<void> {
  const text = `---\nname: ${name}\ndisplay_name: ${name}\ndescription: Does it.\n---\n\nSay {{WORD}}.\n`;
  const body = { name, files: [{ path: "SKILL.md", text }] };
  expect((await hq.ask("admin", "POST", `${MAIN}/skills`, { body })).status).toBe(201);
}

/** Opens an HQ with two skills and a worker. */
export async function openWorld() {
  const hq = await startManagedHq();
  await addSkill(hq, "greet");
  await addSkill(hq, "part");
  const worker = await addWorker(hq, "Mill");
  const get = async (path: string) => (await hq.ask("admin", "GET", `${MAIN}${path}`)).body;
  const runOf = async (id: string) => (await get(`/runs/${id}`))["run"];
  const start = async (asked: object = {}) => {
    const body = { skill: "greet", worker: worker.id, ...asked };
    const created = await hq.ask("admin", "POST", `${MAIN}/runs`, { body });
    expect(created.status).toBe(202);
    return String(created.body["id"]);
  };
  return { hq, worker, get, runOf, start };
}

/** Reports a run's progress or end as the worker. */
export const end = (worker: FakeWorker, id: string, state: string, more: object = {}) =>
  worker.ask("PUT", `/runs/${id}`, { state, ...more });
