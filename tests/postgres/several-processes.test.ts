import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hq, hqServer } from "../support/hq-process.ts";
import { makeHqSite } from "../support/hq-site.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ADMIN = {
  LOAM_ADMIN_EMAIL: "ann@example.test",
  LOAM_ADMIN_PASSWORD: "correct horse battery",
};

test("processes that start at once on an empty folder set it up once", async () => {
  const folder = await temporaryFolder();
  const servers = await Promise.all([1, 2, 3].map(() => hqServer({ folder, env: ADMIN })));
  for (const { url } of servers) expect((await fetch(`${url}/setup/x`)).status).toBe(404);
  const { out } = await hq(["workspace", "list", "--json"], { folder });
  expect(JSON.parse(out)).toMatchObject([{ slug: "main" }]);
  expect(await readdir(join(folder, "data/nodes"))).toHaveLength(3);
  for (const server of servers) expect(await server.stop("SIGTERM")).toBe(0);
});

test("processes count the requests to a site together", async () => {
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
