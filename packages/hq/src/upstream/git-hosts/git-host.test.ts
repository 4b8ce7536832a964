import { execFileSync } from "node:child_process";
import { createMask } from "@loam/cms-core/mask";
import { describe, expect, test } from "vitest";
import {
  type ForgeApi,
  type ForgeKind,
  playForge,
} from "../../../../../tests/support/git/forge-api.ts";
import { FORGE_TOKEN } from "../../../../../tests/support/git/forge-repository.ts";
import { serve } from "../../../../../tests/support/serve.ts";
import { temporaryFolder } from "../../../../../tests/support/temporary-folder.ts";
import { LOCAL, openEgress } from "../../platform/egress/egress.fixture.ts";
import type { UpstreamRow } from "../connection/upstreams.ts";
import { gitHostFetch } from "./git-host-fetch.ts";
import { type GitHost } from "./git-host.ts";
import { openGitHost } from "./open-git-host.ts";

const ASKED = { branch: "change/1-words", into: "main", title: "Words", body: "Because." };

/** Opens a Git host whose repository has `main` and a branch with one more commit. */
async function open(
  kind: ForgeKind,
  token = FORGE_TOKEN,
): Promise<{ readonly api: ForgeApi; readonly forge: GitHost; readonly head: string }> {
  const api = playForge(kind);
  api.gitDir = await temporaryFolder("forge");
  const git = (...args: readonly string[]): string => {
    const identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.test"];
    return execFileSync("git", ["-C", api.gitDir, ...identity, ...args], {
      encoding: "utf8",
    }).trim();
  };
  git("init", "--quiet", "--bare", "--initial-branch=main");
  const tree = execFileSync("git", ["-C", api.gitDir, "mktree"], { input: "", encoding: "utf8" });
  const first = git("commit-tree", "-m", "One", tree.trim());
  const head = git("commit-tree", "-p", first, "-m", "Two", tree.trim());
  git("update-ref", "refs/heads/main", first);
  git("update-ref", `refs/heads/${ASKED.branch}`, head);
  const address = await serve(api.listener);
  return { api, head, forge: await forgeAt(kind, address.origin, token) };
}

async function forgeAt(kind: ForgeKind, origin: string, token: string): Promise<GitHost> {
  const row = { forge: kind, url: `${origin}/team/site.git`, forge_url: null };
  const given = { token, fetch: gitHostFetch(openEgress(LOCAL), createMask([token])) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of the row is looked at
  const forge = openGitHost(row as UpstreamRow, given);
  if (forge === undefined) throw new Error("no forge");
  return forge;
}

describe.for(["github", "gitlab", "gitea"] as const)("on %s", (kind) => {
  test("opens, finds, comments on, reports, and closes a request", async () => {
    const { api, forge, head } = await open(kind);
    expect(await forge.find(ASKED)).toBeUndefined();
    const created = await forge.open(ASKED);
    expect(created).toEqual({
      number: 7,
      url: expect.stringMatching(/^https:.*\/7$/),
      state: "open",
    });
    expect(api.requests).toMatchObject([ASKED]);
    expect([await forge.find(ASKED), await forge.read(7)]).toEqual([created, created]);
    expect(await forge.find({ ...ASKED, branch: "other" })).toBeUndefined();
    expect(await forge.read(8)).toBeUndefined();

    const id = await forge.comment(7, "One");
    expect(await forge.editComment(7, id, "Two")).toBe(true);
    expect(api.comments).toMatchObject([{ request: 7, text: "Two" }]);
    api.comments.length = 0;
    expect(await forge.editComment(7, id, "Three")).toBe(false);

    const check = { commit: head, description: "1 entry added", url: "https://hq.example/1" };
    await forge.report({ ...check, state: "success" });
    await forge.report({ ...check, state: "success" });
    await forge.report({ ...check, state: "failure" });
    expect(new Set(api.statuses.map(({ state }) => state)).size).toBe(2);
    await forge.close(7);
    expect(await forge.read(7)).toMatchObject({ state: "closed" });
    expect(await forge.find(ASKED)).toBeUndefined();
  });

  test("reports a merged request with its commit", async () => {
    const { api, forge, head } = await open(kind);
    await forge.open(ASKED);
    Object.assign(api.requests[0] ?? {}, { state: "merged", mergedCommit: head });
    expect(await forge.read(7)).toMatchObject({ state: "merged", mergedCommit: head });
  });

  test("reports a rejection with the Git host's message but without the token", async () => {
    const { forge } = await open(kind, "a-wrong-token");
    const error = await forge.open(ASKED).then(String, (reason: unknown) => reason);
    expect(error).toMatchObject({
      code: "forge_failed",
      message: expect.stringMatching(/rejected the token.*(?:credentials|Unauthorized|token)/),
    });
    expect(JSON.stringify(error) + String(error)).not.toContain("a-wrong-token");
  });

  test.for([
    [403, "does not have permission"],
    [404, "no such repository"],
    [429, "rate limit was reached"],
    [502, "does not respond correctly"],
  ] as const)("reports a response of %d", async ([status, text]) => {
    const { api, forge } = await open(kind);
    api.refuse = () => ({ status, body: { message: "Said there." } });
    await expect(forge.open(ASKED)).rejects.toThrow(text);
    await expect(forge.open(ASKED)).rejects.toThrow("Said there.");
  });

  test.for([[{ unexpected: true }], [[]], ["<html>"], [null]] as const)(
    "does not take %j for a request",
    async ([body]) => {
      const { api, forge } = await open(kind);
      api.refuse = () => ({ status: 200, body });
      for (const call of [forge.open(ASKED), forge.read(7), forge.comment(7, "One")]) {
        await expect(call).rejects.toMatchObject({ code: "forge_failed" });
      }
    },
  );

  test("encodes names in URLs", async () => {
    const { api, forge } = await open(kind);
    await forge.find({ ...ASKED, branch: "a&b=c#d" });
    expect(await forge.editComment(7, "../../7", "x").catch(() => false)).toBe(false);
    expect(api.calls).toEqual([
      expect.stringMatching(/^GET .*requests$|^GET .*pulls$/),
      expect.stringMatching(/\/\.\.%2F\.\.%2F7$/),
    ]);
  });
});

test("does not call an API on a private host", async () => {
  const row = { forge: "gitea", url: "https://10.0.0.1/team/site.git", forge_url: null };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of the row is looked at
  const forge = openGitHost(row as UpstreamRow, {
    token: FORGE_TOKEN,
    fetch: gitHostFetch(openEgress(), createMask([])),
  });
  await expect(forge?.read(1)).rejects.toThrow("is not on the public internet");
});

test("does not follow redirects of a Git host", async () => {
  const seen: string[] = [];
  const elsewhere = await serve((request, response) => {
    seen.push(String(request.headers.authorization));
    response.end("{}");
  });
  const address = await serve((_, response) => {
    response.writeHead(302, { location: elsewhere.href }).end();
  });
  const forge = await forgeAt("gitea", address.origin, FORGE_TOKEN);
  await expect(forge.read(1)).rejects.toMatchObject({ code: "forge_failed" });
  expect(seen).toEqual([]);
});
