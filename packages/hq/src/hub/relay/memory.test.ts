import { expect, test } from "vitest";
import { startManagedHq } from "../../server/manage-api.fixture.ts";
import { addWorker, type FakeWorker } from "../workers/fake-worker.fixture.ts";

const ENTRY = {
  id: "m1",
  project_id: null,
  content: "canary-6b1f: deploys are on Tuesdays",
  kind: "fact",
  tags: ["deploy"],
  source: {},
  createdAt: "2026-11-20T09:30:00.000Z",
  updatedAt: "2026-11-20T09:30:00.000Z",
  expiresAt: null,
};

async function openWorld() {
  const hq = await startManagedHq();
  const worker = await addWorker(hq, "Mill");
  await worker.poll();
  return { hq, worker, place: `/workspaces/main/workers/${worker.id}/memory` };
}

/** Waits for a live command and answers it. */
async function answerNext(worker: FakeWorker, answer: object) {
  const [command] = await worker.poll({ wait: 25 });
  if (command === undefined) throw new Error("Nothing came.");
  expect((await worker.ask("POST", `/answers/${command.id}`, answer)).status).toBe(204);
  return command;
}

test("searches, adds, changes, and deletes memory on the worker without storing it", async () => {
  const { hq, worker, place } = await openWorld();
  const created = await hq.ask("admin", "POST", "/workspaces/main/projects", {
    body: { name: "P" },
  });
  const project = String(created.body["id"]);
  const searching = hq.ask("admin", "GET", `${place}?search=deploy&project=${project}&kind=fact`);
  const asked = await answerNext(worker, {
    ok: true,
    result: { contents: [{ ...ENTRY, score: 1 }], totalCount: 1 },
  });
  expect(asked).toMatchObject({
    sequence: null,
    kind: "memory.search",
    body: { search: "deploy", project_id: project, kind: "fact", limit: 20, offset: 0 },
  });
  const { project_id: _project, ...rest } = ENTRY;
  expect((await searching).body).toEqual({
    contents: [{ ...rest, projectId: null }],
    totalCount: 1,
    limit: 20,
    offset: 0,
  });

  const body = { content: ENTRY.content, projectId: project };
  const adding = hq.ask("admin", "POST", place, { body });
  const added = await answerNext(worker, { ok: true, result: { entry: ENTRY } });
  expect(added).toMatchObject({
    kind: "memory.add",
    body: { entry: { content: ENTRY.content, project_id: project } },
  });
  expect((await adding).status).toBe(201);
  const changing = hq.ask("admin", "PATCH", `${place}/m1`, { body: { projectId: null } });
  const changed = await answerNext(worker, { ok: true, result: { entry: ENTRY } });
  expect(changed.body).toEqual({ id: "m1", change: { project_id: null } });
  expect((await changing).status).toBe(200);
  const deleting = hq.ask("admin", "DELETE", `${place}/m1`);
  await answerNext(worker, { ok: true, result: { deleted: true } });
  expect((await deleting).status).toBe(204);

  const { database } = hq.services.hq;
  const stored = JSON.stringify([
    await database.selectFrom("worker_commands").selectAll().execute(),
    await database.selectFrom("idempotency_keys").selectAll().execute(),
    await database.selectFrom("audit_log").selectAll().execute(),
  ]);
  expect(stored).toContain("memory.changed");
  expect(stored).not.toContain("canary-6b1f");
});

test("rejects projects of others and an offline worker before sending a command", async () => {
  const { hq, place } = await openWorld();
  const project = `${place}?project=paaaaaaaaaaaaaaaaaaa`;
  expect((await hq.ask("admin", "GET", project)).status).toBe(404);
  hq.time += 60_000;
  expect(await hq.ask("admin", "GET", place)).toMatchObject({
    status: 503,
    body: { code: "worker_offline" },
  });
});

test("downloads a run's file in parts", async () => {
  const { hq, worker } = await openWorld();
  await hq.ask("admin", "PUT", "/workspaces/main/skills/job", {
    body: {
      files: [
        {
          path: "SKILL.md",
          text: "---\nname: job\ndisplay_name: Job\ndescription: Does it.\n---\nDo it.\n",
        },
      ],
    },
  });
  const started = await hq.ask("admin", "POST", "/workspaces/main/runs", {
    body: { skill: "job", worker: worker.id },
  });
  const run = `/workspaces/main/runs/${String(started.body["id"])}/artifacts`;
  await worker.poll();
  const listing = hq.ask("admin", "GET", run);
  const artifacts = [{ path: "out/a.txt", byteSize: 6 }];
  await answerNext(worker, { ok: true, result: { artifacts } });
  expect((await listing).body).toEqual({ artifacts, totalCount: 1 });

  const reading = fetch(`${hq.url}${run}/file?path=${encodeURIComponent("out/a.txt")}`, {
    headers: hq.headersOf("admin"),
  });
  await answerNext(worker, { ok: true, result: partOf("abc") });
  const second = await answerNext(worker, { ok: true, result: partOf("def") });
  expect(second.body).toMatchObject({ path: "out/a.txt", offset: 3 });
  const answer = await reading;
  expect(await answer.text()).toBe("abcdef");
  expect(answer.headers.get("content-disposition")).toBe("attachment; filename=a.txt");
});

/** Returns one of two parts of a file. */
function partOf(text: string) {
  return { content: Buffer.from(text).toString("base64"), byteSize: 6 };
}
