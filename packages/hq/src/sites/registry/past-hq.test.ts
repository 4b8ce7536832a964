import { closeSync, existsSync, openSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makePost, makeTypes } from "../../content/entries/entries.fixture.ts";
import { startSiteApi } from "../../server/site-api.fixture.ts";
import { siteGitDir } from "../publisher/site-publisher.ts";

const LONG_AGO = new Date(Date.now() - 3_600_000);

async function startBlog() {
  const hq = await startSiteApi();
  onTestFinished(() => hq.close());
  await makeTypes(hq);
  const gitDir = siteGitDir(hq.services.hq, hq.site.id);
  return { hq, gitDir };
}

test("a lock that another program holds is one 503 that names it, and says when to come back", async () => {
  const { hq, gitDir } = await startBlog();
  const lock = join(gitDir, "refs/heads/main.lock");
  const held = openSync(lock, "wx");
  utimesSync(lock, LONG_AGO, LONG_AGO);
  const body = { fields: { title: "One" } };
  const refused = await hq.ask("POST", "/types/posts/entries", { body });
  expect(refused.status).toBe(503);
  expect(refused.headers.get("Retry-After")).toBe("10");
  expect(refused.body).toMatchObject({
    code: "unavailable",
    detail: expect.stringContaining(`sites/${hq.site.id}.git/refs/heads/main.lock stands`),
  });

  closeSync(held);
  await makePost(hq, { title: "One" });
});

test("a lock that a killed program left is removed by the next save", async () => {
  const { hq, gitDir } = await startBlog();
  const lock = join(gitDir, "refs/heads/main.lock");
  writeFileSync(lock, "");
  utimesSync(lock, LONG_AGO, LONG_AGO);
  await makePost(hq, { title: "One" });
  expect(existsSync(lock)).toBe(false);
});
