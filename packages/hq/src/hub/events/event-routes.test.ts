import { expect, onTestFinished, test } from "vitest";
import { type ManagedHq, startManagedHq } from "../../server/manage-api.fixture.ts";
import { type EventReader, readEvents } from "../../sites/events/event-reader.fixture.ts";
import { addWorker } from "../workers/fake-worker.fixture.ts";
import { LEASE_MS } from "../workers/workers.ts";

const MAIN = "/workspaces/main";

async function listen(hq: ManagedHq, user: string): Promise<EventReader> {
  const { connection: _, ...headers } = hq.headersOf(user);
  const reader = await readEvents(`${hq.url}${MAIN}/events`, headers);
  onTestFinished(() => reader.leave());
  return reader;
}

function skillBody(text: string) {
  const matter = "---\nname: greet\ndisplay_name: Greet\ndescription: Says hello.\n---\n";
  return { name: "greet", files: [{ path: "SKILL.md", text: `${matter}${text}\n` }] };
}

async function saveSkill(hq: ManagedHq, text: string): Promise<void> {
  const { files } = skillBody(text);
  const { status } = await hq.ask("admin", "PUT", `${MAIN}/skills/greet`, { body: { files } });
  expect(status).toBeLessThan(300);
}

/** Reads the next events. */
async function take(reader: EventReader, count: number) {
  const events: (readonly [string, Readonly<Record<string, unknown>>])[] = [];
  while (events.length < count) {
    const event = await reader.next();
    if (event === undefined) throw new Error("The stream ended.");
    events.push([event.event, event.data]);
  }
  return events;
}

/** Returns the event for a version by the admin. */
function version(number: number): readonly [string, object] {
  return [
    "skill.changed",
    {
      name: "greet",
      version: number,
      by: "admin",
      at: expect.stringMatching(/^20/),
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    },
  ];
}

test("reports every version of a skill with its author, deletions, and restores", async () => {
  const hq = await startManagedHq();
  await hq.addPerson("ann", "member");
  await hq.ask("admin", "POST", `${MAIN}/skills`, { body: skillBody("One") });
  const reader = await listen(hq, "ann");
  expect(reader.headers.get("content-type")).toContain("text/event-stream");
  expect(await take(reader, 1)).toEqual([["ready", {}]]);

  await saveSkill(hq, "Two");
  await saveSkill(hq, "Two");
  await saveSkill(hq, "Three");
  expect(await take(reader, 2)).toEqual([version(2), version(3)]);
  const rolled = await hq.ask("admin", "POST", `${MAIN}/skills/greet/rollback`, {
    body: { version: 1 },
  });
  expect(rolled.status).toBeLessThan(300);
  expect(await take(reader, 1)).toEqual([version(4)]);
  expect((await hq.ask("admin", "DELETE", `${MAIN}/skills/greet`)).status).toBe(204);
  expect(await take(reader, 1)).toEqual([["skill.changed", { name: "greet", version: null }]]);
});

test("reports pushed versions with the author of the commit", async () => {
  const hq = await startManagedHq();
  await hq.ask("admin", "POST", `${MAIN}/skills`, { body: skillBody("One") });
  const reader = await listen(hq, "admin");
  await take(reader, 1);
  const { body } = await hq.ask("admin", "GET", MAIN);
  const store = await hq.services.skills.of(String(body["id"]));
  const text = "---\nname: greet\ndisplay_name: Greet\ndescription: Says hello.\n---\nPushed\n";
  // Simulates another process, or one that was killed before it created the version.
  const { commit } = await store.repository.commit(
    "refs/heads/main",
    {
      files: new Map([["skills/greet/SKILL.md", Buffer.from(text)]]),
      message: "Pushed",
      author: { name: "Bea", email: "bea@example.test" },
      when: hq.services.hq.now(),
    },
    { expected: (await store.head()) ?? null },
  );
  expect(await take(reader, 1)).toMatchObject([
    ["skill.changed", { name: "greet", version: 2, commit, by: "Bea" }],
  ]);
});

test("reports the states of workers and runs", async () => {
  const hq = await startManagedHq();
  await hq.ask("admin", "POST", `${MAIN}/skills`, { body: skillBody("One") });
  const reader = await listen(hq, "admin");
  await take(reader, 1);
  const worker = await addWorker(hq, "Mill");
  await worker.poll();
  const events = await reader.until("worker.changed");
  expect(events.at(-1)?.data).toMatchObject({ id: worker.id, name: "Mill" });
  const untilState = async (state: string) => {
    for (;;) {
      const [event] = await take(reader, 1);
      if (event?.[1]["state"] === state) return event;
    }
  };
  if (events.at(-1)?.data["state"] !== "online") await untilState("online");

  const body = { skill: "greet", worker: worker.id };
  const started = await hq.ask("admin", "POST", `${MAIN}/runs`, { body });
  const id = String(started.body["id"]);
  expect(await untilState("queued")).toEqual([
    "run.changed",
    { id, state: "queued", workerId: worker.id },
  ]);
  await worker.poll();
  await worker.ask("PUT", `/runs/${id}`, { state: "running" });
  expect(await untilState("running")).toMatchObject(["run.changed", { id }]);
  // It is followed until it ends, even long after it was requested.
  hq.time += 2 * LEASE_MS;
  await worker.poll();
  await worker.ask("PUT", `/runs/${id}`, { state: "succeeded", exitCode: 0 });
  expect(await untilState("succeeded")).toMatchObject(["run.changed", { id }]);
  hq.time += LEASE_MS;
  expect(await untilState("offline")).toEqual([
    "worker.changed",
    { id: worker.id, name: "Mill", state: "offline" },
  ]);
  await hq.ask("admin", "DELETE", `${MAIN}/workers/${worker.id}`);
  expect(await untilState("revoked")).toMatchObject(["worker.changed", { id: worker.id }]);
});

test("reports nothing to users outside the workspace or without access to skills", async () => {
  const hq = await startManagedHq();
  await hq.addPerson("ann", "member");
  await hq.addPerson("stranger");
  expect((await listen(hq, "stranger")).status).toBe(404);
  const reader = await listen(hq, "ann");
  await take(reader, 1);
  await hq.services.hq.database.deleteFrom("members").where("user_id", "=", "u-ann").execute();
  await hq.ask("admin", "POST", `${MAIN}/skills`, { body: skillBody("Secret") });
  expect(await reader.next()).toBeUndefined();
});

test("limits a user to twenty streams and ends them when the server stops", async () => {
  const hq = await startManagedHq();
  const readers = await Promise.all(Array.from({ length: 22 }, async () => listen(hq, "admin")));
  expect(readers.filter(({ status }) => status === 429)).toHaveLength(2);
  const open = readers.find(({ status }) => status === 200);
  await open?.until("ready");
  await hq.services.hub.close();
  expect(await open?.next()).toBeUndefined();
});
