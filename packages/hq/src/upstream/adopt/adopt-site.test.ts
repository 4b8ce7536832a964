import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { astroFiles } from "../../../../../tests/support/astro/astro-repository.ts";
import {
  FORGE_TOKEN,
  type ForgeRepository,
  startForgeRepository,
} from "../../../../../tests/support/git/forge-repository.ts";
import { cloneMain, commitFiles, git } from "../../../../../tests/support/git/git-client.ts";
import type { Answer, ManagedHq } from "../../server/manage-api.fixture.ts";
import { startManagedHq } from "../../server/manage-api.fixture.ts";

const WORKSPACE = "/workspaces/main";

interface Started {
  readonly hq: ManagedHq;
  readonly forge: ForgeRepository;
  /** Requests a site from the upstream repository by default. */
  readonly create: (body?: object) => Promise<Answer>;
  readonly begin: (body?: object) => Promise<Answer>;
  /** Waits for a job to finish and returns its result. */
  readonly ended: (id: unknown) => Promise<Answer>;
  /** Returns the sites of the workspace and the contents of the repositories folder. */
  readonly left: () => Promise<unknown>;
}

async function start(
  files: Readonly<Record<string, string>> = astroFiles(),
  environment: Readonly<Record<string, string>> = { LOAM_UPSTREAM_ALLOW: "127.0.0.0/8" },
): Promise<Started> {
  const hq = await startManagedHq(environment);
  const forge = await startForgeRepository();
  const folder = await cloneMain(forge.cloneUrl);
  await commitFiles(folder, { "README.md": "# Blog\n" }, "First");
  await commitFiles(folder, files, "Second");
  await git(folder, "push", "--quiet", "origin", "main");
  const asked = { name: "Blog", from: forge.url, credential: FORGE_TOKEN };
  return {
    hq,
    forge,
    create: (body = {}) =>
      hq.ask("admin", "POST", `${WORKSPACE}/sites`, { body: { ...asked, ...body } }),
    begin: (body = {}) =>
      hq.ask("admin", "POST", `${WORKSPACE}/take-overs`, { body: { ...asked, ...body } }),
    ended: (id) =>
      vi.waitUntil(
        async () => {
          const answer = await hq.ask("admin", "GET", `${WORKSPACE}/take-overs/${String(id)}`);
          return answer.body["state"] === "running" ? undefined : answer;
        },
        { timeout: 120_000 },
      ),
    left: async () => {
      const { body } = await hq.ask("admin", "GET", `${WORKSPACE}/sites`);
      return [body["sites"], readdirSync(hq.services.hq.paths.sites)];
    },
  };
}

test("turns a repository into an editable site with its history and files in place", async () => {
  const { hq, create } = await start();
  const created = await create();
  expect(created).toMatchObject({ status: 201, body: { name: "Blog", role: "admin" } });
  const site = `/sites/${String(created.body["id"])}`;
  const read = await hq.ask("admin", "GET", `${site}/types/blog/entries/post-1`);
  expect(read.body).toMatchObject({ slug: "post-1", fields: { title: "Post 1" } });
  const body = { fields: { title: "Changed" } };
  const saved = await hq.ask("admin", "PATCH", `${site}/types/blog/entries/post-1`, { body });
  expect(saved.status).toBe(200);
  const { store } = await hq.services.sites.content(String(created.body["id"]));
  const { gitDir } = store.repository;
  const log = (await git(gitDir, "log", "--format=%s", "main")).stdout.trim().split("\n");
  expect(log.slice(1)).toEqual(["Adopt site", "Second", "First"]);
  const diff = await git(gitDir, "diff", "--unified=0", "main~1", "main");
  expect(diff.stdout.split("\n").filter((line) => /^[+-](?![+-])/.test(line))).toEqual([
    "-title: Post 1 # as it was",
    "+title: Changed # as it was",
  ]);
  expect(JSON.stringify(hq.acts)).not.toContain(FORGE_TOKEN);
});

test("describes the result without creating it, then creates it with reported progress", async () => {
  const { hq, begin, ended, left } = await start();
  const tried = await begin({ dryRun: true });
  expect(tried).toMatchObject({ status: 202, body: { state: "running", step: "fetching" } });
  const response = await ended(tried.body["id"]);
  expect(response.body).toMatchObject({ state: "done", report: { layout: "astro" } });
  expect(response.body["report"]).toMatchObject({
    collections: [
      { apiId: "blog", entries: 2, place: "src/content/blog/*.md" },
      { apiId: "authors", entries: 1 },
    ],
  });
  expect(response.body["site"]).toBeUndefined();
  expect(await left()).toEqual([[], []]);

  const started = await begin();
  const done = await ended(started.body["id"]);
  expect(done.body["report"]).toEqual(response.body["report"]);
  const site = await hq.ask("admin", "GET", `/sites/${String(done.body["site"])}`);
  expect(site.body).toMatchObject({ name: "Blog" });
});

const REFUSED = [
  ["a token that is none of it", { credential: "wrong" }, "upstream_denied"],
  ["a branch that it has not", { branch: "nowhere" }, "invalid"],
  ["a branch of no branch's name", { branch: "a..b" }, "invalid"],
  ["a key for https", { credential: { kind: "ssh", privateKey: "x" } }, "invalid"],
  ["an address that nobody may reach", { from: "https://10.0.0.1/a.git" }, "target_refused"],
  ["a file", { from: "file:///etc" }, "target_refused"],
  ["a folder", { from: "/etc" }, "target_refused"],
  ["another program", { from: "ext::sh -c id" }, "target_refused"],
  ["an option", { from: "--upload-pack=id" }, "target_refused"],
] as const;

test("creates no site and leaves nothing if fetching fails", async () => {
  const { create, left } = await start();
  const codes: unknown[] = [];
  for (const [problem, body] of REFUSED) codes.push([problem, (await create(body)).body["code"]]);
  expect(codes).toEqual(REFUSED.map(([problem, , code]) => [problem, code]));
  expect(await left()).toEqual([[], []]);
});

test("reports a taken name before fetching, and needs no URL for an empty site", async () => {
  const { create, forge, hq } = await start();
  const empty = await hq.ask("admin", "POST", `${WORKSPACE}/sites`, { body: { name: "Blog" } });
  expect(empty.status).toBe(201);
  const before = forge.seen.length;
  expect((await create()).body).toMatchObject({ code: "name_taken" });
  expect(forge.seen).toHaveLength(before);
});

test("rejects the id of another workspace's deleted site", async () => {
  const { create, forge, hq, left } = await start();
  const eva = await hq.addPerson("eva");
  await hq.addWorkspace("other", eva);
  const created = await hq.ask("eva", "POST", "/workspaces/other/sites", {
    body: { name: "Blog" },
  });
  const id = String(created.body["id"]);
  expect((await hq.ask("eva", "DELETE", `/sites/${id}`)).status).toBe(204);
  const folder = await cloneMain(forge.cloneUrl);
  await commitFiles(folder, { "site.yml": `loam: 1\nid: ${id}\nname: Blog\n` });
  await git(folder, "push", "--quiet", "origin", "main");
  expect(await create()).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect(await left()).toEqual([[], []]);
  const back = { name: "Blog", from: forge.url, credential: FORGE_TOKEN };
  const again = await hq.ask("eva", "POST", "/workspaces/other/sites", { body: back });
  expect(again).toMatchObject({ status: 201, body: { id } });
});

test("hides an adoption from other users and leaves nothing when it is canceled", async () => {
  const { hq, begin, ended, forge, left } = await start();
  forge.intercept = ({ url = "" }, response) => {
    if (!url.endsWith("git-upload-pack")) return false;
    response.flushHeaders();
    return true;
  };
  const started = await begin();
  const place = `${WORKSPACE}/take-overs/${String(started.body["id"])}`;
  await hq.addPerson("mara", "admin");
  await hq.addPerson("vic", "member");
  expect((await hq.ask("vic", "GET", place)).status).toBe(404);
  expect((await hq.ask("mara", "DELETE", place)).status).toBe(404);
  expect((await hq.ask("admin", "DELETE", place)).status).toBe(204);
  const failed = await ended(started.body["id"]);
  expect(failed.body).toMatchObject({ state: "failed", problem: { code: "aborted" } });
  await expect.poll(left).toEqual([[], []]);
});

test.each([
  ["the folder of git, which a clone would run", "040000 tree %\t.git", "upstream_failed"],
  ["a link among the entries", "120000 blob %\tsrc/content/blog/link.md", "invalid_path"],
])("rejects %s", async (_what, line, code) => {
  const { create, forge, left } = await start();
  addToTree(forge, line);
  const refused = await create();
  expect(refused.body).toMatchObject({ code });
  expect(await left()).toEqual([[], []]);
});

/** Adds a commit on the upstream `main` with a tree entry that Git itself would not create. */
function addToTree({ gitDir, git: run }: ForgeRepository, line: string): void {
  const [about = "", path = ""] = line.split("\t");
  const make = (text: string, ...args: readonly string[]): string =>
    execFileSync("git", ["-C", gitDir, ...args], { input: text, encoding: "utf8" }).trim();
  const blob = make("/etc/passwd", "hash-object", "-w", "--stdin");
  const folder = make(`100644 blob ${blob}\tconfig\n`, "mktree");
  const add = (tree: string, [name = "", ...rest]: readonly string[]): string => {
    const lines = run("ls-tree", tree).trim().split("\n");
    const others = lines.filter((one) => !one.endsWith(`\t${name}`));
    const own =
      rest.length === 0
        ? about.replace("%", about.includes("tree") ? folder : blob)
        : `040000 tree ${add(`${tree}:${name}`.replace(/:([^:]*):/, ":$1/"), rest)}`;
    return make(`${[...others, `${own}\t${name}`].join("\n")}\n`, "mktree");
  };
  const tree = add("main", path.split("/"));
  const identity = ["-c", "user.name=Eve", "-c", "user.email=eve@example.test"];
  const commit = run(...identity, "commit-tree", tree, "-p", "main", "-m", "More").trim();
  run("update-ref", "refs/heads/main", commit);
}
