import { expect, test } from "vitest";
import type { ForgeKind } from "../../../../../tests/support/git/forge-api.ts";
import { FORGE_TOKEN } from "../../../../../tests/support/git/forge-repository.ts";
import { git } from "../../../../../tests/support/git/git-client.ts";
import { cloneForge, type MirroredSite, POSTS, startMirroredSite } from "../upstream.fixture.ts";

const BRANCH = "change/1-new-words";

async function write(site: MirroredSite, slug: string, fields: object): Promise<void> {
  const body = { slug, fields };
  expect((await site.hq.ask("POST", `/changes/1${POSTS}`, { body })).status).toBe(201);
}

/** Opens a change request with a post on its branch, and its pull request on the Git host. */
async function proposed(kind: ForgeKind = "github"): Promise<MirroredSite> {
  const site = await startMirroredSite(kind);
  const body = { title: "New words", description: "Because." };
  await site.hq.ask("POST", "/changes", { as: "writer", body });
  await site.sync();
  expect(site.api.requests).toEqual([]);
  await write(site, "proposed", { title: "Proposed" });
  const state = await site.sync();
  expect(state.body).toMatchObject({ state: "in_sync", forgeProblem: null });
  return site;
}

async function change(site: MirroredSite): Promise<Readonly<Record<string, unknown>>> {
  return Object((await site.hq.ask("GET", "/changes/1")).body["change"]);
}

test("opens a pull request, a status, and one updated comment for a change request", async () => {
  const site = await proposed();
  const { api } = site;
  const link = `https://hq.example/sites/${site.hq.site.id}/review/1`;
  expect(api.requests).toMatchObject([
    {
      branch: BRANCH,
      into: "main",
      title: "New words",
      body: `Because.\n\nProposed in [Loam](${link}).`,
      state: "open",
    },
  ]);
  const head = await site.gitHere("rev-parse", BRANCH);
  expect(api.statuses).toEqual([{ commit: head, state: "success", description: "1 entry added" }]);
  expect(api.comments).toMatchObject([
    { text: expect.stringMatching(/1 entry added. Ready to merge[^]*\+ Title: Proposed/) },
  ]);
  expect((await site.state()).body).toMatchObject({
    requests: [{ change: 1, request: 7, url: expect.stringContaining("/7"), state: "open" }],
  });

  await site.sync();
  expect([api.comments.length, api.statuses.length]).toEqual([1, 1]);
  await write(site, "second", { title: "Second" });
  await site.sync();
  expect(api.comments).toMatchObject([{ text: expect.stringContaining("2 entries added") }]);
  // Someone deleted the comment on the Git host.
  api.comments.length = 0;
  await write(site, "third", { title: "Third" });
  await site.sync();
  expect(api.comments).toMatchObject([{ text: expect.stringContaining("3 entries added") }]);
  expect(api.requests).toHaveLength(1);
});

test("records a squash merge on the Git host with its changes", async () => {
  const site = await proposed();
  const folder = await cloneForge(site);
  await git(folder, "merge", "--squash", `origin/${BRANCH}`);
  await git(folder, "commit", "--quiet", "--message", "New words (#7)");
  await git(folder, "push", "--quiet", "origin", "main", `:${BRANCH}`);
  const [request] = site.api.requests;
  const commit = (await git(folder, "rev-parse", "HEAD")).stdout.trim();
  Object.assign(request ?? {}, { state: "merged", mergedCommit: commit });
  const state = await site.sync();
  expect(await change(site)).toMatchObject({ state: "merged", endedBy: null, branch: BRANCH });
  expect(state.body).toMatchObject({ state: "in_sync", requests: [{ state: "merged" }] });
  expect((await site.hq.ask("GET", "/changes/1")).body).toMatchObject({
    entries: [{ kind: "added", slug: "proposed" }],
  });
  expect(await site.gitHere("for-each-ref", "refs/heads/change")).toBe("");
  expect((await site.sync()).body).toMatchObject({ state: "in_sync" });
});

// GitHub detects merges into main automatically; Gitea must be notified.
test.for(["github", "gitea"] as const)(
  "closes the pull request at %s and removes its branch after a merge in HQ",
  async (kind) => {
    const site = await proposed(kind);
    expect((await site.hq.ask("POST", "/changes/1/merge")).status).toBe(200);
    const state = await site.sync();
    expect(state.body).toMatchObject({ state: "in_sync", requests: [{ state: "merged" }] });
    expect(site.api.requests).toMatchObject([{ state: expect.stringMatching("merged|closed") }]);
    expect(site.forge.git("for-each-ref", "refs/heads/change")).toBe("");
  },
);

test("closes the other side when one side is closed", async () => {
  const site = await proposed();
  Object.assign(site.api.requests[0] ?? {}, { state: "closed" });
  await site.sync();
  expect(await change(site)).toMatchObject({ state: "closed", endedBy: null });
  // A reopened change request gets a new pull request.
  expect((await site.hq.ask("POST", "/changes/1/reopen")).status).toBe(200);
  await site.sync();
  expect(site.api.requests.map(({ state }) => state)).toEqual(["closed", "open"]);
  await site.hq.ask("POST", "/changes/1/close");
  await site.sync();
  expect(site.api.requests.map(({ state }) => state)).toEqual(["closed", "closed"]);
  expect(site.api.comments.at(-1)).toMatchObject({ text: "Closed in Loam." });
});

test("reports an invalid API token without revealing it, and keeps syncing branches", async () => {
  const site = await startMirroredSite("github");
  const forge = { kind: "github", token: "another-token" };
  await site.hq.ask("PUT", "/upstream", { body: { url: site.forge.url, forge } });
  await site.hq.ask("POST", "/changes", { body: { title: "New words" } });
  await write(site, "proposed", { title: "Proposed" });
  const state = await site.sync();
  expect(state.body).toMatchObject({
    state: "attention",
    problem: null,
    forgeProblem: {
      code: "forge_failed",
      message: expect.stringContaining("rejected the token"),
    },
  });
  expect(state.branch(BRANCH)).toMatchObject({ state: "in_sync" });
  expect(JSON.stringify(state.body)).not.toContain("another-token");
  await site.hq.ask("PUT", "/upstream", {
    body: {
      url: site.forge.url,
      credential: FORGE_TOKEN,
      forge: { ...forge, token: FORGE_TOKEN },
    },
  });
  expect((await site.sync()).body).toMatchObject({ state: "in_sync", forgeProblem: null });
  expect(site.api.requests).toHaveLength(1);
});
test("reports conflicts and rule violations as a failed check", async () => {
  const site = await proposed("github");
  await site.post("proposed", { title: "Of main" });
  const state = await site.sync();
  expect(state.body).toMatchObject({ state: "in_sync" });
  site.hq.time += 300_000;
  await site.sync();
  expect(site.api.statuses.at(-1)).toMatchObject({ state: "failure" });
  expect(site.api.comments).toMatchObject([
    { text: expect.stringMatching(/Cannot be merged: 1 (?:conflict|problem)/) },
  ]);
});

test("finds a pull request opened before a crash instead of opening another", async () => {
  const site = await proposed("gitea");
  await site.hq.services.hq.database.deleteFrom("upstream_requests").execute();
  await site.sync();
  expect(site.api.requests).toHaveLength(1);
});

test("continues after an API failure", async () => {
  const site = await startMirroredSite("github");
  await site.hq.ask("POST", "/changes", { body: { title: "New words" } });
  await write(site, "proposed", { title: "Proposed" });
  site.api.refuse = (call) =>
    call.includes("comments")
      ? { status: 403, body: { message: "Resource not accessible" } }
      : undefined;
  expect((await site.sync()).body).toMatchObject({
    forgeProblem: { message: expect.stringContaining("Resource not accessible") },
  });
  site.api.refuse = () => undefined;
  expect((await site.sync()).body).toMatchObject({ forgeProblem: null });
  expect([site.api.requests.length, site.api.comments.length]).toEqual([1, 1]);
});

test("removes a token echoed by the API from responses and the database, in any encoding", async () => {
  const site = await startMirroredSite("github");
  await site.hq.ask("POST", "/changes", { body: { title: "New words" } });
  await write(site, "proposed", { title: "Proposed" });
  const base64 = Buffer.from(`x-access-token:${FORGE_TOKEN}`).toString("base64");
  const echo = `not for Bearer ${FORGE_TOKEN}, Basic ${base64}`;
  site.api.refuse = () => ({ status: 403, body: { message: echo, errors: [echo] } });
  const { body } = await site.sync();
  expect(body).toMatchObject({ forgeProblem: { message: expect.stringContaining("not for") } });
  const rows = await site.hq.services.hq.database.selectFrom("upstreams").selectAll().execute();
  for (const text of [JSON.stringify(body), JSON.stringify(rows)]) {
    expect(text).not.toContain(FORGE_TOKEN);
    expect(text).not.toContain(base64.slice(24, -4));
  }
});

test("removes credentials echoed by the host from responses and the database", async () => {
  const site = await startMirroredSite();
  const header = Buffer.from(`loam:${FORGE_TOKEN}`).toString("base64");
  const line = `ERR denied Basic ${header} loam:${FORGE_TOKEN}\n`;
  const size = (line.length + 4).toString(16).padStart(4, "0");
  site.forge.intercept = (_, response) => {
    response.writeHead(200, { "content-type": "application/x-git-upload-pack-advertisement" });
    response.end(`001e# service=git-upload-pack\n0000${size}${line}`);
    return true;
  };
  const { body } = await site.sync();
  expect(body).toMatchObject({ problem: { message: expect.stringContaining("denied Basic ***") } });
  const rows = await site.hq.services.hq.database.selectFrom("upstreams").selectAll().execute();
  for (const text of [JSON.stringify(body), JSON.stringify(rows)]) {
    expect(text).not.toContain(header.slice(8, -4));
    expect(text).not.toContain(FORGE_TOKEN);
  }
});
