import { expect, test } from "vitest";
import { commitFiles, git } from "../../../../tests/support/git/git-client.ts";
import { cloneForge, type MirroredSite, startMirroredSite } from "./upstream.fixture.ts";

/** Pushes like a developer: pulls and retries until no one else was faster. */
async function pushWithRetries(folder: string): Promise<void> {
  for (;;) {
    const pushed = await git(folder, "push", "--quiet", "origin", "main");
    if (pushed.ok) return;
    expect(pushed.stderr).toMatch(
      /fetch first|non-fast-forward|failed to update ref|cannot lock ref/,
    );
    const pulled = await git(folder, "pull", "--quiet", "--rebase", "origin", "main");
    expect([pulled.ok, pulled.stderr]).toEqual([true, ""]);
  }
}

/** Syncs until both sides have the same commit and nothing is left to do. */
async function syncUntilEqual(site: MirroredSite): Promise<string> {
  const { hq, forge } = site;
  const { sites } = hq.services;
  await expect
    .poll(
      async () => {
        await hq.services.upstreams.sync(hq.site.id);
        const { store } = await sites.content(hq.site.id);
        const here = await store.repository.resolveRef("refs/heads/main");
        return here === forge.git("rev-parse", "main").trim();
      },
      { interval: 200 },
    )
    .toBe(true);
  return site.gitHere("rev-parse", "main");
}

test("loses nothing when editors save and developers push concurrently", async () => {
  const site = await startMirroredSite();
  await site.sync();
  site.hq.services.upstreams.start();
  const editors = Array.from({ length: 3 }, async (_, editor) => {
    for (let save = 0; save < 5; save += 1) {
      await site.post(`e${editor}-${save}`, { title: `Saved ${editor} ${save}` });
      await site.patch("first", { intro: `Of ${editor} ${save}` });
    }
  });
  const developers = Array.from({ length: 2 }, async (_, developer) => {
    const folder = await cloneForge(site);
    for (let push = 0; push < 4; push += 1) {
      const path = `content/posts/d${developer}-${push}.yml`;
      await commitFiles(folder, { [path]: `title: Pushed ${developer} ${push}\n` }, "Push");
      await pushWithRetries(folder);
    }
    return (await git(folder, "rev-parse", "HEAD")).stdout.trim();
  });
  const pushed = await Promise.all(developers);
  await Promise.all(editors);
  const main = await syncUntilEqual(site);
  for (const commit of pushed) {
    expect(await site.gitHere("merge-base", "--is-ancestor", commit, main)).toBe("");
  }
  const names = site.forge.git("ls-tree", "-r", "--name-only", "main");
  for (let editor = 0; editor < 3; editor += 1) {
    for (let save = 0; save < 5; save += 1) {
      expect(names).toContain(`content/posts/e${editor}-${save}.yml`);
    }
  }
  for (let developer = 0; developer < 2; developer += 1) {
    for (let push = 0; push < 4; push += 1) {
      expect(await site.read(`d${developer}-${push}`)).toBeDefined();
    }
  }
  expect((await site.state()).body).toMatchObject({ state: "in_sync" });
  expect(await site.gitHere("fsck", "--strict", "--no-dangling", "--no-progress")).toBe("");
});

test("merges an upstream push that arrives during a sync instead of overwriting it", async () => {
  const site = await startMirroredSite();
  await site.sync();
  const folder = await cloneForge(site);
  await site.patch("first", { title: "Saved" });
  let isPushed = false;
  await commitFiles(folder, { "content/posts/second.yml": "title: Second\n" });
  const push = async (): Promise<void> =>
    void (await git(folder, "push", "--quiet", "origin", "main"));
  site.forge.intercept = (request, response) => {
    if (isPushed || request.url?.endsWith("service=git-receive-pack") !== true) return false;
    if (request.headers.authorization === undefined) return false;
    isPushed = true;
    // The sync has already read the refs at this point.
    void push().then(() => response.writeHead(503).end());
    return true;
  };
  await site.sync();
  const state = await site.sync();
  expect(state.body).toMatchObject({ state: "in_sync" });
  expect(await site.read("second")).toMatchObject({ title: "Second" });
  expect(site.forge.git("show", "main:content/posts/first.yml")).toContain("Saved");
});

/** Runs `act` once while a matching request to the upstream is in progress. */
function runDuringRequest(
  { forge }: Pick<MirroredSite, "forge">,
  isMeant: (url: string) => boolean,
  act: () => Promise<unknown>,
): void {
  let isDone = false;
  forge.intercept = (request, response) => {
    const isKnown = request.headers.authorization !== undefined;
    if (isDone || !isKnown || !isMeant(`${request.method} ${request.url}`)) return false;
    isDone = true;
    const answer = response.end.bind(response);
    const end = (): void => void act().then(() => answer());
    Object.assign(response, { end });
    return false;
  };
}

test("pushes a save made during a push with the next sync", async () => {
  const site = await startMirroredSite();
  await site.sync();
  await site.patch("first", { title: "Saved" });
  runDuringRequest(
    site,
    (request) => request.startsWith("POST ") && request.endsWith("/git-receive-pack"),
    () => site.patch("first", { title: "Saved meanwhile" }),
  );
  const state = await site.sync();
  expect(state.branch("main")).toMatchObject({ state: "in_sync", ahead: 0 });
  expect(site.forge.git("show", "main:content/posts/first.yml")).toContain("title: Saved\n");
  site.hq.services.upstreams.start();
  await expect
    .poll(() => site.forge.git("show", "main:content/posts/first.yml"))
    .toContain("Saved meanwhile");
});

test("runs another sync for a request made during a sync", async () => {
  const site = await startMirroredSite();
  await site.sync();
  const folder = await cloneForge(site);
  await commitFiles(folder, { "content/posts/second.yml": "title: Second\n" });
  runDuringRequest(
    site,
    (request) => request.startsWith("POST ") && request.endsWith("/git-upload-pack"),
    async () => {
      await git(folder, "push", "--quiet", "origin", "main");
      await site.hq.ask("POST", "/upstream/sync");
    },
  );
  await site.sync();
  expect(await site.read("second")).toBeUndefined();
  site.hq.services.upstreams.start();
  await expect.poll(async () => site.read("second")).toMatchObject({ title: "Second" });
});
