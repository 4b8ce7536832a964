import { once } from "node:events";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { publishEntries } from "@loam/cms-core/publish";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { hqServer } from "../support/hq/hq-process.ts";
import { makeHqSite } from "../support/hq/hq-site.ts";
import { runHq } from "../support/hq/running-hq.ts";
import { rawRequest } from "../support/raw-request.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** All places where secrets enter or are stored. */
const SECRETS = {
  LOAM_ADMIN_PASSWORD: "canary-admin-password",
  LOAM_SMTP_URL: "smtp://u:canary-smtp@127.0.0.1:1",
  LOAM_OIDC_CLIENT_SECRET: "canary-oidc-secret",
  LOAM_METRICS_TOKEN: "canary-metrics-token",
  LOAM_SECRET_KEY: Buffer.from("canary-key-canary-key-canary-key").toString("base64"),
} as const;

const CANARIES = ["canary", SECRETS.LOAM_SECRET_KEY.slice(0, 20)];

const HOSTILE = [
  ["GET", "/api/public/cms/s1/posts?draftKey=canary-query"],
  ["GET", "/setup/loam_setup_abcdefghij_canary"],
  ["GET", "/nope/loam_read_abcdefghij_canary?key=canary"],
  ["POST", "/api/manage/session"],
  ["GET", "/api/manage/me"],
  ["GET", "/auth/oidc/callback?code=canary&state=canary"],
] as const;

test("no secret appears in logs or responses to unauthorized clients (KEY-08)", async () => {
  const lines: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  const { url } = await runHq({
    log,
    env: {
      ...SECRETS,
      LOAM_ADMIN_EMAIL: "ada@example.test",
      LOAM_MAIL_FROM: "hq@example.test",
      LOAM_OIDC_ISSUER: "http://127.0.0.1:1",
      LOAM_OIDC_CLIENT_ID: "hq",
    },
  });
  const answers: string[] = [];
  for (const [method, path] of HOSTILE) {
    const answer = await fetch(`${url}${path}`, {
      method,
      redirect: "manual",
      headers: {
        authorization: "Bearer canary",
        cookie: "hq=canary; other=canary",
        "x-cms-api-key": "loam_read_abcdefghij_canary",
        "x-csrf-token": "canary",
        "x-request-id": "canary",
        ...(method === "POST" && { "content-type": "application/json", origin: url }),
      },
      ...(method === "POST" && {
        body: JSON.stringify({ email: "ada@example.test", password: "canary-wrong" }),
      }),
    });
    answers.push(JSON.stringify([...answer.headers]), await answer.text());
  }
  for (const path of ["/readyz", "/healthz", "/metrics", "/api/manage/openapi.json"]) {
    answers.push(await (await fetch(`${url}${path}`)).text());
  }
  const metrics = await fetch(`${url}/metrics`, {
    headers: { authorization: `Bearer ${SECRETS.LOAM_METRICS_TOKEN}` },
  });
  expect(metrics.status).toBe(200);
  answers.push(await metrics.text());
  expect(lines.length).toBeGreaterThan(HOSTILE.length);
  for (const canary of CANARIES) {
    expect(lines.filter((line) => line.includes(canary))).toEqual([]);
    expect(answers.filter((answer) => answer.includes(canary))).toEqual([]);
  }
});

test("finds a request in the log by the id of its response", async () => {
  const lines: Readonly<Record<string, unknown>>[] = [];
  const log = pino(
    { level: "debug" },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
  const { url } = await runHq({ log });
  const answer = await fetch(`${url}/api/manage/sites/saaaaaaaaaaaaaaaaaaa/keys?secret=x`, {
    method: "POST",
  });
  const id = answer.headers.get("x-request-id");
  await expect
    .poll(() => lines.filter(({ requestId }) => requestId === id))
    .toMatchObject([
      {
        method: "POST",
        path: "/api/manage/sites/saaaaaaaaaaaaaaaaaaa/keys",
        route: "/api/manage/sites/{site}/keys",
        status: answer.status,
      },
    ]);
});

describe("/metrics", () => {
  test("counts requests by pattern, publishes, and sites, for local clients only", async () => {
    const folder = await temporaryFolder();
    const { siteId } = await makeHqSite(folder);
    const { url } = await runHq({ folder });
    await fetch(`${url}/api/manage/sites/${siteId}/keys`);
    await fetch(`${url}/public/${siteId}/api/index.json`);
    await fetch(`${url}/api/public/cms/${siteId}/posts`);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toMatch(
      /^loam_http_request_duration_seconds_count\{method="GET",route="\/api\/manage\/sites\/\{site\}\/keys",status="401"\} 1$/m,
    );
    expect(metrics).toMatch(
      /^loam_http_request_duration_seconds_bucket\{le="60",method="GET",route="\/public",status="404"\} 1$/m,
    );
    expect(metrics).toMatch(/route="\/api\/public\/cms",status="401"/);
    expect(metrics).toMatch(/^loam_publish_lag_seconds_count\{outcome="done"\} 1$/m);
    expect(metrics).toMatch(/^loam_sites 1$/m);
    expect(metrics).toMatch(/^loam_sites_unavailable 0$/m);
    expect(metrics).toMatch(/^loam_repositories_bytes [1-9]\d+$/m);
    expect(metrics).toMatch(/^loam_repository_packs_max [1-9]\d*$/m);
    expect(metrics).toMatch(/^loam_changes_open 0$/m);
    expect(metrics).toMatch(/^loam_webhook_deliveries_pending 0$/m);
    expect(metrics).toMatch(/^loam_webhook_queue_age_seconds 0$/m);
    expect(metrics).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(metrics).toMatch(/^process_resident_memory_bytes /m);
    expect(metrics).not.toContain(siteId);

    for (const headers of [{ "x-forwarded-for": "192.0.2.1" }, { host: "hq.example.test" }]) {
      expect((await rawRequest(url, "/metrics", { headers })).status).toBe(404);
    }
  });

  test("requires the token if one is set, even locally", async () => {
    const { url } = await runHq({ env: { LOAM_METRICS_TOKEN: "0123456789abcdef" } });
    const status = async (authorization: string) =>
      (await rawRequest(url, "/metrics", { headers: { authorization, host: "hq.test" } })).status;
    expect(await status("Bearer 0123456789abcdef")).toBe(200);
    expect(await status("Bearer 0123456789abcdeg")).toBe(404);
    expect((await rawRequest(url, "/metrics")).status).toBe(404);
  });
});

test("/readyz names the failing component without its location", async () => {
  const folder = await temporaryFolder();
  const { url, hq } = await runHq({ folder });
  await hq.database.destroy();
  const ready = await rawRequest(url, "/readyz");
  expect([ready.status, JSON.parse(ready.body.toString())]).toEqual([
    503,
    { status: "unavailable", failing: ["database"] },
  ]);
  expect((await rawRequest(url, "/healthz")).status).toBe(200);
});

test("/readyz names a site with an invalid branch until it is fixed", async () => {
  const folder = await temporaryFolder();
  const { siteId } = await makeHqSite(folder);
  const ref = join(folder, "data/sites", `${siteId}.git`, "refs/heads/main");
  const commit = await readFile(ref);
  const { url } = await runHq({ folder });
  await rm(ref);
  await writeFile(ref, "garbage\n");
  const ready = await fetch(`${url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    expect.objectContaining({ status: "ready", unreadable: [siteId] }),
  ]);
  await rm(ref);
  await writeFile(ref, commit);
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
});

test("/readyz and /metrics name a site with unwritable public files from startup on", async () => {
  const folder = await temporaryFolder();
  const { siteId, ids } = await makeHqSite(folder);
  const place = join(folder, "data/public", siteId);
  await mkdir(join(folder, "data/public"), { recursive: true });
  await rm(place, { recursive: true, force: true });
  // Everything written below it fails, as on a full or read-only volume.
  await writeFile(place, "");
  const { url, sites, hq } = await runHq({ folder });
  await hq.database.updateTable("sites").set({ publishing: 1 }).execute();
  const { store } = await sites.content(siteId);
  const media = await hq.storages.openMedia();
  const actor = { name: "Ann", email: "ann@example.test" };
  await publishEntries(store, { entries: [{ id: ids.get("posts/one") ?? "" }], actor, media });
  await sites.follow(siteId);
  const ready = await fetch(`${url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    {
      status: "ready",
      stuck: [siteId],
      sites: [{ site: siteId, trouble: "stuck", reason: expect.stringContaining("EEXIST") }],
    },
  ]);
  expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^loam_publishers_stuck 1$/m);
  await rm(place);
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
});

test("a second SIGTERM exits without waiting (OPS-03)", async () => {
  const server = await hqServer({ folder: await temporaryFolder() });
  const { hostname, port } = new URL(server.url);
  const slow = connect(Number(port), hostname);
  slow.on("error", () => undefined);
  await once(slow, "connect");
  // A client that never finishes is waited for.
  slow.write("POST /setup/x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc");
  await rawRequest(server.url, "/healthz");
  const stopped = server.stop("SIGTERM");
  await expect.poll(() => server.errors()).toContain("Shutting down");
  server.child.kill("SIGTERM");
  expect(await stopped).toBe(1);
});
