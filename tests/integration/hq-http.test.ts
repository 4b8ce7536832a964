import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { hqServer } from "../support/hq/hq-process.ts";
import { runHq } from "../support/hq/running-hq.ts";
import { rawRequest } from "../support/raw-request.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Sends raw bytes and returns everything received until the connection ends. */
async function sendBytes(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write(bytes);
  return text(socket);
}

describe("every response", () => {
  test.for([
    "/healthz",
    "/readyz",
    "/nope",
    "/public/nope",
    "/api/public/cms/s/posts",
    "/setup/nope",
    "/%E0%A4%A",
  ])("has restrictive security headers: %s", async (path) => {
    const { url } = await runHq();
    const { headers } = await rawRequest(url, path);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
    });
    for (const name of ["x-powered-by", "server", "set-cookie", "location"]) {
      expect(headers).not.toHaveProperty(name);
    }
  });

  test.for([
    "/run/hq.sock",
    "/nope",
    "/setup",
    "/setup/",
    "/public",
    "/api/manage/nothing",
    "/.env",
    "/format.json",
  ])("for an unknown path is a minimal problem: %s", async (path) => {
    const { url } = await runHq();
    const { status, body } = await rawRequest(url, path);
    expect(status).toBe(404);
    expect(JSON.parse(body.toString())).toEqual({
      type: "urn:loam:error:not_found",
      title: "Not Found",
      status: 404,
      code: "not_found",
      detail: "Not found.",
      message: "Not found.",
    });
  });
});

describe("a client", () => {
  test("can't change links or responses with another host", async () => {
    const { url } = await runHq();
    const plain = await rawRequest(url, "/public/nope");
    const evil = await rawRequest(url, "/public/nope", {
      headers: {
        host: "evil.test",
        "x-forwarded-host": "evil.test",
        "x-forwarded-prefix": "/evil",
      },
    });
    expect([evil.status, evil.body.toString()]).toEqual([plain.status, plain.body.toString()]);
    expect(JSON.stringify(evil.headers)).not.toContain("evil");
  });

  test("can use an absolute URL, whose host is ignored", async () => {
    const { url } = await runHq();
    const answer = await sendBytes(
      url,
      "GET http://evil.test/healthz HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n",
    );
    expect(answer).toMatch(/^HTTP\/1.1 200 OK/);
    expect(answer).not.toContain("evil");
  });
});

describe("an invalid request", () => {
  test.for([
    ["GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400],
    ["garbage\r\n\r\n", 400],
    ["GET / HTTP/1.1\r\n\r\n", 400],
    ["GET /healthz HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", 400],
    ["GET /api/public/cms/s/posts HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n", 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(17_000)}\r\n\r\n`, 431],
  ] as const)("ends only its own connection: %#", async ([bytes, status]) => {
    const { url } = await runHq();
    expect(await sendBytes(url, bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect((await rawRequest(url, "/healthz")).status).toBe(200);
  });
});

test("limits anonymous requests by IP address and records a count (AUT-23)", async () => {
  const { url, hq } = await runHq();
  const path = `/api/manage/sites/s${"a".repeat(19)}/keys`;
  const ask = async () => (await rawRequest(url, path, { method: "POST" })).status;
  const statuses: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    statuses.push(...(await Promise.all(Array.from({ length: 20 }, ask))));
  }
  expect(statuses.filter((status) => status === 403)).toHaveLength(300);
  expect(statuses.filter((status) => status === 429)).toHaveLength(100);
  const rows = await hq.database.selectFrom("audit_log").select("seq").execute();
  expect(rows).toEqual([]);
});

test("stopping under load completes started responses", async () => {
  const server = await hqServer({ folder: await temporaryFolder() });
  const failures: string[] = [];
  let answered = 0;
  const ask = async (): Promise<void> => {
    while (failures.length < 8) {
      try {
        await rawRequest(server.url, "/readyz");
        answered += 1;
      } catch (error) {
        failures.push(String(error));
      }
    }
  };
  const clients = Promise.all(Array.from({ length: 8 }, ask));
  await expect.poll(() => answered).toBeGreaterThan(10);
  expect(failures).toEqual([]);
  // Clients only stop when the server refuses them.
  expect(await server.stop("SIGTERM")).toBe(0);
  await clients;
  // Refused, or reset before it was read. A truncated response would be `aborted`.
  expect(failures.filter((failure) => !/ECONNREFUSED|ECONNRESET|hang up/.test(failure))).toEqual(
    [],
  );
  expect(failures.filter((failure) => failure.includes("aborted"))).toEqual([]);
});
