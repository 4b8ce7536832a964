import { execFileSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makePost, makeTypes } from "../../content/entries/entries.fixture.ts";
import { startSiteApi } from "../../server/site-api.fixture.ts";
import { siteGitDir } from "../publisher/site-publisher.ts";

/** Before any Git process, also outside of the tests, could have created a lock. */
const LONG_AGO = new Date(0);

async function startBlog() {
  const hq = await startSiteApi();
  onTestFinished(() => hq.close());
  await makeTypes(hq);
  const gitDir = siteGitDir(hq.services.hq, hq.site.id);
  return { hq, gitDir };
}

test("reports a lock of another process with a 503 and a retry time", async () => {
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
    detail: expect.stringContaining(`sites/${hq.site.id}.git/refs/heads/main.lock exists`),
  });

  closeSync(held);
  await makePost(hq, { title: "One" });
});

test("removes the lock of a killed process on the next save", async () => {
  const { hq, gitDir } = await startBlog();
  const lock = join(gitDir, "refs/heads/main.lock");
  writeFileSync(lock, "");
  utimesSync(lock, LONG_AGO, LONG_AGO);
  await makePost(hq, { title: "One" });
  expect(existsSync(lock)).toBe(false);
});

/** Commits files outside HQ. Null removes a file. */
function push(gitDir: string, files: Readonly<Record<string, string | null>>): void {
  const env = { ...process.env, GIT_DIR: gitDir, GIT_INDEX_FILE: join(gitDir, "pushed-index") };
  const git = (args: readonly string[], input = ""): string =>
    execFileSync("git", args, { env, input, encoding: "utf8" }).trim();
  git(["read-tree", "main"]);
  for (const [path, text] of Object.entries(files)) {
    const blob = text === null ? "0".repeat(40) : git(["hash-object", "-w", "--stdin"], text);
    git(["update-index", "--index-info"], `${text === null ? 0 : 100_644} ${blob}\t${path}\n`);
  }
  const named = ["-c", "user.name=Ada", "-c", "user.email=ada@example.test"];
  const commit = [...named, "commit-tree", "-p", "main", "-m", "Push", git(["write-tree"])];
  git(["update-ref", "refs/heads/main", git(commit)]);
}

const CONFLICT = "<<<<<<< ours\nname: A\n=======\nname: B\n>>>>>>> theirs\n";

test.each([
  ["a site.yml with conflict markers", { "site.yml": CONFLICT }, "site.yml"],
  ["no site.yml", { "site.yml": null }, "site.yml"],
  ["a type with conflict markers", { "types/posts/type.yml": CONFLICT }, "types/posts/type.yml"],
  ["a broken version", { "types/home/versions/1.json": "{" }, "types/home/versions/1.json"],
  ["a broken entry", { "content/posts/live.md": CONFLICT }, "content/posts/live.md"],
  ["a broken media record", { "media/aa/m123.yml": CONFLICT }, "media/aa/m123.yml"],
])("lists %s outside HQ as a problem, and other work continues", async (_, files, path) => {
  const { hq, gitDir } = await startBlog();
  const live = await makePost(hq, { title: "Live" }, "live");
  await hq.ask("PUT", "/publishing", { body: { enabled: true } });
  await hq.ask("POST", `/types/posts/entries/${live.id}/publish`);
  push(gitDir, files);

  const expectAllWell = async (slug: string): Promise<void> => {
    const listed = await hq.ask("GET", "/problems", { as: "viewer" });
    expect(listed.status).toBe(200);
    expect(listed.body["problems"]).toContainEqual(expect.objectContaining({ path }));
    const { id } = await makePost(hq, { title: "More" }, slug);
    expect((await hq.ask("POST", `/types/posts/entries/${id}/publish`)).status).toBe(200);
    expect(hq.services.sites.unavailable()).toEqual([]);
    const shown = hq.services.sites.live(hq.site.id);
    expect(shown.find("posts", "live")?.slug).toBe("live");
    expect(shown.find("posts", slug)?.slug).toBe(slug);
  };
  await hq.services.sites.follow(hq.site.id);
  await expectAllWell("beside");
  // As on the next start.
  await hq.services.sites.drop(hq.site.id);
  await hq.services.sites.follow(hq.site.id);
  await expectAllWell("after");
});

test("follows content that failed before as soon as possible without a restart", async () => {
  const { hq, gitDir } = await startBlog();
  await makePost(hq, { title: "One" });
  push(gitDir, { "content/posts/pushed.md": "---\nid: epushed\ntitle: Pushed\n---\n" });
  const commit = readFileSync(join(gitDir, "refs/heads/main"), "utf8").trim();
  const file = join(gitDir, "objects", commit.slice(0, 2), commit.slice(2));
  renameSync(file, `${file}.away`);
  const { sites } = hq.services;
  await sites.followContent(hq.site.id);
  await expect(sites.content(hq.site.id)).rejects.toMatchObject({
    code: "repository_broken",
  });
  renameSync(`${file}.away`, file);
  expect((await sites.content(hq.site.id)).index.heads().main).toBe(commit);
});
