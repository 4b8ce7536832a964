import { rename, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { startManagedHq } from "../../server/manage-api.fixture.ts";

test("shows an instance admin the state, pending work, and configuration without secrets", async () => {
  const hq = await startManagedHq({ LOAM_METRICS_TOKEN: "a-token-of-metrics-1234567890" });
  const { status, body } = await hq.ask("admin", "GET", "/instance/health");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ready: true,
    parts: [
      { part: "database", works: true },
      { part: "git", works: true },
      { part: "disk", works: true },
      { part: "public-storage", works: true },
      { part: "media-storage", works: true },
    ],
    sites: [],
    runsOn: { node: process.version, database: expect.stringContaining("OK") },
    settings: { mail: false, oidc: false, passwords: true, paymentGate: true },
  });
  expect(JSON.stringify(body)).not.toContain("a-token-of-metrics");
  await hq.addPerson("eva", "owner");
  expect((await hq.ask("eva", "GET", "/instance/health")).status).toBe(403);
});

test("shows the reason of a failure", async () => {
  const hq = await startManagedHq();
  const { config } = hq.services.hq;
  const { publicStorage } = config;
  if (publicStorage.kind !== "folder") throw new Error("It is a folder.");
  await rename(publicStorage.folder, `${publicStorage.folder}-gone`);
  // A missing folder would be created again.
  await writeFile(publicStorage.folder, "");
  const { body } = await hq.ask("admin", "GET", "/instance/health");
  expect(body).toMatchObject({ ready: false });
  expect(body["parts"]).toContainEqual({
    part: "public-storage",
    works: false,
    problem: expect.stringMatching(/./),
  });
});
