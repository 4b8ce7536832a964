import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import {
  FORGE_TOKEN,
  startForgeRepository,
} from "../../../../../tests/support/git/forge-repository.ts";
import { rounds } from "../../../../../tests/support/test-rounds.ts";
import { type MirroredSite, startMirroredSite } from "../upstream.fixture.ts";

const COMMITS = rounds(1000);
const POSTS = COMMITS / 10;

/** Commits many posts one after the other. @returns the last commit */
function commitMany({ forge }: MirroredSite): string {
  const from = forge.git("rev-parse", "main").trim();
  const commits = Array.from({ length: COMMITS }, (_, number) => {
    const post = `title: Post ${number}\nintro: ${"word ".repeat(20)}${number}\n`;
    return [
      "commit refs/heads/main",
      `committer Ann <ann@example.test> ${1_700_000_000 + number} +0000`,
      `data <<END\nCommit ${number}\nEND`,
      ...(number === 0 ? [`from ${from}`] : []),
      `M 100644 inline content/posts/p${number % POSTS}.yml`,
      `data ${post.length}`,
      post,
    ].join("\n");
  });
  const args = ["--git-dir", forge.gitDir, "fast-import", "--quiet"];
  execFileSync("git", args, { input: commits.join("\n"), stdio: ["pipe", "ignore", "inherit"] });
  return forge.git("rev-parse", "main").trim();
}

test("takes a history of thousands of commits and pushes it to another upstream", async () => {
  const site = await startMirroredSite();
  await site.sync();
  const there = commitMany(site);
  expect((await site.sync()).body).toMatchObject({ state: "in_sync" });
  expect(await site.gitHere("merge-base", "--is-ancestor", there, "main")).toBe("");
  expect((await site.hq.ask("GET", "/types/posts/entries")).body).toMatchObject({
    total: POSTS + 1,
  });

  const other = await startForgeRepository("team/other.git");
  await site.hq.ask("PUT", "/upstream", { body: { url: other.url, credential: FORGE_TOKEN } });
  expect((await site.sync()).body).toMatchObject({ state: "in_sync" });
  const main = await site.gitHere("rev-parse", "main");
  expect(other.git("rev-parse", "main").trim()).toBe(main);
  expect(other.git("fsck", "--no-dangling", "--no-progress")).toBe("");
});
