import { execFileSync } from "node:child_process";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  type ForgeRepository,
  FORGE_TOKEN,
  startForgeRepository,
} from "../support/git/forge-repository.ts";
import { cloneMain, commitFiles, git } from "../support/git/git-client.ts";
import { startCluster } from "../support/hq/hq-cluster.ts";
import { hq } from "../support/hq/hq-process.ts";
import { makeHqSite } from "../support/hq/hq-site.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ENV = {
  LOAM_ADMIN_EMAIL: "ann@example.test",
  LOAM_ADMIN_PASSWORD: "correct horse battery",
  LOAM_PUBLIC_STORAGE_URL: "http://cdn.example.test",
  LOAM_LOG_LEVEL: "error",
  LOAM_WRITE_LIMIT: "1000000",
  LOAM_UPSTREAM_ALLOW: "127.0.0.0/8",
};

/** @returns the maximum number of concurrent requests */
function countAtOnce(forge: ForgeRepository): () => number {
  let under = 0;
  let most = 0;
  forge.intercept = (_, response) => {
    under += 1;
    most = Math.max(most, under);
    response.once("close", () => (under -= 1));
    return false;
  };
  return () => most;
}

function treeOf(gitDir: string): string {
  const args = ["--git-dir", gitDir, "ls-tree", "-r", "main"];
  return execFileSync("git", args, { encoding: "utf8", stdio: "pipe" });
}

test("processes take turns syncing a site, and another continues after a kill", async () => {
  const { folder, siteId } = await makeHqSite(await temporaryFolder());
  const options = { folder, env: ENV };
  await hq(["init"], options);
  const forge = await startForgeRepository();
  await hq(["upstream", "set", siteId, forge.url], { ...options, input: `${FORGE_TOKEN}\n` });
  const create = ["token", "create", "--user", ENV.LOAM_ADMIN_EMAIL, "--json"];
  const scopes = ["--scopes", "content:read,content:write"];
  const { token } = JSON.parse((await hq([...create, ...scopes], options)).out);
  const cluster = await startCluster(2, options);
  const site = `/api/manage/sites/${siteId}`;
  const headers = {
    Authorization: `Bearer ${String(token)}`,
    "Content-Type": "application/json",
  };

  const ask = { method: "POST", headers };
  const save = async (slug: string): Promise<void> => {
    const body = JSON.stringify({ slug, fields: { title: slug } });
    const path = `${site}/types/people/entries`;
    expect(await cluster.ask(path, { method: "POST", headers, body })).toMatchObject({
      status: 201,
    });
  };
  const here = join(folder, "data/sites", `${siteId}.git`);
  const state = async (): Promise<unknown> =>
    (await cluster.ask(`${site}/upstream`, { headers }))?.body;
  const isOne = (): boolean => treeOf(forge.gitDir) === treeOf(here);
  const together = async (): Promise<void> => {
    await expect.poll(isOne, { interval: 200 }).toBe(true);
    await expect.poll(state, { interval: 200 }).toMatchObject({ state: "in_sync" });
  };

  const atOnce = countAtOnce(forge);
  for (const round of [1, 2, 3]) {
    await Promise.all(
      Array.from({ length: 3 }, async (_, n) => {
        await save(`saved-${round}-${n}`);
        expect(await cluster.ask(`${site}/upstream/sync`, ask)).toMatchObject({ status: 202 });
      }),
    );
    await together();
  }
  expect(atOnce()).toBe(1);

  const clone = await cloneMain(forge.cloneUrl);
  await commitFiles(clone, { "content/people/pushed.yml": "title: Pushed\n" });
  expect(await git(clone, "push", "--quiet", "origin", "main")).toMatchObject({ ok: true });
  await save("two");
  const asked = Promise.withResolvers<ServerResponse>();
  forge.intercept = (_, response) => {
    asked.resolve(response);
    return true;
  };
  const [asking] = cluster.running();
  await fetch(`${asking?.url}${site}/upstream/sync`, ask);
  const response = await asked.promise;
  await cluster.kill(asking);
  forge.intercept = () => false;
  response.destroy();
  await together();
  expect(treeOf(here)).toContain("content/people/two.yml");
  expect(treeOf(here)).toContain("content/people/pushed.yml");
  expect(cluster.errors()).toBe("");
});
