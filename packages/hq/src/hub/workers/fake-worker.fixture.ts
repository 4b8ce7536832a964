import { randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import type { ManagedHq } from "../../server/manage-api.fixture.ts";

const command = z.object({
  sequence: z.int().nullable(),
  id: z.string(),
  kind: z.string(),
  body: z.record(z.string(), z.unknown()),
});

type TestCommand = z.output<typeof command>;

/** Status and JSON of a response. */
export interface WorkerAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A simulated worker that sends requests with a key. */
export interface FakeWorker {
  readonly id: string;
  readonly key: string;
  readonly fingerprint: string;
  /** Sends one request. `acknowledged` is the number to acknowledge with `poll`. */
  ask(method: string, path: string, body?: unknown): Promise<WorkerAnswer>;
  /** Sends bytes of a log. */
  sendLog(runId: string, offset: number, text: string): Promise<WorkerAnswer>;
  /** Polls, always as the same process. All returned commands are acknowledged by the next poll. */
  poll(asking?: { readonly wait?: number; readonly facts?: unknown }): Promise<TestCommand[]>;
}

/** Returns the worker API URL of a test's HQ. */
function workerApiOf(hq: ManagedHq): string {
  return hq.url.replace("/api/manage", "/api/worker");
}

export async function askAsWorker(
  hq: ManagedHq,
  method: string,
  path: string,
  {
    key,
    body,
    bytes,
  }: { readonly key?: string; readonly body?: unknown; readonly bytes?: string } = {},
): Promise<WorkerAnswer> {
  const sent = bytes ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(`${workerApiOf(hq)}${path}`, {
    method,
    headers: {
      connection: "close",
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      "content-type": bytes === undefined ? "application/json" : "application/octet-stream",
    },
    ...(sent !== undefined && { body: sent }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === "" ? {} : z.record(z.string(), z.unknown()).parse(JSON.parse(text)),
  };
}

/** Returns the body of a registration. */
export function registrationOf(
  token: string,
  publicKey: string = randomBytes(32).toString("base64url"),
) {
  return { token, publicKey, agent: "shell", version: "0.1.0" };
}

/** Invites a worker and registers it. */
export async function addWorker(
  hq: ManagedHq,
  name: string,
  {
    workspace = "main",
    by = "admin",
    publicKey,
  }: {
    readonly workspace?: string;
    readonly by?: string;
    readonly publicKey?: string;
  } = {},
): Promise<FakeWorker> {
  const created = await hq.ask(by, "POST", `/workspaces/${workspace}/workers`, { body: { name } });
  const token = z.string().parse(created.body["token"]);
  const { body } = await askAsWorker(hq, "POST", "/register", {
    body: registrationOf(token, publicKey),
  });
  const { id, key, fingerprint } = z
    .object({ id: z.string(), key: z.string(), fingerprint: z.string() })
    .parse(body);
  const instance = randomUUID();
  let acknowledged = 0;
  return {
    id,
    key,
    fingerprint,
    ask: (method, path, sent) => askAsWorker(hq, method, path, { key, body: sent }),
    sendLog: (runId, offset, text) =>
      askAsWorker(hq, "PUT", `/runs/${runId}/log?offset=${offset}`, { key, bytes: text }),
    async poll({ wait = 0, facts } = {}) {
      const answer = await askAsWorker(hq, "POST", "/poll", {
        key,
        body: { instance, acknowledged, wait, ...(facts !== undefined && { facts }) },
      });
      const { commands } = z.object({ commands: z.array(command) }).parse(answer.body);
      acknowledged = Math.max(acknowledged, ...commands.map(({ sequence }) => sequence ?? 0));
      return commands;
    },
  };
}
