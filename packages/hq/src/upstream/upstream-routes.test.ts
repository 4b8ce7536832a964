import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { FORGE_TOKEN } from "../../../../tests/support/git/forge-repository.ts";
import { HAS_SSH } from "../../../../tests/support/git/ssh-git-server.ts";
import { findUpstream } from "./connection/upstreams.ts";
import { type MirroredSite, startMirroredSite } from "./upstream.fixture.ts";

const GITHUB = "https://github.com/team/site.git";

async function set(site: MirroredSite, body: object, as: "admin" | "editor" = "admin") {
  return site.hq.ask("PUT", "/upstream", { body, as });
}

test("seals secrets, never returns them, and shows the webhook secret once", async () => {
  const site = await startMirroredSite();
  const { hq, forge } = site;
  const answer = await set(site, { url: forge.url, credential: FORGE_TOKEN });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      webhookSecret: null,
      upstream: {
        url: forge.url,
        branch: "main",
        credential: { kind: "token", username: "loam", publicKey: null },
        forge: null,
        state: "new",
        setBy: "u-admin",
      },
    },
  });
  const created = await hq.ask("POST", "/upstream/webhook-secret");
  const secret = String(created.body["webhookSecret"]);
  expect(secret).toMatch(/^[a-z2-7]{40}$/);
  const shown = JSON.stringify((await site.state()).body);
  const row = JSON.stringify(await findUpstream(hq.services.hq.database, hq.site.id));
  const acts = JSON.stringify(hq.acts);
  for (const text of [shown, row, acts]) {
    expect(text).not.toContain(FORGE_TOKEN);
    expect(text).not.toContain(secret);
  }
  expect(hq.acts.map(({ event }) => event)).toContain("upstream.set");
});

test("lets writers see the state, editors sync, and admins set the upstream", async () => {
  const site = await startMirroredSite();
  const { hq, forge } = site;
  expect((await hq.ask("GET", "/upstream", { as: "viewer" })).status).toBe(200);
  expect((await hq.ask("GET", "/upstream", { as: "stranger" })).status).toBe(404);
  expect((await hq.ask("POST", "/upstream/sync", { as: "writer" })).status).toBe(403);
  expect((await hq.ask("POST", "/upstream/sync", { as: "editor" })).status).toBe(202);
  expect((await set(site, { url: forge.url }, "editor")).status).toBe(403);
  const decided = { body: { branch: "main", take: "ours", there: null }, as: "editor" } as const;
  expect((await hq.ask("POST", "/upstream/decide", decided)).status).toBe(403);
  expect((await hq.ask("DELETE", "/upstream", { as: "editor" })).status).toBe(403);
  expect((await hq.ask("DELETE", "/upstream")).status).toBe(204);
  expect((await hq.ask("GET", "/upstream")).status).toBe(404);
  expect((await hq.ask("DELETE", "/upstream")).status).toBe(404);
});

test("does not give the credential of one host to another", async () => {
  const site = await startMirroredSite();
  const { hq, forge } = site;
  const other = forge.url.replace("team/site", "team/other");
  expect((await set(site, { url: other })).body).toMatchObject({
    upstream: { credential: { kind: "token" } },
  });
  const elsewhere = forge.url.replace("127.0.0.1", "127.0.0.2");
  expect((await set(site, { url: elsewhere })).body).toMatchObject({
    upstream: { credential: { kind: "none" } },
  });
  await set(site, { url: GITHUB, credential: "t" });
  const api = { kind: "github", url: "https://api.example.com" };
  expect(await set(site, { url: GITHUB, forge: api })).toMatchObject({ status: 422 });
  const own = await set(site, { url: GITHUB, forge: { ...api, token: "u" } });
  expect(own.body).toMatchObject({ upstream: { forge: { kind: "github", ownToken: true } } });
  const moved = { ...api, url: "https://api.other.example.com" };
  expect(await set(site, { url: GITHUB, forge: moved })).toMatchObject({ status: 422 });
  expect(hq.acts.length).toBeGreaterThan(0);
});

test("rejects an invalid repository or credential and keeps the previous upstream", async () => {
  const site = await startMirroredSite();
  const ssh = "git@github.com:team/site.git";
  const refused: readonly (readonly [object, string])[] = [
    [{ url: "https://10.0.0.1/a/b" }, "target_refused"],
    [{ url: "ext::sh -c id" }, "target_refused"],
    [{ url: ssh, credential: "t" }, "invalid"],
    [{ url: ssh }, "invalid"],
    [{ url: ssh, credential: null }, "invalid"],
    [{ url: GITHUB, credential: { kind: "ssh" } }, "invalid"],
    [{ url: GITHUB, credential: "a\nb" }, "invalid"],
    [{ url: GITHUB, branch: "published" }, "invalid"],
    [{ url: GITHUB, branch: "change/1-words" }, "invalid"],
    [{ url: GITHUB, branch: "--force" }, "invalid"],
  ];
  for (const [body, code] of refused) {
    const answer = await set(site, body);
    expect([body, answer.status, answer.body["code"]]).toEqual([body, 422, code]);
  }
  expect((await site.state()).body).toMatchObject({ url: site.forge.url });
});

test.runIf(HAS_SSH)(
  "generates or accepts an SSH key and detects the Git host from the URL",
  async () => {
    const site = await startMirroredSite();
    const url = "git@github.com:team/site.git";
    const created = await set(site, { url, credential: { kind: "ssh" } });
    expect(created.body).toMatchObject({
      upstream: {
        url: "ssh://git@github.com/team/site.git",
        credential: { kind: "ssh", publicKey: expect.stringMatching(/^ssh-ed25519 \S+ loam$/) },
        forge: null,
        hostKeys: [],
      },
    });
    for (const wrong of [
      { url, credential: { kind: "ssh", privateKey: "x" } },
      { url, knownHosts: "github.com" },
      { url, forge: { kind: "github" } },
    ]) {
      expect(await set(site, wrong)).toMatchObject({ status: 422, body: { code: "invalid" } });
    }
    const known =
      "github.com ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl";
    const pinned = await set(site, { url, knownHosts: known });
    expect(pinned.body).toMatchObject({
      upstream: {
        hostKeys: [
          {
            type: "ssh-ed25519",
            fingerprint: "SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU",
          },
        ],
      },
    });
    const token = await set(site, { url: GITHUB, credential: "t" });
    expect(token.body).toMatchObject({ upstream: { forge: { kind: "github", ownToken: false } } });
  },
);

test("starts a sync for a signed webhook of a Git host and ignores any other", async () => {
  const site = await startMirroredSite();
  const { hq } = site;
  await site.sync();
  const secret = String((await hq.ask("POST", "/upstream/webhook-secret")).body["webhookSecret"]);
  const body = JSON.stringify({ ref: "refs/heads/main" });
  const address = `${hq.url.replace("/api/manage", "")}/hooks/upstream/${hq.site.id}`;
  const send = async (headers: Record<string, string>, to = address): Promise<number> =>
    (await fetch(to, { method: "POST", body, headers: { connection: "close", ...headers } }))
      .status;
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  const due = async () => (await findUpstream(hq.services.hq.database, hq.site.id))?.due_at;
  const before = await due();
  for (const headers of [
    {},
    { "x-hub-signature-256": `sha256=${signature.replace(/^./, "x")}` },
    { "x-gitlab-token": "guess" },
    { "x-gitea-signature": "" },
  ]) {
    expect(await send(headers)).toBe(401);
  }
  expect(
    await send(
      { "x-gitlab-token": secret },
      address.replace(/.$/, (last) => (last === "x" ? "y" : "x")),
    ),
  ).toBe(401);
  expect(await due()).toBe(before);
  for (const headers of [
    { "x-hub-signature-256": `sha256=${signature}` },
    { "x-gitea-signature": signature },
    { "x-forgejo-signature": signature },
    { "x-gitlab-token": secret },
  ]) {
    expect(await send(headers)).toBe(202);
  }
  expect(await due()).toBe(hq.services.hq.now().toISOString());
  expect((await site.state()).body).toMatchObject({ webhook: { address: expect.any(String) } });
});

test("removes the upstream on transfer to another workspace, without its credential", async () => {
  const site = await startMirroredSite();
  const { hq } = site;
  const owner = await hq.addPerson("zoe");
  await hq.addWorkspace("other", owner);
  hq.alias("stranger", owner);
  const offer = await hq.ask("POST", "/transfer", { body: { workspace: "other" } });
  const accept = `/transfers/${String(offer.body["id"])}/accept`;
  expect((await hq.ask("POST", accept, { as: "stranger" })).status).toBe(200);
  expect(await findUpstream(hq.services.hq.database, hq.site.id)).toBeUndefined();
});
