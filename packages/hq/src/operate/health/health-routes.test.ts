import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import { type Logger, pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { parseConfig } from "../../platform/config/config.ts";
import { DatabaseWatch } from "../../platform/db/database-watch.ts";
import { testDatabase } from "../../platform/db/database.fixture.ts";
import type { SiteTrouble } from "../../sites/registry/site-troubles.ts";
import { createReadiness, healthRoutes } from "./health-routes.ts";

const noSites = async () => [];

interface Readied {
  readonly log?: Logger;
  readonly siteTroubles?: () => Promise<readonly SiteTrouble[]>;
}

async function readinessOf(
  minFreeBytes: number,
  { log = pino({ level: "silent" }), siteTroubles = noSites }: Readied = {},
) {
  const folder = mkdtempSync(join(tmpdir(), "loam-health-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["data/public", "data/media"])
    mkdirSync(join(folder, name), { recursive: true });
  const databaseWatch = new DatabaseWatch();
  const hq = { database: await testDatabase(), databaseWatch, config: parseConfig({}, folder) };
  return {
    folder,
    readiness: createReadiness(hq, { log, siteTroubles, minFreeBytes }),
  };
}

async function readyz(minFreeBytes: number, readied?: Readied) {
  const { folder, readiness } = await readinessOf(minFreeBytes, readied);
  const app = express().use(healthRoutes({ readiness, writing: () => [] }));
  const server = app.listen(0);
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const response = await fetch(`http://127.0.0.1:${port}/readyz`);
  return { status: response.status, body: await response.json(), folder };
}

test("reports a nearly full disk in /readyz without its location", async () => {
  const { status, body, folder } = await readyz(Number.MAX_VALUE);
  expect([status, body]).toEqual([
    503,
    {
      status: "unavailable",
      failing: ["disk"],
      reason: expect.stringContaining("The disk is nearly full"),
    },
  ]);
  expect(JSON.stringify(body)).not.toContain(folder);
});

test("is ready with enough disk space", async () => {
  expect(await readyz(1)).toMatchObject({ status: 200, body: { status: "ready" } });
});

test("lists a site with problems in /readyz and stays ready", async () => {
  const trouble = { site: "sa", trouble: "unreadable", reason: "Its main is gone." } as const;
  const other = { site: "sb", trouble: "stuck", reason: "Its files cannot be written." } as const;
  const siteTroubles = async () => [trouble, other];
  expect(await readyz(1, { siteTroubles })).toMatchObject({
    status: 200,
    body: { status: "ready", unreadable: ["sa"], stuck: ["sb"], sites: [trouble, other] },
  });
  expect(await readyz(Number.MAX_VALUE, { siteTroubles })).toMatchObject({
    status: 503,
    body: { failing: ["disk"], sites: [trouble, other] },
  });
});

test("logs a failure once, however often it is checked", async () => {
  const lines: string[] = [];
  const { readiness } = await readinessOf(Number.MAX_VALUE, {
    log: pino({ level: "warn" }, { write: (line) => lines.push(line) }),
  });
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  for (let asked = 0; asked < 3; asked += 1) {
    expect((await readiness()).failing).toEqual(["disk"]);
    vi.advanceTimersByTime(6000);
  }
  expect(lines).toEqual([expect.stringMatching(/nearly full: \d+(?:\.\d)? ?\w+ free/)]);
});
