import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { freePort } from "../../support/free-port.ts";
import { cloneMain, commitFiles, git } from "../../support/git/git-client.ts";
import { hq, type HqServer, hqServer } from "../../support/hq/hq-process.ts";
import { makeHqSite } from "../../support/hq/hq-site.ts";
import { expectSound } from "../../support/site/expect-sound.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { rounds, SEED } from "../../support/test-rounds.ts";

const KILLS = rounds(3);
const DEVELOPERS = 2;
const ENV = {
  LOAM_ADMIN_EMAIL: "ann@example.test",
  LOAM_ADMIN_PASSWORD: "correct horse battery staple",
  LOAM_WRITE_LIMIT: "1000000",
  LOAM_LOG_LEVEL: "error",
  LOAM_PUBLIC_STORAGE_URL: "https://cdn.example.test/public",
};

function read(gitDir: string, ...args: readonly string[]): string {
  return execFileSync("git", ["--git-dir", gitDir, ...args], { encoding: "utf8" });
}

test(
  "a killed server keeps everything it acknowledged to pushes and saves",
  async () => {
    const { folder, siteId } = await makeHqSite(await temporaryFolder());
    const gitDir = join(folder, "data/sites", `${siteId}.git`);
    const port = String(await freePort());
    const env = { ...ENV, LOAM_PORT: port };
    await hq(["init"], { folder, env });
    const create = ["token", "create", "--user", ENV.LOAM_ADMIN_EMAIL, "--json"];
    const scopes = ["--scopes", "content:read,content:write"];
    const made: { readonly token: string } = JSON.parse(
      (await hq([...create, ...scopes], { folder, env })).out,
    );
    const start = async (): Promise<HqServer> => hqServer({ folder, env });
    const first = await start();
    const remote = `http://any:${made.token}@127.0.0.1:${port}/git/${siteId}.git`;
    const clones = await Promise.all(
      Array.from({ length: DEVELOPERS }, async () => cloneMain(remote)),
    );
    await first.stop("SIGTERM");
    const acknowledged: string[] = [];
    let pushes = 0;

    /** Saves until the server is killed. */
    async function edit({ url }: HqServer, name: string): Promise<void> {
      for (let entry = 0; ; entry += 1) {
        const slug = `${name}-${entry}`;
        const answer = await fetch(`${url}/api/manage/sites/${siteId}/types/people/entries`, {
          method: "POST",
          headers: { Authorization: `Bearer ${made.token}`, "Content-Type": "application/json" },
          body: JSON.stringify({ slug, fields: { title: slug } }),
        });
        expect(answer.status).toBe(201);
        acknowledged.push(slug);
        await wait(50);
      }
    }

    /** Pushes files that HQ must complete, until the server is killed. */
    async function develop(clone: string, name: string, isOver: () => boolean): Promise<void> {
      for (let commit = 0; !isOver(); commit += 1) {
        const slug = `${name}-${commit}`;
        await commitFiles(clone, { [`content/people/${slug}.yml`]: `title: ${slug}\n` });
        const pushed = await git(clone, "push", "--quiet", "origin", "main");
        // If the editor was faster, asks HQ to merge.
        const land = ["push", "--quiet", "-o", "land", "origin", "HEAD:refs/for/main"];
        if (pushed.ok || (await git(clone, ...land)).ok) {
          acknowledged.push(slug);
          pushes += 1;
        }
        // An unacknowledged push may or may not have landed; continue from either state.
        await git(clone, "pull", "--quiet", "--rebase", "origin", "main");
      }
    }

    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = await start();
      let isOver = false;
      const editor = edit(server, `e${kill}`).catch(String);
      const developers = clones.map(async (clone, place) =>
        develop(clone, `d${kill}-${place}`, () => isOver),
      );
      await expect.poll(() => pushes).toBeGreaterThan(kill);
      await wait((SEED + kill * 137) % 700);
      await server.stop("SIGKILL");
      isOver = true;
      expect(await editor).toMatch(/fetch failed|terminated/);
      await Promise.all(developers);
      await expectSound(gitDir);
    }

    const last = await start();
    // Once HQ has opened the site, it has completed interrupted work, and nothing else is added to `main`.
    const types = await fetch(`${last.url}/api/manage/sites/${siteId}/types`, {
      headers: { Authorization: `Bearer ${made.token}` },
    });
    expect(types.status).toBe(200);
    for (const clone of clones) {
      expect(await git(clone, "pull", "--quiet", "--rebase", "origin", "main")).toMatchObject({
        ok: true,
      });
      expect((await git(clone, "push", "--quiet", "origin", "main")).ok).toBe(true);
    }
    await last.stop("SIGTERM");
    const files = read(gitDir, "ls-tree", "-r", "--name-only", "main");
    for (const slug of acknowledged) expect(files).toContain(`content/people/${slug}.yml\n`);
    const complete = read(
      gitDir,
      "grep",
      "--files-with-matches",
      "^id: e",
      "main",
      "--",
      "content",
    );
    const entries = files.split("\n").filter((path) => path.startsWith("content/"));
    expect(complete.trim().split("\n")).toHaveLength(entries.length);
    expect(globSync("loam/incoming/*", { cwd: gitDir })).toEqual([]);
    expect((await hq(["verify", siteId], { folder, env })).code).toBe(0);
  },
  KILLS * 120_000,
);
