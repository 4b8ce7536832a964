import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { connectReadApi } from "../deliver/read-api/connect-read-api.ts";
import { openReadApi } from "../deliver/read-api/open-read-api.ts";
import { createReadKey } from "../people/access/read-keys.ts";
import { setUpHq } from "../people/identity/setup/set-up-hq.ts";
import { updateSite } from "../people/workspaces/sites.ts";
import { listWorkspaces } from "../people/workspaces/workspaces.ts";
import { parseConfig } from "../platform/config/config.ts";
import { testDatabaseSettings } from "../platform/db/database.fixture.ts";
import { openHq } from "../platform/hq.ts";
import { rateLimiters } from "../platform/limits/rate-limit.ts";
import { createLog } from "../platform/log.ts";
import { openSealer } from "../platform/secrets/open-sealer.ts";
import { createSite } from "../sites/manage/create-site.ts";
import { createSites } from "../sites/registry/open-sites.ts";
import { createReaderApp } from "./app.ts";

const BASE_URL = "http://hq.test";
const log = createLog("silent");

/** Starts a server whose only site isn't loaded yet. */
async function serveStarting() {
  const folder = mkdtempSync(join(tmpdir(), "loam-starting-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const settings = { LOAM_DATA: folder, ...(await testDatabaseSettings()) };
  const hq = await openHq(parseConfig(settings, folder));
  onTestFinished(() => hq.close());
  await setUpHq(hq);
  const [workspace] = await listWorkspaces(hq.database);
  const { id: siteId } = await createSite(hq, { name: "Blog", workspaceId: workspace?.id ?? "" });
  await updateSite(hq.database, siteId, { publishing: 1 });
  const { key } = await createReadKey(hq.database, { siteId, name: "test" });
  const publicStorageUrl = `${BASE_URL}/public`;
  const sites = createSites(hq, { publicStorageUrl, log });
  onTestFinished(() => sites.close());
  const place = { baseUrl: BASE_URL, publicStorageUrl, log };
  const sealer = openSealer([], hq.paths.secretKey);
  const openLimiter = rateLimiters(hq.database);
  const { listen: read } = openReadApi(
    connectReadApi(hq, { sites, sealer, openLimiter, ...place }),
  );
  const { storages } = hq;
  const app = createReaderApp({ read, storages, baseUrl: BASE_URL, log });
  const server = createServer(app).listen(0, "127.0.0.1");
  onTestFinished(async () => {
    server.closeAllConnections();
    await server[Symbol.asyncDispose]();
  });
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const file = join(folder, "public", siteId, "api/posts/one.json");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '{"slug":"one"}');
  const get = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { "x-cms-api-key": key } });
  return { get, sites, siteId };
}

test("serves public files while sites are loaded, and returns 503 for everything else", async () => {
  const { get, siteId } = await serveStarting();
  const file = await get(`/public/${siteId}/api/posts/one.json`);
  expect([file.status, await file.text()]).toEqual([200, '{"slug":"one"}']);
  expect((await get("/healthz")).status).toBe(200);
  const others = [
    `/public/${siteId}/api/posts/two.json`,
    `/api/public/cms/${siteId}/posts`,
    "/api/manage/me",
    "/readyz",
  ];
  for (const path of others) {
    const { status, headers } = await get(path);
    expect([path, status, headers.get("retry-after")]).toEqual([path, 503, "1"]);
  }
});

test("serves the read API of a site once it is loaded", async () => {
  const { get, sites, siteId } = await serveStarting();
  await sites.open();
  const answer = await get(`/api/public/cms/${siteId}/posts`);
  expect([answer.status, await answer.json()]).toEqual([
    404,
    expect.objectContaining({ code: "content_type_not_found" }),
  ]);
});
