import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import {
  FORGE_TOKEN,
  type ForgeRepository,
  startForgeRepository,
} from "../../../../../tests/support/git/forge-repository.ts";
import { change, MAIN, newRepository, temporaryFolder } from "../repository/repository.fixture.ts";
import type { GitRepository } from "../repository/repository.ts";
import { openRemote, type Remote } from "./remote.ts";

const LOGIN = { kind: "password", username: "loam", password: FORGE_TOKEN } as const;
const MIB = 1024 * 1024;
const LIMITS = { maxBytes: 10 * MIB, maxObjects: 1000 };

interface Opened {
  readonly forge: ForgeRepository;
  readonly repository: GitRepository;
  readonly remote: Remote;
}

function remoteOf(repository: GitRepository, url: string, login: typeof LOGIN | null = LOGIN) {
  const options = { scratch: temporaryFolder(), signal: new AbortController().signal };
  const address = { url, addresses: ["127.0.0.1"] };
  return openRemote(repository, address, { ...options, ...(login && { login }) });
}

async function open(): Promise<Opened> {
  const forge = await startForgeRepository();
  const repository = await newRepository();
  return { forge, repository, remote: remoteOf(repository, forge.url) };
}

async function pushed({ repository, remote }: Opened, text = "a"): Promise<string> {
  const { commit } = await repository.commit(MAIN, change({ "a.txt": text }));
  const before = (await remote.list([MAIN])).refs.get(MAIN) ?? null;
  expect(await remote.push({ ref: MAIN, from: before, to: commit })).toEqual({ kind: "moved" });
  return commit;
}

test("lists pushed refs", async () => {
  const opened = await open();
  expect(await opened.remote.list([MAIN])).toEqual({ refs: new Map() });
  const commit = await pushed(opened);
  const branch = "refs/heads/change/1-a";
  await opened.remote.push({ ref: branch, from: null, to: commit });
  expect(opened.forge.git("rev-parse", MAIN).trim()).toBe(commit);
  expect(await opened.remote.list([MAIN, branch])).toEqual({
    refs: new Map([
      [MAIN, commit],
      [branch, commit],
    ]),
    head: MAIN,
  });
  await opened.remote.push({ ref: branch, from: commit, to: null });
  expect((await opened.remote.list([branch])).refs.size).toBe(0);
});

test("never overwrites a concurrent push, nor a created or deleted branch", async () => {
  const opened = await open();
  const { remote, repository } = opened;
  const first = await pushed(opened, "a");
  const second = await pushed(opened, "b");
  const { commit } = await repository.commit(MAIN, change({ "a.txt": "c" }));
  const meanwhile = { kind: "moved_meanwhile" };
  expect(await remote.push({ ref: MAIN, from: first, to: commit })).toEqual(meanwhile);
  expect(await remote.push({ ref: MAIN, from: null, to: commit })).toEqual(meanwhile);
  expect(await remote.push({ ref: "refs/heads/x", from: first, to: commit })).toEqual(meanwhile);
  expect(await remote.push({ ref: MAIN, from: second, to: commit })).toEqual({ kind: "moved" });
});

test("reports the rejection of a protected branch with the remote's message", async () => {
  const opened = await open();
  const { forge, remote, repository } = opened;
  const first = await pushed(opened);
  forge.protect("main");
  const { commit } = await repository.commit(MAIN, change({ "a.txt": "b" }));
  expect(await remote.push({ ref: MAIN, from: first, to: commit })).toEqual({
    kind: "refused",
    reason: "hook declined: GH006: Protected branch update failed for refs/heads/main.",
  });
});

test("hides fetched objects until they land", async () => {
  const opened = await open();
  const { forge, remote, repository } = opened;
  const first = await pushed(opened);
  const made = commitOnRemote(forge, first, "b");
  {
    await using fetched = await remote.fetch([MAIN], LIMITS);
    expect(fetched.refs).toEqual(new Map([[MAIN, made]]));
    expect(await fetched.incoming.repository.areAncestors([first], made)).toBe(true);
    expect(await repository.areAncestors([made], made)).toBe(false);
  }
  await using fetched = await remote.fetch([MAIN], LIMITS);
  await fetched.incoming.land([{ ref: MAIN, from: first, to: made }]);
  expect(await repository.resolveRef(MAIN)).toBe(made);
  expect((await repository.readPath(made, "a.txt"))?.bytes.toString()).toBe("b");
});

test("rejects a fetch above the limit and leaves nothing", async () => {
  const { forge, remote, repository } = await open();
  const noise = execFileSync("head", ["-c", String(4 * MIB), "/dev/urandom"], {
    maxBuffer: 8 * MIB,
    encoding: "latin1",
  });
  commitOnRemote(forge, undefined, noise);
  const small = remote.fetch([MAIN], { ...LIMITS, maxBytes: MIB });
  await expect(small).rejects.toMatchObject({ code: "too_large" });
  const few = remote.fetch([MAIN], { ...LIMITS, maxObjects: 2 });
  await expect(few).rejects.toMatchObject({ code: "too_large" });
  expect(await repository.listRefs()).toEqual(new Map());
});

test.for([
  ["a wrong password", 401, "upstream_denied"],
  ["a missing repository", 404, "upstream_denied"],
  ["a redirect to another host", 302, "upstream_failed"],
  ["a rate limit", 429, "upstream_unreachable"],
  ["a server error", 503, "upstream_unreachable"],
] as const)("distinguishes %s without revealing the password", async ([, status, code]) => {
  const { forge, remote } = await open();
  const elsewhere = await startForgeRepository();
  forge.intercept = (_, response) => {
    response.writeHead(status, {
      ...(status === 401 && { "www-authenticate": 'Basic realm="forge"' }),
      ...(status === 302 && { location: elsewhere.url }),
    });
    response.end(`no ${FORGE_TOKEN}`);
    return true;
  };
  const error = await remote.list([MAIN]).then(String, (reason: unknown) => reason);
  expect(error).toMatchObject({ code });
  expect(JSON.stringify(error) + String(error)).not.toContain(FORGE_TOKEN);
  expect(elsewhere.seen).toEqual([]);
});

test("reports a host that is down or disconnects as unreachable", async () => {
  const { forge, remote, repository } = await open();
  forge.intercept = (request) => {
    request.socket.destroy();
    return true;
  };
  const unreachable = { code: "upstream_unreachable" };
  await expect(remote.list([MAIN])).rejects.toMatchObject(unreachable);
  const nobody = remoteOf(repository, "http://127.0.0.1:9/a.git");
  await expect(nobody.list([MAIN])).rejects.toMatchObject(unreachable);
});

test("connects only to the checked IP addresses, whatever the name resolves to", async () => {
  const { forge, repository } = await open();
  const named = forge.url.replace("127.0.0.1", "forge.example.test");
  expect((await remoteOf(repository, named).list([MAIN])).refs.size).toBe(0);
});

test("asks for no credentials and reports the host's rejection", async () => {
  const { forge, repository } = await open();
  const remote = remoteOf(repository, forge.url, null);
  await expect(remote.list([MAIN])).rejects.toMatchObject({ code: "upstream_denied" });
});

test("rejects plain files that no Git server provides", async () => {
  const { forge, remote } = await open();
  const oid = commitOnRemote(forge, undefined, "a");
  forge.intercept = (request, response) => {
    const path = new URL(request.url ?? "/", "http://x").pathname.split("/site.git")[1] ?? "";
    if (path === "/info/refs") response.end(`${oid}\t${MAIN}\n`);
    else if (path === "/HEAD") response.end(`ref: ${MAIN}\n`);
    else if (path.startsWith("/objects/")) {
      const file = execFileSync("cat", [`${forge.gitDir}${path}`]);
      response.end(file);
    } else response.writeHead(404).end();
    return true;
  };
  await expect(remote.fetch([MAIN], LIMITS)).rejects.toMatchObject({
    code: "upstream_failed",
    message: expect.stringContaining("does not support Git's smart HTTP"),
  });
});

/** Adds a commit to `main` of the remote, as another user would push it. */
function commitOnRemote(forge: ForgeRepository, parent: string | undefined, text: string): string {
  const feed = (args: readonly string[], input: string): string =>
    execFileSync("git", ["-C", forge.gitDir, ...args], { input, encoding: "utf8" }).trim();
  const blob = feed(["hash-object", "-w", "--stdin"], text);
  const tree = feed(["mktree"], `100644 blob ${blob}\ta.txt\n`);
  const who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.test"];
  const parents = parent === undefined ? [] : ["-p", parent];
  const commit = feed([...who, "commit-tree", ...parents, "-m", "There", tree], "");
  forge.git("update-ref", MAIN, commit);
  return commit;
}
