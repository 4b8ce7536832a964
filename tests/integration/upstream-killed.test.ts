import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { FORGE_TOKEN, startForgeRepository } from "../support/git/forge-repository.ts";
import { cloneMain, commitFiles, git } from "../support/git/git-client.ts";
import { hq, type HqServer, hqServer } from "../support/hq/hq-process.ts";
import { makeHqSite } from "../support/hq/hq-site.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { rounds, SEED } from "../support/test-rounds.ts";

const KILLS = rounds(3);
const ENV = {
  LOAM_ADMIN_EMAIL: "ann@example.test",
  LOAM_ADMIN_PASSWORD: "correct horse battery staple",
  LOAM_WRITE_LIMIT: "1000000",
  LOAM_LOG_LEVEL: "error",
  LOAM_UPSTREAM_ALLOW: "127.0.0.0/8",
  LOAM_PUBLIC_STORAGE_URL: "https://cdn.example.test/public",
};

/** Creates a synced site with an upstream, and a token that can save. */
async function mirrored() {
  const { folder, siteId } = await makeHqSite(await temporaryFolder());
  const gitDir = join(folder, "data/sites", `${siteId}.git`);
  await hq(["init"], { folder, env: ENV });
  const forge = await startForgeRepository();
  const run = async (args: readonly string[], input = "") =>
    hq(["upstream", ...args], { folder, env: ENV, input });
  await run(["set", siteId, forge.url], `${FORGE_TOKEN}\n`);
  expect((await run(["sync", siteId])).code).toBe(0);
  const create = ["token", "create", "--user", ENV.LOAM_ADMIN_EMAIL, "--json"];
  const scopes = ["--scopes", "content:read,content:write"];
  const { token } = JSON.parse((await hq([...create, ...scopes], { folder, env: ENV })).out);
  const save = async ({ url }: HqServer, slug: string): Promise<void> => {
    const entries = `${url}/api/manage/sites/${siteId}/types/people/entries`;
    const headers = {
      Authorization: `Bearer ${String(token)}`,
      "Content-Type": "application/json",
    };
    const body = JSON.stringify({ slug, fields: { title: slug } });
    const answer = await fetch(entries, { method: "POST", headers, body });
    expect(answer.status).toBe(201);
    await answer.text();
  };
  const clone = await cloneMain(forge.cloneUrl);
  const start = async (): Promise<HqServer> => hqServer({ folder, env: ENV });
  return { folder, siteId, gitDir, forge, clone, run, save, start };
}

function filesOf(gitDir: string): string {
  const args = ["--git-dir", gitDir, "ls-tree", "-r", "--name-only", "main"];
  return execFileSync("git", args, { encoding: "utf8" });
}

function checkWhole(gitDir: string): void {
  const flags = ["fsck", "--full", "--strict", "--no-dangling", "--no-progress"];
  expect(execFileSync("git", ["--git-dir", gitDir, ...flags], { encoding: "utf8" })).toBe("");
}

test(
  "a server killed at any step of a sync loses nothing on either side",
  async () => {
    const { siteId, gitDir, forge, clone, run, save, start } = await mirrored();
    const saved = new Set<string>();
    const pushed = new Set<string>();

    /** Saves until the server is killed. */
    async function edit(server: HqServer, name: string): Promise<void> {
      for (let entry = 0; ; entry += 1) {
        await save(server, `${name}-${entry}`);
        saved.add(`${name}-${entry}`);
      }
    }

    async function develop(name: string, isOver: () => boolean): Promise<void> {
      for (let commit = 0; !isOver(); commit += 1) {
        const slug = `${name}-${commit}`;
        await commitFiles(clone, { [`content/people/${slug}.yml`]: `title: ${slug}\n` });
        while (!(await git(clone, "push", "--quiet", "origin", "main")).ok) {
          const pulled = await git(clone, "pull", "--quiet", "--rebase", "origin", "main");
          expect([pulled.ok, pulled.stderr]).toEqual([true, ""]);
        }
        pushed.add(slug);
      }
    }

    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = await start();
      let isOver = false;
      const editor = edit(server, `e${kill}`).catch(String);
      const developer = develop(`d${kill}`, () => isOver);
      const asked = run(["sync", siteId]).catch(() => undefined);
      const [savedBefore, pushedBefore] = [saved.size, pushed.size];
      await expect
        .poll(() => saved.size > savedBefore && pushed.size > pushedBefore, { timeout: 60_000 })
        .toBe(true);
      await wait((SEED + kill * 137) % 1500);
      await server.stop("SIGKILL");
      isOver = true;
      expect(await editor).toMatch(/fetch failed|terminated/);
      await developer;
      await asked;
      checkWhole(gitDir);
    }
    const server = await start();
    await expect.poll(async () => (await run(["sync", siteId])).code, { interval: 500 }).toBe(0);
    await server.stop("SIGTERM");
    expect(filesOf(forge.gitDir)).toBe(filesOf(gitDir));
    expect([saved.size, pushed.size].every((size) => size >= KILLS)).toBe(true);
    for (const slug of [...saved, ...pushed]) {
      expect(filesOf(gitDir)).toContain(`content/people/${slug}.yml`);
    }
  },
  KILLS * 120_000,
);

// Requests of one sync: it polls, fetches, polls again, and pushes, and asks for a credential first.
const STEPS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

test(
  "a server killed at an upstream request continues without repeating work",
  async () => {
    const { siteId, gitDir, forge, clone, run, save, start } = await mirrored();
    for (const [place, step] of STEPS.entries()) {
      const server = await start();
      forge.intercept = () => false;
      await save(server, `here-${place}`);
      await commitFiles(clone, { [`content/people/there-${place}.yml`]: "title: There\n" });
      while (!(await git(clone, "push", "--quiet", "origin", "main")).ok) {
        await git(clone, "pull", "--quiet", "--rebase", "origin", "main");
      }
      let count = 0;
      const killed = new Promise<void>((resolve) => {
        forge.intercept = (_, response) => {
          count += 1;
          if (count < step) return false;
          void server.stop("SIGKILL").then(() => resolve());
          // The request may or may not still be processed.
          if (step % 2 === 1) return false;
          response.destroy();
          return true;
        };
      });
      void run(["sync", siteId]).catch(() => undefined);
      // A later one may never be sent.
      await Promise.race([killed, wait(10_000)]);
      await server.stop("SIGKILL");
      forge.intercept = () => false;
      checkWhole(gitDir);
      const again = await start();
      await expect.poll(async () => (await run(["sync", siteId])).code, { interval: 500 }).toBe(0);
      await again.stop("SIGTERM");
      expect(filesOf(gitDir)).toContain(`content/people/here-${place}.yml`);
      expect(filesOf(gitDir)).toContain(`content/people/there-${place}.yml`);
      expect(filesOf(forge.gitDir)).toBe(filesOf(gitDir));
      await git(clone, "pull", "--quiet", "--rebase", "origin", "main");
    }
  },
  STEPS.length * 60_000,
);
