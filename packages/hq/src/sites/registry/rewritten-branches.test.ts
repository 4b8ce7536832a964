import { execFileSync } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { makePost, makeTypes } from "../../content/entries/entries.fixture.ts";
import { type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { readEvents } from "../events/event-reader.fixture.ts";
import { siteGitDir } from "../publisher/site-publisher.ts";

/** Opens a site with two live posts and a reader of its events. */
async function liveSite() {
  const hq = await startSiteApi();
  onTestFinished(() => hq.close());
  await makeTypes(hq);
  const posts = [await makePost(hq, { title: "One" }), await makePost(hq, { title: "Two" })];
  await hq.ask("PUT", "/publishing", { body: { enabled: true } });
  for (const { id } of posts) await hq.ask("POST", `/types/posts/entries/${id}/publish`);
  const { connection: _, ...headers } = hq.headersOf("viewer");
  const events = await readEvents(`${hq.url}/sites/${hq.site.id}/events`, headers);
  onTestFinished(() => events.leave());
  await events.until("ready");
  const gitDir = siteGitDir(hq.services.hq, hq.site.id);
  const git = (...args: string[]): string =>
    execFileSync("git", ["--git-dir", gitDir, ...args], { encoding: "utf8" }).trim();
  return { hq, git, events, posts };
}

async function titles(hq: SiteApi): Promise<string[]> {
  const { body } = await hq.ask("GET", "/types/posts/entries");
  return (JSON.stringify(body).match(/One|Two|Three/g) ?? []).toSorted();
}

test("shows a forced push to the repository folder and keeps the previous commits", async () => {
  const { hq, git, events } = await liveSite();
  await makePost(hq, { title: "Three" });
  const before = git("rev-parse", "main");
  const base = git("rev-parse", "main~1");
  git("update-ref", "refs/heads/main", base);

  const told = await events.until("branch.rewritten");
  const kept = `refs/loam/lost/main/${before}`;
  expect(told.at(-1)?.data).toEqual({
    branch: "main",
    from: before,
    to: base,
    undone: false,
    kept,
  });
  expect(git("rev-parse", kept)).toBe(before);
  await expect.poll(() => titles(hq)).toEqual(["One", "Two"]);
});

test.each([
  ["deleted", ["update-ref", "-d", "refs/heads/published"]],
  ["moved back", ["update-ref", "refs/heads/published", "published~1"]],
  ["made another one", ["update-ref", "refs/heads/published", "main"]],
])("keeps the live site when `published` is %s manually", async (_, command) => {
  const { git, events } = await liveSite();
  const before = git("rev-parse", "published");
  git(...command);

  const told = await events.until("branch.rewritten");
  expect(told.at(-1)?.data).toMatchObject({ branch: "published", from: before, undone: true });
  expect(git("rev-parse", "published")).toBe(before);
});

test("unpublishes no other entry when publishing after `published` was deleted", async () => {
  const { hq, git, posts } = await liveSite();
  const three = await makePost(hq, { title: "Three" });
  const before = git("rev-parse", "published");
  git("update-ref", "-d", "refs/heads/published");
  const { status } = await hq.ask("POST", `/types/posts/entries/${three.id}/publish`);

  expect(status).toBe(200);
  expect(git("rev-parse", "published~1")).toBe(before);
  const live = hq.services.sites.live(hq.site.id);
  for (const { slug } of [...posts, three]) expect(live.find("posts", slug)?.slug).toBe(slug);
});

test("restores a deleted `main` before the next save", async () => {
  const { hq, git } = await liveSite();
  const before = git("rev-parse", "main");
  git("update-ref", "-d", "refs/heads/main");
  await makePost(hq, { title: "Three" });

  expect(git("rev-parse", "main~1")).toBe(before);
});
