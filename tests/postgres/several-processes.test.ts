import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test, vi } from "vitest";
import { hq, hqServer } from "../support/hq/hq-process.ts";
import { makeHqSite } from "../support/hq/hq-site.ts";
import { createPostgresDatabase } from "../support/postgres/postgres-database.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ADMIN = {
  LOAM_ADMIN_EMAIL: "ann@example.test",
  LOAM_ADMIN_PASSWORD: "correct horse battery",
};

test("concurrent starts on an empty folder set it up once", async () => {
  const folder = await temporaryFolder();
  const url = await createPostgresDatabase(inject("postgresUrl") ?? "");
  const env = { ...ADMIN, LOAM_DATABASE_URL: url };
  const servers = await Promise.all([1, 2, 3].map(() => hqServer({ folder, env })));
  for (const server of servers) {
    expect((await fetch(`${server.url}/setup/x`)).status).toBe(404);
  }
  const { out } = await hq(["workspace", "list", "--json"], { folder, env });
  expect(JSON.parse(out)).toMatchObject([{ slug: "main" }]);
  expect(await readdir(join(folder, "data/nodes"))).toHaveLength(3);
  for (const server of servers) expect(await server.stop("SIGTERM")).toBe(0);
});

test("processes share a site's rate limit", async () => {
  const { folder, siteId } = await makeHqSite(await temporaryFolder());
  const { out } = await hq(["key", "create", siteId, "--name", "test", "--json"], { folder });
  const key = String(JSON.parse(out).key);
  const servers = await Promise.all(
    [1, 2].map(() => hqServer({ folder, env: { LOAM_READ_LIMIT: "20" } })),
  );
  const statuses = await Promise.all(
    Array.from({ length: 15 }, () => servers)
      .flat()
      .map(async ({ url }) => {
        const address = `${url}/api/public/cms/${siteId}/posts`;
        return (await fetch(address, { headers: { "x-cms-api-key": key } })).status;
      }),
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

test("revoked tokens and keys are refused by all processes", async () => {
  const { folder, siteId } = await makeHqSite(await temporaryFolder());
  const run = async (...args: readonly string[]): Promise<Record<string, unknown>> =>
    JSON.parse((await hq([...args, "--json"], { folder, env: ADMIN })).out);
  await run("init");
  const person = ["--user", ADMIN.LOAM_ADMIN_EMAIL];
  const token = await run("token", "create", ...person, "--scopes", "content:read");
  const key = await run("key", "create", siteId, "--name", "test");
  const servers = await Promise.all([1, 2].map(() => hqServer({ folder, env: ADMIN })));
  const statuses = async (): Promise<readonly number[]> =>
    Promise.all(
      servers.flatMap(({ url }) => [
        statusOf(`${url}/api/manage/sites/${siteId}`, {
          authorization: `Bearer ${String(token["token"])}`,
        }),
        statusOf(`${url}/api/public/cms/${siteId}/posts`, {
          "x-cms-api-key": String(key["key"]),
        }),
      ]),
    );
  expect(await statuses()).not.toContain(401);
  await run("token", "revoke", String(token["id"]), ...person);
  await run("key", "revoke", String(key["id"]));
  await vi.waitFor(async () => expect(await statuses()).toEqual([401, 401, 401, 401]), 120_000);
});

async function statusOf(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return (await fetch(url, { headers })).status;
}
