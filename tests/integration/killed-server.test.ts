import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { hq, type HqServer, hqServer } from "../support/hq/hq-process.ts";
import { makeHqSite } from "../support/hq/hq-site.ts";
import { expectSound } from "../support/site/expect-sound.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { rounds, SEED } from "../support/test-rounds.ts";

const KILLS = rounds(3);
const EDITORS = 8;
const ENV = {
  LOAM_ADMIN_EMAIL: "ann@example.test",
  LOAM_ADMIN_PASSWORD: "correct horse battery staple",
  LOAM_WRITE_LIMIT: "1000000",
  LOAM_LOG_LEVEL: "error",
  // Published files contain the URL, and the port changes on each start.
  LOAM_PUBLIC_STORAGE_URL: "https://cdn.example.test/public",
};

/** Errors that a client sees when the server is killed. */
const ENDED = /fetch failed|terminated/;

/** Acknowledged state of an entry; `pending` is the last request without a response. */
interface Known {
  title: string;
  isLive: boolean;
  isDeleted: boolean;
  pending?: { readonly title?: string; readonly isLive?: boolean; readonly isDeleted?: boolean };
}

type Ask = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** Creates, changes, and publishes entries, and deletes every second one, until the server is killed. */
async function edit(ask: Ask, name: string, known: Map<string, Known>): Promise<void> {
  for (let entry = 0; ; entry += 1) {
    const slug = `${name}-${entry}`;
    const state: Known = { title: "", isLive: false, isDeleted: false };
    known.set(slug, state);
    const act = async (next: NonNullable<Known["pending"]>, work: () => Promise<unknown>) => {
      state.pending = next;
      await work();
      Object.assign(state, next);
      delete state.pending;
    };
    const place = `/${slug}`;
    await act({ title: "One" }, () => ask("POST", "", { slug, fields: { title: "One" } }));
    await act({ title: "Two" }, () => ask("PATCH", place, { fields: { title: "Two" } }));
    await act({ isLive: true }, () => ask("POST", `${place}/publish`));
    if (entry % 2 === 0) continue;
    await act({ isLive: false, isDeleted: true }, () => ask("DELETE", place));
  }
}

/** Returns the titles by slug that Git finds on a branch. */
function titlesOf(gitDir: string, branch: string): ReadonlyMap<string, string> {
  const args = ["--git-dir", gitDir, "grep", "^title: ", branch, "--", "content/people"];
  const lines = execFileSync("git", args, { encoding: "utf8" }).trim().split("\n");
  return new Map(
    lines.map((line) => {
      const [, slug = "", title = ""] = /\/([^/]+)\.(?:md|yml):title: (.*)$/.exec(line) ?? [];
      return [slug, title];
    }),
  );
}

function check(gitDir: string, known: ReadonlyMap<string, Known>): void {
  const main = titlesOf(gitDir, "main");
  const live = titlesOf(gitDir, "published");
  for (const [slug, { title, isLive, isDeleted, pending }] of known) {
    const titles = [isDeleted ? undefined : title, pending?.title];
    if (title === "" || pending?.isDeleted === true) titles.push(undefined);
    expect([slug, titles.includes(main.get(slug))]).toEqual([slug, true]);
    const isThere = live.has(slug);
    expect([slug, isThere === isLive || isThere === pending?.isLive]).toEqual([slug, true]);
    // Both live and in the dashboard, or neither: a deletion is atomic.
    const isWhole = pending?.isDeleted !== true || isThere === main.has(slug);
    expect([slug, isWhole]).toEqual([slug, true]);
  }
}

test(
  "a server killed under eight editors loses nothing and applies nothing partially",
  async () => {
    const { folder, siteId } = await makeHqSite(await temporaryFolder());
    const gitDir = join(folder, "data/sites", `${siteId}.git`);
    await hq(["init"], { folder, env: ENV });
    await hq(["publish", siteId, "people/ada"], { folder });
    const scopes = "content:read,content:write,content:publish";
    const command = [
      "token",
      "create",
      "--user",
      ENV.LOAM_ADMIN_EMAIL,
      "--scopes",
      scopes,
      "--json",
    ];
    const { token } = JSON.parse((await hq(command, { folder })).out);
    const askerOf = ({ url }: HqServer): Ask => {
      const entries = `${url}/api/manage/sites/${siteId}/types/people/entries`;
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
      return async (method, path, body) => {
        const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
        const answer = await fetch(`${entries}${path}`, init);
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${answer.status} ${text}`);
        return JSON.parse(text);
      };
    };
    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = await hqServer({ folder, env: ENV });
      const known = new Map<string, Known>();
      const editors = Promise.allSettled(
        Array.from({ length: EDITORS }, async (_, name) =>
          edit(askerOf(server), `k${kill}-${name}`, known),
        ),
      );
      await expect.poll(() => known.size).toBeGreaterThan(EDITORS);
      await wait((SEED + kill * 37) % 200);
      await server.stop("SIGKILL");
      for (const end of await editors) {
        expect(end).toMatchObject({ reason: { message: expect.stringMatching(ENDED) } });
      }
      await expectSound(gitDir);

      const again = await hqServer({ folder, env: ENV });
      await askerOf(again)("GET", "?limit=1");
      check(gitDir, known);
      await again.stop("SIGTERM");
    }
    expect((await hq(["verify", siteId], { folder, env: ENV })).out).toMatch(/no problems\.\n$/);
  },
  KILLS * 120_000,
);
