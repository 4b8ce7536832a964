import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../../platform/log.ts";
import { startManagedHq } from "../../server/manage-api.fixture.ts";
import { addWorker, askAsWorker, registrationOf } from "./fake-worker.fixture.ts";
import { Polls } from "./polls.ts";
import { LEASE_MS } from "./workers.ts";

const WORKERS = "/workspaces/main/workers";

test("registers a worker once with a token and shows it online while it polls", async () => {
  const hq = await startManagedHq();
  const created = await hq.ask("admin", "POST", WORKERS, { body: { name: "Mill" } });
  expect(created.status).toBe(201);
  const token = String(created.body["token"]);
  expect(token).toMatch(/^loam_reg_/);
  expect(
    (await hq.ask("admin", "GET", `${WORKERS}/${String(created.body["id"])}`)).body,
  ).toMatchObject({
    state: "pending",
  });

  const first = await askAsWorker(hq, "POST", "/register", { body: registrationOf(token) });
  expect(first).toMatchObject({
    status: 201,
    body: {
      id: created.body["id"],
      key: expect.stringMatching(/^loam_wrk_/),
      fingerprint: expect.stringMatching(/^[0-9a-f]{4}( [0-9a-f]{4}){3}$/),
      workspace: { name: expect.any(String), slug: "main" },
    },
  });
  const again = await askAsWorker(hq, "POST", "/register", { body: registrationOf(token) });
  expect(again).toMatchObject({ status: 403, body: { code: "registration_refused" } });

  const listed = await hq.ask("admin", "GET", WORKERS);
  expect(listed.body).toMatchObject({ workers: [{ name: "Mill", state: "offline" }] });
  expect(JSON.stringify(listed.body)).not.toContain("loam_");
});

test("returns compatible worker versions and the time to anyone", async () => {
  const hq = await startManagedHq();
  const answer = await askAsWorker(hq, "GET", "/about");
  const { version } = registrationOf("");
  expect(answer).toEqual({ status: 200, body: { minWorkerVersion: version } });
  expect(await askAsWorker(hq, "POST", "/about", { body: {} })).toMatchObject({ status: 405 });
});

test("accepts a registration token for fifteen minutes (WRK-01)", async () => {
  const hq = await startManagedHq();
  const created = await hq.ask("admin", "POST", WORKERS, { body: { name: "Mill" } });
  hq.time += 15 * 60_000;
  const body = registrationOf(String(created.body["token"]));
  expect(await askAsWorker(hq, "POST", "/register", { body })).toMatchObject({
    status: 403,
    body: { code: "registration_refused" },
  });
});

test("counts guesses of tokens and keys by IP address", async () => {
  const hq = await startManagedHq();
  const guess = { body: registrationOf(`loam_reg_${"a".repeat(10)}_${"b".repeat(52)}`) };
  const answers = new Set<number>();
  for (let times = 0; times < 40; times += 1) {
    answers.add((await askAsWorker(hq, "POST", "/register", guess)).status);
  }
  expect([...answers].toSorted((a, b) => a - b)).toEqual([403, 429]);
  const wrong = { key: `loam_wrk_${"a".repeat(10)}_${"b".repeat(52)}` };
  expect((await askAsWorker(hq, "POST", "/poll", wrong)).status).toBe(429);
});

test("lets all workers register from one IP address, even concurrently", async () => {
  const hq = await startManagedHq();
  const register = async (): Promise<number> => {
    const created = await hq.ask("admin", "POST", WORKERS, { body: { name: "Mill" } });
    const body = registrationOf(String(created.body["token"]));
    return (await askAsWorker(hq, "POST", "/register", { body })).status;
  };
  for (let times = 0; times < 35; times += 1) expect(await register()).toBe(201);
  const together = await Promise.all(Array.from({ length: 35 }, register));
  expect(new Set(together)).toEqual(new Set([201]));
  // Invalid requests don't count as guesses.
  const broken = { body: { token: "x" } };
  for (let times = 0; times < 35; times += 1) {
    expect((await askAsWorker(hq, "POST", "/register", broken)).status).toBe(422);
  }
  const guess = { body: registrationOf(`loam_reg_${"a".repeat(10)}_${"b".repeat(52)}`) };
  expect((await askAsWorker(hq, "POST", "/register", guess)).status).toBe(403);
});

test("shows a worker's report and ends its lease when it stops polling", async () => {
  const hq = await startManagedHq();
  const worker = await addWorker(hq, "Mill");
  const facts = {
    hostname: "mill",
    cores: 4,
    mcpServers: ["github"],
    variables: ["REGION"],
    concurrentRuns: 2,
    isolation: {
      level: "contained",
      by: "namespace",
      isChosen: false,
      unavailable: [{ level: "boxed", reason: "bubblewrap is not installed." }],
    },
  };
  expect(await worker.poll({ facts })).toEqual([]);
  const one = async () => (await hq.ask("admin", "GET", `${WORKERS}/${worker.id}`)).body;
  expect(await one()).toMatchObject({ state: "online", facts });
  hq.time += LEASE_MS;
  expect(await one()).toMatchObject({ state: "offline", facts });
});

test("accepts the report of a worker with thousands of skills", async () => {
  const hq = await startManagedHq();
  const worker = await addWorker(hq, "Mill");
  const skills = Array.from({ length: 5000 }, (_, at) => {
    return { name: `deploy-the-site-${at}`, version: at + 1, tree: "a".repeat(40) };
  });
  await worker.poll({ facts: { skills } });
  const { body } = await hq.ask("admin", "GET", `${WORKERS}/${worker.id}`);
  expect(body).toMatchObject({ state: "online", facts: { skills } });
});

test("tells a worker the precedence of variables when it registers and polls", async () => {
  const hq = await startManagedHq();
  const created = await hq.ask("admin", "POST", WORKERS, { body: { name: "Hill" } });
  const body = registrationOf(String(created.body["token"]));
  expect((await askAsWorker(hq, "POST", "/register", { body })).body).toMatchObject({
    variablePrecedence: "worker-last",
  });
  const worker = await addWorker(hq, "Mill");
  const poll = { instance: crypto.randomUUID(), acknowledged: 0, wait: 0 };
  expect(await worker.ask("POST", "/poll", poll)).toMatchObject({
    body: { variablePrecedence: "worker-last" },
  });
});

test("rejects a second process with a worker's key until the first is gone (WRK-02)", async () => {
  const hq = await startManagedHq();
  const worker = await addWorker(hq, "Mill");
  await worker.poll();
  const copy = { instance: crypto.randomUUID(), acknowledged: 0, wait: 0 };
  const poll = async () => worker.ask("POST", "/poll", copy);
  expect(await poll()).toMatchObject({ status: 409, body: { code: "conflict" } });
  hq.time += LEASE_MS;
  expect(await poll()).toMatchObject({ status: 200 });
});

test("lets a process replace a killed one in the same place and ends its long poll", async () => {
  const hq = await startManagedHq();
  const worker = await addWorker(hq, "Mill");
  const poll = async (instance: string, place: string, wait: number) =>
    worker.ask("POST", "/poll", { instance, place, acknowledged: 0, wait });
  const [first, second, copy] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const waiting = poll(first, "here", 25);
  await expect
    .poll(async () => (await hq.ask("admin", "GET", `${WORKERS}/${worker.id}`)).body["state"])
    .toBe("online");
  expect(await poll(copy, "elsewhere", 0)).toMatchObject({ status: 409 });
  expect(await poll(second, "here", 0)).toMatchObject({ status: 200 });
  await hq.ask("admin", "PUT", `${WORKERS}/${worker.id}/variables/A`, { body: { value: "1" } });
  expect(await waiting).toMatchObject({ status: 409 });
  expect(await poll(second, "here", 0)).toMatchObject({ body: { commands: [{}] } });
});

test("recognizes the successor of a killed process after HQ restarted", async () => {
  const hq = await startManagedHq();
  const worker = await addWorker(hq, "Mill");
  const first = { instance: crypto.randomUUID(), place: "here", acknowledged: 0, wait: 0 };
  await worker.ask("POST", "/poll", first);
  const { database } = hq.services.hq;
  const storedInstance = async () =>
    database.selectFrom("workers").select("instance").where("id", "=", worker.id).execute();
  await expect.poll(storedInstance).toEqual([{ instance: first.instance }]);
  const notifier = { wake: async () => Promise.resolve(false) };
  const polls = new Polls(hq.services.hq, { log: createLog("silent"), notifier });
  onTestFinished(() => polls.close());
  const ask = async (place: string) => {
    const known = await polls.keys.find(worker.key);
    if (known === undefined) throw new Error("There is a worker.");
    const asked = { instance: crypto.randomUUID(), place, acknowledged: 0, waitSeconds: 0 };
    return polls.poll(known, asked, { gone: new AbortController().signal });
  };
  await expect(ask("elsewhere")).rejects.toMatchObject({ code: "conflict" });
  expect(await ask("here")).toEqual([]);
});

test.each([
  ["forward", 3_600_000],
  ["back", -3_600_000],
])("keeps polling workers online when HQ's clock is set %s an hour", async (_, jump) => {
  const hq = await startManagedHq();
  const worker = await addWorker(hq, "Mill");
  const place = `${WORKERS}/${worker.id}`;
  const state = async () => (await hq.ask("admin", "GET", place)).body["state"];
  const waiting = worker.poll({ wait: 25 });
  await expect.poll(state).toBe("online");
  hq.time += jump;
  expect(await state()).toBe("online");
  const copy = { instance: crypto.randomUUID(), acknowledged: 0, wait: 0 };
  expect(await worker.ask("POST", "/poll", copy)).toMatchObject({ status: 409 });
  await hq.ask("admin", "PUT", `${place}/variables/A`, { body: { value: "1" } });
  expect(await waiting).toMatchObject([{ kind: "variable.put" }]);
  expect(await state()).toBe("online");
});

test("shows a restarted worker online after HQ's clock was set back", async () => {
  const hq = await startManagedHq();
  const worker = await addWorker(hq, "Mill");
  await worker.poll();
  hq.time -= 2 * 3_600_000;
  expect((await hq.ask("admin", "GET", `${WORKERS}/${worker.id}`)).body["state"]).toBe("offline");
  const next = { instance: crypto.randomUUID(), acknowledged: 0, wait: 0 };
  expect(await worker.ask("POST", "/poll", next)).toMatchObject({ status: 200 });
  expect((await hq.ask("admin", "GET", `${WORKERS}/${worker.id}`)).body["state"]).toBe("online");
});

test("shows a worker offline after it shuts down, and lets its successor poll immediately", async () => {
  const hq = await startManagedHq();
  const worker = await addWorker(hq, "Mill");
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
  const poll = (instance: string) =>
    worker.ask("POST", "/poll", { instance, acknowledged: 0, wait: 0 });
  await poll(first);
  await worker.ask("POST", "/leave", { instance: second });
  expect(await poll(second)).toMatchObject({ status: 409 });
  expect(await worker.ask("POST", "/leave", { instance: first })).toMatchObject({ status: 204 });
  expect((await hq.ask("admin", "GET", `${WORKERS}/${worker.id}`)).body["state"]).toBe("offline");
  expect(await poll(second)).toMatchObject({ status: 200 });
});

test("notifies a revoked worker immediately, even during a long poll", async () => {
  const hq = await startManagedHq();
  const worker = await addWorker(hq, "Mill");
  const poll = { instance: crypto.randomUUID(), acknowledged: 0, wait: 25 };
  const waiting = worker.ask("POST", "/poll", poll);
  await expect
    .poll(async () => (await hq.ask("admin", "GET", `${WORKERS}/${worker.id}`)).body["state"])
    .toBe("online");
  expect((await hq.ask("admin", "DELETE", `${WORKERS}/${worker.id}`)).status).toBe(204);
  expect(await waiting).toMatchObject({ status: 401, body: { code: "worker_revoked" } });
  expect(await worker.ask("POST", "/poll", poll)).toMatchObject({
    status: 401,
    body: { code: "worker_revoked" },
  });
  expect((await hq.ask("admin", "GET", `${WORKERS}/${worker.id}`)).body).toMatchObject({
    state: "revoked",
  });
});

test("deletes a pending worker when it is revoked", async () => {
  const hq = await startManagedHq();
  const created = await hq.ask("admin", "POST", WORKERS, { body: { name: "Mill" } });
  const place = `${WORKERS}/${String(created.body["id"])}`;
  expect((await hq.ask("admin", "PATCH", place, { body: { name: "Hill" } })).body).toMatchObject({
    name: "Hill",
  });
  expect((await hq.ask("admin", "DELETE", place)).status).toBe(204);
  expect((await hq.ask("admin", "GET", place)).status).toBe(404);
  const body = registrationOf(String(created.body["token"]));
  expect((await askAsWorker(hq, "POST", "/register", { body })).status).toBe(403);
});

test("ends long polls when the server stops", async () => {
  const hq = await startManagedHq();
  const worker = await addWorker(hq, "Mill");
  const waiting = worker.poll({ wait: 25 });
  await expect
    .poll(async () => (await hq.ask("admin", "GET", `${WORKERS}/${worker.id}`)).body["state"])
    .toBe("online");
  await hq.services.hub.close();
  expect(await waiting).toEqual([]);
});

test("validates requests of workers", async () => {
  const hq = await startManagedHq();
  const worker = await addWorker(hq, "Mill");
  const poll = { instance: crypto.randomUUID(), acknowledged: 0, wait: 0 };
  for (const body of [
    { ...poll, wait: 26 },
    { ...poll, acknowledged: -1 },
    { ...poll, instance: "mill" },
    { ...poll, facts: { cores: "four" } },
  ]) {
    expect(await worker.ask("POST", "/poll", body)).toMatchObject({ status: 422 });
  }
  const facts = { variables: Array.from({ length: 6000 }, (_, at) => `${at}`.padEnd(200, "x")) };
  expect(await worker.ask("POST", "/poll", { ...poll, facts })).toMatchObject({ status: 413 });
  expect(await worker.ask("GET", "/poll")).toMatchObject({ status: 405 });
  expect(await worker.ask("POST", `/answers/${crypto.randomUUID()}`, { ok: true })).toMatchObject({
    status: 404,
  });
  const short = await hq.ask("admin", "POST", WORKERS, { body: { name: "Hill" } });
  const body = { ...registrationOf(String(short.body["token"])), publicKey: "AAAA" };
  expect((await askAsWorker(hq, "POST", "/register", { body })).status).toBe(422);
});

test("shows workers to members and lets admins manage them", async () => {
  const hq = await startManagedHq();
  const worker = await addWorker(hq, "Mill");
  await hq.addPerson("ann", "member");
  await hq.addPerson("zoe");
  expect((await hq.ask("ann", "GET", WORKERS)).status).toBe(200);
  expect((await hq.ask("ann", "POST", WORKERS, { body: { name: "x" } })).status).toBe(403);
  expect((await hq.ask("ann", "DELETE", `${WORKERS}/${worker.id}`)).status).toBe(403);
  expect((await hq.ask("zoe", "GET", WORKERS)).status).toBe(404);
  const scopes = ["skill:read"] as const;
  expect((await hq.ask("admin", "POST", WORKERS, { body: { name: "x" }, scopes })).status).toBe(
    403,
  );
});
