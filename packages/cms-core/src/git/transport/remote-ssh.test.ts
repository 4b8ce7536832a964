import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import {
  HAS_SSH,
  type SshGitServer,
  startSshGitServer,
} from "../../../../../tests/support/git/ssh-git-server.ts";
import { change, MAIN, newRepository, temporaryFolder } from "../repository/repository.fixture.ts";
import type { GitRepository } from "../repository/repository.ts";
import { openRemote, type Remote } from "./remote.ts";

interface Opening {
  readonly privateKey?: string;
  readonly knownHosts?: string;
  readonly scratch?: string;
  readonly url?: string;
}

function remoteOf(
  repository: GitRepository,
  server: SshGitServer,
  {
    privateKey = server.privateKey,
    knownHosts,
    scratch = temporaryFolder(),
    url = server.url,
  }: Opening = {},
): Remote {
  const address = { url, addresses: ["127.0.0.1"] };
  return openRemote(repository, address, {
    login: { kind: "key", privateKey },
    scratch,
    signal: new AbortController().signal,
    ...(knownHosts !== undefined && { knownHosts }),
  });
}

test.runIf(HAS_SSH)(
  "trusts the first key of an unknown host, then pushes and fetches",
  async () => {
    const server = await startSshGitServer();
    const repository = await newRepository();
    const scratch = temporaryFolder();
    {
      using remote = remoteOf(repository, server, { scratch });
      const { commit } = await repository.commit(MAIN, change({ "a.txt": "a" }));
      expect(await remote.push({ ref: MAIN, from: null, to: commit })).toEqual({ kind: "moved" });
      expect(await remote.list([MAIN])).toEqual({ refs: new Map([[MAIN, commit]]), head: MAIN });
      expect(remote.knownHosts()?.trim()).toBe(server.knownHost);
      const other = await newRepository();
      using again = remoteOf(other, server, { scratch });
      await using fetched = await again.fetch([MAIN], { maxBytes: 1024 * 1024, maxObjects: 100 });
      expect(fetched.refs.get(MAIN)).toBe(commit);
      expect(readdirSync(scratch)).toHaveLength(2);
    }
    // Key files exist only as long as they are needed.
    expect(readdirSync(scratch)).toEqual([]);
    expect(server.seen).toContain("git-upload-pack '/team/site.git'");
  },
);

test.runIf(HAS_SSH)("rejects a host with a changed key before anything is sent", async () => {
  const server = await startSshGitServer();
  const repository = await newRepository();
  const { knownHost: knownHosts } = server;
  using remote = remoteOf(repository, server, { knownHosts });
  expect((await remote.list([MAIN])).refs.size).toBe(0);
  server.renew();
  const before = server.seen.length;
  await expect(remote.list([MAIN])).rejects.toMatchObject({ code: "upstream_host_changed" });
  expect(server.seen).toHaveLength(before);
  using elsewhere = remoteOf(repository, server, {
    knownHosts: knownHosts.replace(/\[[^ ]*/, "other"),
  });
  await expect(elsewhere.list([MAIN])).rejects.toMatchObject({ code: "upstream_host_changed" });
});

test.runIf(HAS_SSH)(
  "distinguishes a rejected key, a missing repository, and an unreachable host",
  async () => {
    const server = await startSshGitServer();
    const repository = await newRepository();
    const { privateKey } = await startSshGitServer();
    const wrong = remoteOf(repository, server, { privateKey });
    await expect(wrong.list([MAIN])).rejects.toMatchObject({ code: "upstream_denied" });
    const none = remoteOf(repository, server, { url: server.url.replace("site", "none") });
    await expect(none.list([MAIN])).rejects.toMatchObject({ code: "upstream_denied" });
    const unreachable = remoteOf(repository, server, { url: "ssh://git@127.0.0.1:9/a.git" });
    await expect(unreachable.list([MAIN])).rejects.toMatchObject({ code: "upstream_unreachable" });
    for (const remote of [wrong, none, unreachable]) remote[Symbol.dispose]();
  },
);

test.runIf(HAS_SSH)(
  "connects only to the checked IP address, whatever the name resolves to",
  async () => {
    const server = await startSshGitServer();
    const repository = await newRepository();
    const url = server.url.replace("127.0.0.1", "forge.example.test");
    using remote = remoteOf(repository, server, { url });
    expect((await remote.list([MAIN])).refs.size).toBe(0);
    expect(remote.knownHosts()).toContain("forge.example.test");
  },
);
