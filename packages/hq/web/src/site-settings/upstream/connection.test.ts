import { expect, test } from "vitest";
import type { Upstream } from "../../api/settings/upstream.ts";
import { connectionOf, signInsAt, upstreamBody } from "./connection.ts";

const KEPT: Upstream = {
  url: "https://forge.example.test/team/site.git",
  branch: "trunk",
  credential: { kind: "token", username: "bot", publicKey: null },
  hostKeys: [],
  forge: { kind: "gitea", url: null, ownToken: false },
  reviewedThere: true,
  webhook: { address: "", receivedAt: null },
  setBy: null,
  setAt: "",
  state: "in_sync",
  syncing: false,
  triedAt: null,
  syncedAt: null,
  nextAt: "",
  problem: null,
  forgeProblem: null,
  branches: [],
  requests: [],
};

test("omits the unchanged credential", () => {
  expect(upstreamBody(connectionOf(KEPT), KEPT)).toEqual({
    url: KEPT.url,
    branch: "trunk",
    reviewedThere: true,
    forge: { kind: "gitea" },
  });
});

test("keeps a credential only for its own host", () => {
  expect(signInsAt("https://forge.example.test/team/other.git", KEPT)).toContain("keep");
  expect(signInsAt("https://elsewhere.test/team/site.git", KEPT)).toEqual(["token", "none"]);
  expect(signInsAt("http://forge.example.test/team/site.git", KEPT)).not.toContain("keep");
  const moved = { ...connectionOf(KEPT), url: "https://elsewhere.test/s.git", token: " secret " };
  expect(upstreamBody(moved, KEPT).credential).toEqual({
    kind: "token",
    token: "secret",
    username: "bot",
  });
});

test("uses a key for SSH, also for URLs without a scheme", () => {
  const written = { ...connectionOf(null), url: "git@github.com:team/site.git" };
  expect(upstreamBody({ ...written, knownHosts: "h k v\n", forge: "none" }, null)).toEqual({
    url: "git@github.com:team/site.git",
    branch: "main",
    reviewedThere: false,
    credential: { kind: "ssh" },
    knownHosts: "h k v",
    forge: null,
  });
  const before = { ...KEPT, url: "ssh://git@github.com/team/site.git" };
  expect(signInsAt(written.url, before)).toEqual(["keep", "made-key", "own-key"]);
});
