import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { serve } from "../../../../../tests/support/serve.ts";
import { type ManagedHq, startManagedHq } from "../../server/manage-api.fixture.ts";
import { addWorker, type FakeWorker } from "./fake-worker.fixture.ts";
import { LEASE_MS } from "./workers.ts";

const WORKERS = "/workspaces/main/workers";
const ALLOWED = { LOAM_WORKER_ALLOW: "127.0.0.0/8" };

interface Bench {
  readonly hq: ManagedHq;
  readonly worker: FakeWorker;
  /** `METHOD /path` of every request to the worker's URL. */
  readonly received: string[];
  readonly requests: IncomingMessage[];
  readonly setVariable: () => Promise<unknown>;
  readonly lastKnock: () => Promise<unknown>;
}

interface Options {
  readonly environment?: Record<string, string>;
  readonly status?: number;
  /** What the worker does on a wake-up request. */
  readonly hears?: (worker: FakeWorker) => void;
}

/** Opens an HQ and a worker that has reported its URL and isn't polling. */
async function openBench({
  environment = ALLOWED,
  status = 204,
  hears,
}: Options = {}): Promise<Bench> {
  const hq = await startManagedHq(environment);
  const worker = await addWorker(hq, "Mill");
  const requests: IncomingMessage[] = [];
  const received: string[] = [];
  const { origin } = await serve((request, response) => {
    requests.push(request);
    received.push(`${request.method} ${request.url}`);
    response.writeHead(status).end();
    hears?.(worker);
  });
  await worker.poll({ facts: { url: `${origin}/mill/` } });
  const place = `${WORKERS}/${worker.id}`;
  return {
    hq,
    worker,
    received: received,
    requests,
    setVariable: async () =>
      hq.ask("admin", "PUT", `${place}/variables/A`, { body: { value: "1" } }),
    lastKnock: async () => (await hq.ask("admin", "GET", place)).body["lastKnock"],
  };
}

test("sends an empty wake-up request for queued commands to a worker that isn't polling", async () => {
  const { received, requests, setVariable, lastKnock } = await openBench();
  await setVariable();
  await expect.poll(lastKnock).toEqual({ at: "2026-11-20T12:00:00.000Z" });
  expect(received).toEqual(["POST /mill/api/knock"]);
  expect(requests[0]?.headers).toMatchObject({ "content-length": "0" });
  for (const name of ["authorization", "cookie", "origin"]) {
    expect(requests[0]?.headers).not.toHaveProperty(name);
  }
});

test("sends one wake-up request for many commands, and none to a polling worker", async () => {
  const { hq, worker, received, setVariable } = await openBench();
  const waiting = worker.poll({ wait: 25 });
  const state = async () => (await hq.ask("admin", "GET", `${WORKERS}/${worker.id}`)).body["state"];
  await expect.poll(state).toBe("online");
  await setVariable();
  expect(await waiting).toMatchObject([{ kind: "variable.put" }]);
  expect(received).toEqual([]);
  await Promise.all([setVariable(), setVariable(), setVariable(), setVariable()]);
  await expect.poll(() => received).toEqual(["POST /mill/api/knock"]);
});

test("gets a live answer from a worker that isn't polling but reachable", async () => {
  const { hq, worker } = await openBench({
    hears: (asked) => {
      void asked
        .poll({ wait: 5 })
        .then(async ([command]) =>
          worker.ask("POST", `/answers/${command?.id}`, { ok: true, result: { findings: [] } }),
        );
    },
  });
  hq.time += LEASE_MS;
  const doctor = await hq.ask("admin", "GET", `${WORKERS}/${worker.id}/doctor`);
  expect(doctor).toMatchObject({ status: 200, body: { findings: [] } });
});

test("wakes a revoked worker, so that it learns of the revocation", async () => {
  const { hq, worker, received } = await openBench();
  expect((await hq.ask("admin", "DELETE", `${WORKERS}/${worker.id}`)).status).toBe(204);
  await expect.poll(() => received).toEqual(["POST /mill/api/knock"]);
});

test("sends wake-up requests only to public hosts or networks allowed by the operator", async () => {
  const { hq, worker, received, setVariable, lastKnock } = await openBench({ environment: {} });
  await setVariable();
  await expect.poll(lastKnock).toMatchObject({
    problem: "The URL is not on the public internet.",
  });
  hq.time += LEASE_MS;
  const doctor = await hq.ask("admin", "GET", `${WORKERS}/${worker.id}/doctor`);
  expect(doctor).toMatchObject({ status: 503, body: { code: "worker_offline" } });
  expect(received).toEqual([]);
});

test("shows a wrong response and counts the worker as offline", async () => {
  const { hq, worker, setVariable, lastKnock } = await openBench({ status: 302 });
  await setVariable();
  await expect
    .poll(lastKnock)
    .toMatchObject({ problem: expect.stringMatching(/\/mill\/ responded with 302\.$/) });
  hq.time += LEASE_MS;
  const doctor = await hq.ask("admin", "GET", `${WORKERS}/${worker.id}/doctor`);
  expect(doctor).toMatchObject({ status: 503, body: { code: "worker_offline" } });
});
