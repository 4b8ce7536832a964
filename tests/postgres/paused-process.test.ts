import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { createManagementClient, type ManagementClient } from "@loam/hq/client";
import { expect, test, vi } from "vitest";
import { hq, hqServer } from "../support/hq/hq-process.ts";
import { makeHqSite } from "../support/hq/hq-site.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ENV = {
  LOAM_ADMIN_EMAIL: "ann@example.test",
  LOAM_ADMIN_PASSWORD: "correct horse battery",
  LOAM_SCHEDULER_INTERVAL: "1",
  LOAM_LOG_LEVEL: "warn",
};
const run = promisify(execFile);
const ENTRY = "/sites/{site}/types/{api_id}/entries/{id}";

/** Returns an entry and its public file as served by a process. */
async function look(client: ManagementClient, url: string, path: EntryPath): Promise<unknown> {
  const { data } = await client.GET(ENTRY, { params: { path } });
  const file = await fetch(`${url}/public/${path.site}/api/posts/${path.id}.json`);
  return { state: data?.state, version: data?.live?.version, file: file.status };
}

interface EntryPath {
  readonly site: string;
  readonly api_id: string;
  readonly id: string;
}

async function publishCount(folder: string, siteId: string): Promise<number> {
  const gitDir = join(folder, "data/sites", `${siteId}.git`);
  const { stdout } = await run("git", ["--git-dir", gitDir, "rev-list", "--count", "published"]);
  return Number(stdout);
}

test("a stopped process's work moves to another, and it reverts nothing on resuming (SCD-02)", async () => {
  const { folder, siteId } = await makeHqSite(await temporaryFolder());
  const options = { folder, env: ENV };
  await hq(["init"], options);
  const scopes = ["--scopes", "content:read,content:write,content:publish"];
  const created = await hq(
    ["token", "create", "--user", ENV.LOAM_ADMIN_EMAIL, ...scopes, "--json"],
    options,
  );
  const token = String(JSON.parse(created.out).token);
  const [paused, other] = [await hqServer(options), await hqServer(options)];
  const [first, second] = [paused, other].map(({ url }) =>
    createManagementClient({ baseUrl: url, token }),
  );
  if (first === undefined || second === undefined) throw new Error("There are two clients.");
  const pathOf = (id: string): EntryPath => ({ site: siteId, api_id: "posts", id });

  // It now writes the site's files and runs due schedules.
  await first.POST(`${ENTRY}/publish`, { params: { path: pathOf("one") } });
  paused.child.kill("SIGSTOP");
  const publishAt = new Date(Date.now() + 10_000).toISOString();
  const scheduled = await second.PUT(`${ENTRY}/schedule`, {
    params: { path: pathOf("two") },
    body: { publishAt },
  });
  expect(scheduled.error).toBeUndefined();
  const live = { state: "published", version: 1, file: 200 };
  await vi.waitFor(async () => expect(await look(second, other.url, pathOf("two"))).toEqual(live), {
    timeout: 120_000,
    interval: 500,
  });

  paused.child.kill("SIGCONT");
  await vi.waitFor(async () => expect(await look(first, paused.url, pathOf("two"))).toEqual(live), {
    timeout: 120_000,
    interval: 500,
  });
  const count = await publishCount(folder, siteId);
  // Both have polled for due schedules by now.
  await delay(3000);
  expect(await publishCount(folder, siteId)).toBe(count);
  expect(await look(second, other.url, pathOf("two"))).toEqual(live);
  const later = await first.POST(`${ENTRY}/unpublish`, { params: { path: pathOf("two") } });
  expect(later.data?.state).toBe("unpublished");
  await vi.waitFor(
    async () =>
      expect(await look(second, other.url, pathOf("two"))).toMatchObject({
        state: "unpublished",
        file: 404,
      }),
    { timeout: 120_000, interval: 500 },
  );
});
