import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { HAS_SSH, startSshGitServer } from "../../../../../tests/support/git/ssh-git-server.ts";
import { startMirroredSite } from "../upstream.fixture.ts";

test.runIf(HAS_SSH)(
  "stores the SSH host key and rejects another one until a user accepts it",
  async () => {
    const site = await startMirroredSite();
    const server = await startSshGitServer();
    const { url, privateKey } = server;
    const set = { url, credential: { kind: "ssh", privateKey } };
    expect((await site.hq.ask("PUT", "/upstream", { body: set })).status).toBe(200);
    const first = await site.sync();
    expect(first.body).toMatchObject({
      state: "in_sync",
      hostKeys: [{ type: "ssh-ed25519", fingerprint: expect.stringMatching(/^SHA256:/) }],
    });
    server.renew();
    await site.patch("first", { title: "Saved" });
    expect((await site.sync()).body).toMatchObject({
      state: "failing",
      problem: { code: "upstream_host_changed" },
      branches: [{ name: "main" }, { name: "published" }],
    });
    expect(
      (await site.hq.ask("PUT", "/upstream", { body: { url, knownHosts: null } })).status,
    ).toBe(200);
    expect((await site.sync()).body).toMatchObject({ state: "in_sync", problem: null });
    expect(readdirSync(site.hq.services.upstreams.scratch)).toEqual([]);
  },
);
