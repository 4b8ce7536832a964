import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { serve } from "../../../../tests/support/serve.ts";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { GIT_PASSWORD, startGitServer } from "./git-server.fixture.ts";
import type { FolderChange, OpenRemoteOptions } from "./remote-copy.ts";
import { openWithGit } from "./with-git.ts";
import { openWithoutGit } from "./without-git.ts";

const OPENERS = { git: openWithGit, "isomorphic-git": openWithoutGit } as const;

function change(over: Partial<FolderChange> = {}): FolderChange {
  const files = [
    { path: "SKILL.md", mode: "100644", bytes: Buffer.from("one\n") },
    { path: 'lib/run ä "x".sh', mode: "100755", bytes: Buffer.from([0, 1, 255]) },
  ] as const;
  const author = { name: "Mara", email: "mara@example.org" };
  return { parent: undefined, folder: "skills/one", files, message: "Push one", author, ...over };
}

describe.for(["git", "isomorphic-git"] as const)("a remote through %s", (kind) => {
  async function openServed() {
    const server = await startGitServer();
    const scratch = await temporaryFolder("scratch");
    const open = async (
      password = GIT_PASSWORD,
      url = server.url,
      options: Partial<OpenRemoteOptions> = {},
    ) => OPENERS[kind]({ url, password }, { scratch, ...options });
    return { server, scratch, open };
  }

  test("returns what was pushed and leaves nothing on disk", async () => {
    const { server, scratch, open } = await openServed();
    const remote = await open();
    const first = await remote.push("main", change());
    const second = await remote.push(
      "main",
      change({ parent: first, folder: "skills/two", message: "Push two" }),
    );
    server.git("tag", "-a", "-m", "one", "one/v1", String(first));

    const other = await open();
    expect(Object.fromEntries(await other.listRefs())).toMatchObject({
      "refs/heads/main": second,
      "refs/tags/one/v1": first,
    });
    const commit = await other.fetch("refs/heads/main");
    const files = await other.listFiles(commit, "skills/one");
    const blobs = await other.readBlobs(files.map(({ oid }) => oid));
    expect(commit).toBe(second);
    expect(files).toMatchObject([
      { path: "SKILL.md", mode: "100644", byteSize: 4 },
      { path: 'lib/run ä "x".sh', mode: "100755", byteSize: 3 },
    ]);
    expect(blobs.map((bytes) => Buffer.from(bytes).toString("hex"))).toEqual([
      "6f6e650a",
      "0001ff",
    ]);
    expect(await other.listFiles(commit, "skills/none")).toEqual([]);
    expect(await other.fetch("refs/tags/one/v1")).toBe(first);
    expect(server.git("fsck", "--strict")).toBe("");
    expect(server.git("log", "--format=%an|%ae|%s", "main")).toContain(
      "Mara|mara@example.org|Push one",
    );
    await Promise.all([remote.close(), other.close()]);
    expect(readdirSync(scratch)).toEqual([]);
  });

  test("rejects a push after a concurrent one", async () => {
    const { server, open } = await openServed();
    const remote = await open();
    const first = await remote.push("main", change());
    const late = await open();
    await late.fetch("refs/heads/main");
    const second = await remote.push("main", change({ parent: first, folder: "skills/two" }));
    expect(
      await late.push("main", change({ parent: first, folder: "skills/three" })),
    ).toBeUndefined();
    expect(server.git("rev-parse", "main").trim()).toBe(second);
    await Promise.all([remote.close(), late.close()]);
  });

  test("removes a folder without files", async () => {
    const { server, open } = await openServed();
    const remote = await open();
    const first = await remote.push("main", change());
    const second = await remote.push("main", change({ parent: first, folder: "skills/two" }));
    await remote.push("main", change({ parent: second, folder: "skills/two", files: [] }));
    expect(server.git("ls-tree", "-r", "--name-only", "main").split("\n")[0]).toBe(
      "skills/one/SKILL.md",
    );
    expect(server.git("ls-tree", "--name-only", "main", "skills/")).toBe("skills/one\n");
    await remote.close();
  });

  test("rejects a repository that would fill the disk or the memory", async () => {
    const { server, scratch, open } = await openServed();
    server.commit([["100644", server.store(randomBytes(300_000).toString("hex")), "SKILL.md"]]);
    const small = await open(GIT_PASSWORD, server.url, { maxBytes: 100_000 });
    await expect(small.fetch("refs/heads/main")).rejects.toThrow(/from the remote exceeds/);
    await small.close();

    const names = Array.from("abcdefghij");
    let [mode, oid] = ["100644", server.store("x")];
    for (let level = 0; level < 8; level += 1) {
      oid = server.storeTree(names.map((name) => [mode, oid, name] as const));
      mode = "40000";
    }
    server.commitTree(oid);
    const bomb = await open();
    const commit = await bomb.fetch("refs/heads/main");
    await expect(bomb.listFiles(commit, "")).rejects.toMatchObject({ code: "unsafe_skill" });
    await bomb.close();
    expect(readdirSync(scratch)).toEqual([]);
  });

  test("distinguishes rejected logins, missing refs, and missing repositories", async () => {
    const { open } = await openServed();
    const remote = await open();
    await expect((await open("wrong")).listRefs()).rejects.toMatchObject({ code: "not_signed_in" });
    await expect(remote.fetch("refs/heads/main")).rejects.toMatchObject({ code: "not_found" });
    const nobody = await open(GIT_PASSWORD, "http://127.0.0.1:9/skills.git");
    await expect(nobody.listRefs()).rejects.toMatchObject({ code: "source_unreachable" });
    await remote.close();
  });
});

test("hides the password from arguments and allows no other scheme, helper, or hook", async () => {
  const scratch = await temporaryFolder("scratch");
  for (const url of ["ext::sh -c id", "git://host/x.git", "/etc", "-x"]) {
    await expect(openWithGit({ url }, { scratch })).rejects.toMatchObject({ code: "invalid" });
  }
  expect(readdirSync(scratch)).toEqual([]);
});

test("reports a silent server as unreachable", async () => {
  const { href: url } = await serve(() => undefined);
  const scratch = await temporaryFolder("scratch");
  const remote = await openWithGit({ url }, { scratch, stallSeconds: 1 });
  await expect(remote.listRefs()).rejects.toMatchObject({ code: "source_unreachable" });
});
