import { join } from "node:path";
import { expect, test } from "vitest";
import { FORGE_TOKEN, startForgeRepository } from "../support/git/forge-repository.ts";
import { cloneMain, commitFiles, git } from "../support/git/git-client.ts";
import { hq, hqServer, type HqResult } from "../support/hq/hq-process.ts";
import { makeHqSite } from "../support/hq/hq-site.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ENV = { LOAM_UPSTREAM_ALLOW: "127.0.0.0/8", LOAM_LOG_LEVEL: "error" };

function parsed({ out }: HqResult): Record<string, unknown> {
  return JSON.parse(out);
}

test("hq upstream sets a repository with a token from stdin, syncs, shows differences, and resolves them", async () => {
  const { folder, siteId } = await makeHqSite(await temporaryFolder());
  const forge = await startForgeRepository();
  const run = async (args: readonly string[], input = ""): Promise<HqResult> =>
    hq(["upstream", ...args], { folder, env: ENV, input });
  expect((await run(["status", siteId])).code).toBe(3);
  const refused = await run(["set", siteId, "https://10.1.2.3/a/b"], `${FORGE_TOKEN}\n`);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("target_refused")]);

  for (const [args, input, said] of [
    [[], "", "Token: No value was given. Send it on standard input"],
    [["--forge-token"], `${FORGE_TOKEN}\n`, "API token: No value was given."],
    [["--branch", "b".repeat(101)], FORGE_TOKEN, "branch: Must have at most 100 characters."],
  ] as const) {
    const unfit = await run(["set", siteId, forge.url, ...args], input);
    expect([unfit.code, unfit.err]).toEqual([1, expect.stringContaining(said)]);
  }

  const set = await run(["set", siteId, forge.url], `${FORGE_TOKEN}\n`);
  expect(set.out).toMatch(
    /^Connected to http:.*\nWebhook: .*\/hooks\/upstream\/s\w+\. Copy its secret now, it won't be shown again: \w{40}\n$/,
  );
  expect(set.out + set.err).not.toContain(FORGE_TOKEN);
  const first = await run(["sync", siteId]);
  expect([first.code, first.err]).toEqual([0, ""]);
  expect(first.out).toMatch(
    /: in_sync, last synced 20.*\nmain +in_sync +(\w{10}) +\1 +0 ahead, 0 behind\n/,
  );

  const clone = await cloneMain(forge.cloneUrl);
  await commitFiles(clone, { "README.md": "Read me\n" });
  await git(clone, "push", "--quiet", "origin", "main");
  expect((await run(["sync", siteId])).code).toBe(0);
  const here = await git(join(folder, "data/sites", `${siteId}.git`), "show", "main:README.md");
  expect(here.stdout).toBe("Read me\n");

  await git(clone, "reset", "--quiet", "--hard", "HEAD~");
  await commitFiles(clone, { "README.md": "Otherwise\n" });
  await git(clone, "push", "--quiet", "--force", "origin", "main");
  const asked = await run(["sync", siteId]);
  expect([asked.code, asked.out]).toEqual([
    5,
    expect.stringContaining("main: its upstream history was rewritten. Decide: theirs, ours, both"),
  ]);
  expect(parsed(await run(["status", siteId, "--json"]))).toMatchObject({ state: "attention" });
  expect((await run(["decide", siteId, "main", "them"])).code).toBe(1);
  const decided = await run(["decide", siteId, "main", "theirs"]);
  expect([decided.code, decided.out]).toEqual([0, expect.stringContaining(": in_sync")]);
  expect((await run(["remove", siteId])).code).toBe(0);
  expect((await run(["status", siteId])).code).toBe(3);
});

test("a running server executes the command and syncs later saves", async () => {
  const { folder, siteId } = await makeHqSite(await temporaryFolder());
  const forge = await startForgeRepository();
  const server = await hqServer({ folder, env: ENV });
  const run = async (args: readonly string[], input = ""): Promise<HqResult> =>
    hq(["upstream", ...args], { folder, env: ENV, input });
  await run(["set", siteId, forge.url], `${FORGE_TOKEN}\n`);
  const synced = await run(["sync", siteId]);
  expect([synced.code, synced.out]).toEqual([0, expect.stringContaining(": in_sync")]);
  const main = forge.git("rev-parse", "main").trim();
  const clone = await cloneMain(forge.cloneUrl);
  await commitFiles(clone, { "README.md": "Read me\n" });
  await git(clone, "push", "--quiet", "origin", "main");
  expect((await run(["sync", siteId])).code).toBe(0);
  expect(forge.git("rev-parse", "main").trim()).not.toBe(main);
  // Publishes are synced automatically a moment later.
  await hq(["publish", siteId, "people/ada"], { folder, env: ENV });
  await expect.poll(() => forge.git("for-each-ref", "refs/heads/published")).not.toBe("");
  await server.stop("SIGTERM");
});
