import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { globSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { request as ask, type ClientRequest, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { CmsError } from "@loam/cms-core";
import { type GitRepository, openRepository } from "@loam/cms-core/git";
import express from "express";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { cloneMain, git } from "../../../../tests/support/git/git-client.ts";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { listen } from "../server/listen.ts";
import { gitHandler, type GitHandlerDeps } from "./git-handler.ts";
import { FLUSH, pktLine } from "./pkt-line.ts";
import { openFetch } from "./serve-fetch.ts";

const MAIN = "refs/heads/main";
const ANN = ["-c", "user.name=Ann", "-c", "user.email=ann@example.test"] as const;
/** More than the system's buffers on both ends hold. */
const LARGE_BYTES = 32 * 1024 * 1024;

/** Creates a repository with one commit and one pack per version. */
async function repositoryWith(...versions: readonly Uint8Array[]): Promise<GitRepository> {
  const gitDir = join(await temporaryFolder("door"), "a.git");
  const repository = await openRepository(gitDir, { create: true });
  onTestFinished(() => repository.close());
  for (const [place, bytes] of versions.entries()) {
    await repository.commit(MAIN, {
      files: new Map([[place === 0 ? "a.bin" : `${place}.bin`, bytes]]),
      author: { name: "Ann", email: "ann@example.test" },
      when: new Date("2026-01-01T00:00:00Z"),
      message: "A file",
      trailers: {},
    });
  }
  return repository;
}

interface Door {
  readonly port: number;
  readonly remote: (name: string) => string;
}

/** Serves repositories by name to everyone. */
async function openDoor(
  repositories: Readonly<Record<string, GitRepository>>,
  deps: Partial<GitHandlerDeps> = {},
): Promise<Door> {
  const door = gitHandler({
    log: pino({ level: "silent" }),
    open: async ({ name, service }) => {
      const repository = repositories[name];
      if (repository === undefined) throw new Error(`There is no ${name}.`);
      if (service === "git-upload-pack") return { repository };
      const receiver = {
        maxPackBytes: LARGE_BYTES,
        refuseRef: () => undefined,
        check: async () => [],
        landed: async () => [],
      };
      return { repository, receiver };
    },
    ...deps,
  });
  const app = express();
  app.use(door);
  const address = { host: "127.0.0.1", port: 0, sharePort: false, trustedProxies: 0 };
  const server = await listen({ ...address, readerTimeoutMs: 60_000 });
  onTestFinished(() => server.close());
  server.serve(app);
  const { port } = server;
  return { port, remote: (name) => `http://x:token@127.0.0.1:${port}/git/${name}.git` };
}

interface Asked {
  readonly sent: ClientRequest;
  readonly answer: Promise<IncomingMessage>;
}

/** Starts a request without reading the response. */
function startRequest({ port }: Door, path: string): Asked {
  const headers = { Authorization: "Bearer token" };
  const sent = ask({ port, host: "127.0.0.1", path, method: "POST", headers, agent: false });
  onTestFinished(() => void sent.destroy());
  sent.on("error", () => undefined);
  const answer = once(sent, "response").then(([response]: IncomingMessage[]) => {
    if (response === undefined) throw new Error("There is no answer.");
    return response;
  });
  answer.catch(() => undefined);
  return { sent, answer };
}

test("GIT-12 serves other repositories while clients clone without reading, and cleans up after them", async () => {
  const large = await repositoryWith(randomBytes(LARGE_BYTES));
  const door = await openDoor({ large, small: await repositoryWith(Buffer.from("a")) });
  const tip = (await large.resolveRef(MAIN)) ?? "";
  const slow = Array.from({ length: 50 }, () => {
    const asked = startRequest(door, "/git/large.git/git-upload-pack");
    asked.sent.end(`0032want ${tip}\n00000009done\n`);
    return asked;
  });
  await Promise.all(slow.slice(0, 8).map(async ({ answer }) => answer));
  const clone = await cloneMain(door.remote("small"));
  expect((await git(clone, "log", "--format=%s")).stdout).toBe("A file\n");

  for (const { sent } of slow) sent.destroy();
  const other = await cloneMain(door.remote("large"), "--no-checkout");
  expect((await git(other, "cat-file", "-s", "HEAD:a.bin")).stdout).toBe(`${LARGE_BYTES}\n`);
});

test("GIT-10 rejects fetching an unreachable object by id, even in uppercase", async () => {
  const repository = await repositoryWith(Buffer.from("a"));
  const tip = (await repository.resolveRef(MAIN)) ?? "";
  const gitDir = ["--git-dir", repository.gitDir] as const;
  const created = await git("/", ...gitDir, ...ANN, "commit-tree", `${tip}^{tree}`, "-m", "Gone");
  const unreachable = created.stdout.trim();
  await git("/", ...gitDir, "update-ref", "refs/loam/kept", unreachable);
  const fetch = async (...lines: readonly string[]): Promise<Buffer> => {
    const asked = Buffer.concat([
      pktLine("command=fetch\n"),
      Buffer.from("0001"),
      ...lines.map(pktLine),
      pktLine("done\n"),
      FLUSH,
    ]);
    return buffer(await openFetch(repository, { asked, version: "2" }));
  };
  expect((await fetch(`want ${tip}\n`)).includes("PACK")).toBe(true);
  for (const oid of [unreachable, unreachable.toUpperCase()]) {
    await expect(fetch(`want ${tip}\n`, `want ${oid}\n`)).rejects.toMatchObject({
      code: "not_found",
    });
  }
  await expect(fetch(`want  ${unreachable}\n`)).rejects.toMatchObject({ code: "invalid" });
});

test("GIT-18 keeps what a slow clone reads, however often HQ repacks", async () => {
  const parts = Array.from({ length: 20 }, () => randomBytes(LARGE_BYTES / 40));
  const repository = await repositoryWith(...parts);
  const gitDir = ["--git-dir", repository.gitDir] as const;
  // Random data doesn't compress into deltas.
  await git("/", ...gitDir, "config", "pack.window", "0");
  const door = await openDoor({ a: repository });
  const tip = (await repository.resolveRef(MAIN)) ?? "";
  const { sent, answer } = startRequest(door, "/git/a.git/git-upload-pack");
  sent.end(`0032want ${tip}\n00000009done\n`);
  const response = await answer;
  await once(response, "readable");

  const packs = (): readonly string[] =>
    globSync("objects/pack/*.pack", { cwd: repository.gitDir });
  const before = packs();
  const repack = ["-c", "core.compression=0", "repack", "-a", "-d", "-q"] as const;
  expect(await git("/", ...gitDir, ...repack)).toMatchObject({ ok: true });
  expect(before).toHaveLength(20);
  expect(packs().filter((name) => before.includes(name))).toEqual([]);

  const bytes = await buffer(response);
  const copy = join(await temporaryFolder("copy"), "copy.git");
  await git("/", "init", "--quiet", "--bare", copy);
  const pack = bytes.subarray(bytes.indexOf("PACK"));
  execFileSync("git", ["--git-dir", copy, "index-pack", "--stdin", "--strict"], { input: pack });
  const all = await git(copy, "rev-list", "--objects", "--count", tip);
  expect(all.stdout).toBe("60\n");
});

test("AUT-10 applies the permissions at the end of a push", async () => {
  const repository = await repositoryWith(Buffer.from("a"));
  const tip = await repository.resolveRef(MAIN);
  const receiver = {
    maxPackBytes: LARGE_BYTES,
    refuseRef: () => undefined,
    check: async () => [],
    landed: async () => [],
  };
  let pushes = 0;
  const door = await openDoor(
    {},
    {
      open: async ({ service }) => {
        if (service === "git-upload-pack") return { repository };
        pushes += 1;
        // Simulates a token that is revoked while the pack is uploaded.
        if (pushes > 2) throw new CmsError("not_signed_in", "The token was revoked.");
        return { repository, receiver };
      },
    },
  );
  const clone = await cloneMain(door.remote("a"));
  await git(clone, "commit", "--quiet", "--allow-empty", "--message", "Next");
  const pushed = await git(clone, "push", "origin", "main");
  expect(pushed.ok).toBe(false);
  expect(pushed.stderr).toContain("remote: The token was revoked.");
  expect(await repository.resolveRef(MAIN)).toBe(tip);
  expect(globSync("loam/incoming/*", { cwd: repository.gitDir })).toEqual([]);
});

test("GIT-04 ends a push that arrives byte by byte, and frees its slot", async () => {
  const repository = await repositoryWith(Buffer.from("a"));
  const door = await openDoor({ a: repository }, { maxPushMs: 6000 });
  const clone = await cloneMain(door.remote("a"));
  const tip = (await repository.resolveRef(MAIN)) ?? "";
  const command = `${tip} ${tip} ${MAIN}\0report-status\n`;
  const line = `${(command.length + 4).toString(16).padStart(4, "0")}${command}0000PACK`;
  // Slow in the commands, and in the pack after them.
  const drips = [line.slice(0, 20), line].map((head) => {
    const { sent } = startRequest(door, "/git/a.git/git-receive-pack");
    sent.write(head);
    const timer = setInterval(() => void sent.write("a"), 100);
    onTestFinished(() => clearInterval(timer));
    return new Promise((resolve) => sent.once("close", resolve));
  });
  await wait(300);
  await git(clone, "commit", "--quiet", "--allow-empty", "--message", "Next");
  // Two pushes run at a time, so this one waits for another to end.
  expect(await git(clone, "push", "--quiet", "origin", "main")).toMatchObject({ ok: true });
  await Promise.all(drips);
  expect(globSync("loam/incoming/*", { cwd: repository.gitDir })).toEqual([]);
});

test("GIT-19 reads a push above the limit completely and reports the limit", async () => {
  const repository = await repositoryWith(Buffer.from("a"));
  const door = await openDoor({ a: repository });
  const clone = await cloneMain(door.remote("a"));
  await writeFile(join(clone, "big.bin"), randomBytes(1.5 * LARGE_BYTES));
  await git(clone, "add", "--all");
  await git(clone, "commit", "--quiet", "--message", "Big");
  const { ok, stderr } = await git(clone, "push", "origin", "main");
  expect(ok).toBe(false);
  expect(stderr).toMatch(/remote: .*32 MiB/);
  expect(stderr).not.toMatch(/RPC failed|disconnect/);
  expect(globSync("loam/incoming/*", { cwd: repository.gitDir })).toEqual([]);
});

test.each([
  ["not in the Git protocol", "hello", "The request is not in the Git protocol."],
  [
    "no list of refs",
    pktLine("main please\0report-status side-band-64k\n"),
    "The request is not a valid Git push.",
  ],
])("reports in Git's protocol a request that is %s", async (_, body, message) => {
  const door = await openDoor({ a: await repositoryWith(Buffer.from("a")) });
  const { sent, answer } = startRequest(door, "/git/a.git/git-receive-pack");
  sent.end(body);
  const response = await answer;
  expect([response.statusCode, response.headers["content-type"]]).toEqual([
    200,
    "application/x-git-receive-pack-result",
  ]);
  expect((await buffer(response)).toString()).toContain(message);
});
