import { readFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cloneMain, commitFiles, git, type GitAnswer } from "../../support/git/git-client.ts";
import { pushWhile } from "../../support/git/push-while.ts";
import { type SiteByGit, startSiteByGit } from "../../support/git/site-by-git.ts";
import { MINUTE } from "../../support/hq/hq-people.ts";
import { startReceiver } from "../../support/hq/webhook-receiver.ts";

async function push(folder: string, ...args: readonly string[]): Promise<GitAnswer> {
  return git(folder, "push", ...args, "origin", "main");
}

async function clone(site: SiteByGit, ...args: readonly string[]): Promise<string> {
  return cloneMain(site.remote(await site.token()), ...args);
}

async function count(folder: string): Promise<number> {
  return Number((await git(folder, "rev-list", "--count", "HEAD")).stdout);
}

function entries(site: SiteByGit): string {
  return `/api/manage/sites/${site.siteId}/types/posts/entries`;
}

async function titles(site: SiteByGit): Promise<readonly unknown[]> {
  const path = { site: site.siteId };
  const { data } = await site.client.GET("/sites/{site}/entries", { params: { path } });
  return (data?.entries ?? []).map(({ title }) => title).toSorted();
}

test("pushed entries appear immediately, completed by HQ", async () => {
  const site = await startSiteByGit();
  const folder = await clone(site);
  const first = join(folder, "content/posts/first.md");
  const text = await readFile(first, "utf8");
  await commitFiles(folder, {
    "content/posts/first.md": text.replace("Hello.", "Good day."),
    "content/posts/second.md": "---\ntitle: Second\n---\nText\n",
    "README.md": "Our site\n",
  });
  const pushed = await push(folder);
  expect(pushed.stderr).toMatch(/remote: HQ completed 1 entry in [0-9a-f]{12}\. Run: git pull/);
  expect(await titles(site)).toEqual(["First", "Second"]);

  expect((await git(folder, "pull", "--quiet", "--ff-only")).ok).toBe(true);
  const second = await readFile(join(folder, "content/posts/second.md"), "utf8");
  expect(second).toMatch(
    /^---\nid: e\w{19}\nschema: 1\ncreatedAt: 2026-\S+\ntitle: Second\n---\nText\n$/,
  );
  const id = /^id: (\w+)/m.exec(second)?.[1] ?? "";
  const published = await site.admin.ask("POST", `${entries(site)}/${id}/publish`);
  expect(published.status).toBe(200);

  // Removing a file's front matter doesn't create another entry.
  await commitFiles(folder, { "content/posts/second.md": "---\ntitle: Second again\n---\nText\n" });
  expect((await push(folder)).stderr).toContain("HQ completed 1 entry");
  const { body } = await site.admin.ask("GET", `${entries(site)}/${id}`);
  expect(body).toMatchObject({ fields: { title: "Second again" }, state: "changed" });
  const log = await site.admin.ask("GET", `/api/manage/sites/${site.siteId}/audit`);
  expect(JSON.stringify(log.body)).toContain("site.pushed");
});

test("keeps a pushed file's name in any script, like a slug from a title", async () => {
  const site = await startSiteByGit();
  const folder = await clone(site);
  const names = ["サーバー", "佐々木", "เด็กๆ"];
  await commitFiles(
    folder,
    Object.fromEntries(names.map((name) => [post(name), matter(`title: ${name}!`)])),
  );
  expect((await push(folder)).stderr).toContain("HQ completed 3 entries");
  for (const name of names) {
    const { status } = await site.admin.ask("GET", `${entries(site)}/${encodeURIComponent(name)}`);
    expect(status).toBe(200);
  }
  const fields = { title: "データベース入門" };
  const made = await site.admin.ask("POST", entries(site), { body: { fields } });
  expect(made.body).toMatchObject({ slug: "データベース入門" });
  const given = await site.admin.ask("POST", entries(site), {
    body: { slug: "ベーカリー", fields },
  });
  expect(given.body).toMatchObject({ slug: "ベーカリー" });
});

test("keeps the last editor as the author of completed files", async () => {
  const site = await startSiteByGit();
  const folder = await clone(site);
  await commitFiles(folder, { [post("ann")]: matter("title: Of Ann") });
  await commitFiles(folder, { [post("ben")]: matter("title: Of Ben") });
  await git(folder, "commit", "--quiet", "--amend", "--no-edit", "--author=Ben <ben@example.test>");
  expect((await push(folder)).stderr).toContain("HQ completed 2 entries");

  const path = { site: site.siteId };
  const { data } = await site.client.GET("/sites/{site}/entries", { params: { path } });
  const by = new Map(data?.entries.map(({ title, updatedBy }) => [title, updatedBy]));
  expect(by.get("Of Ann")).toEqual({ name: "Ann", email: "ann@example.test" });
  expect(by.get("Of Ben")).toEqual({ name: "Ben", email: "ben@example.test" });
  const history = await site.admin.ask("GET", `${entries(site)}/ben/history`);
  expect(history.body).toMatchObject({ events: [{ author: { name: "Ben" } }] });
});

test("notifies open dashboards of pushes and webhooks of deletions", async () => {
  const site = await startSiteByGit();
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const path = `/api/manage/sites/${site.siteId}`;
  const hook = { url: receiver.url, events: ["entry.deleted"] };
  expect((await site.admin.ask("POST", `${path}/webhooks`, { body: hook })).status).toBe(201);
  const headers = { authorization: `Bearer ${await site.token()}` };
  const stream = await fetch(new URL(`${path}/events`, site.people.hq.url), { headers });

  const folder = await clone(site);
  await rm(join(folder, "content/posts/first.md"));
  await commitFiles(folder, { "content/posts/other.md": "---\ntitle: Other\n---\nText\n" });
  expect((await push(folder)).ok).toBe(true);

  await receiver.arrived(1);
  const [deleted] = receiver.received.map(({ body }) => JSON.parse(body.toString()));
  expect(deleted).toMatchObject({ event: "entry.deleted", entry_slug: "first" });
  let told = "";
  for await (const bytes of stream.body ?? []) {
    told += Buffer.from(bytes).toString();
    if (["entry.saved", "entry.deleted"].every((event) => told.includes(`event: ${event}\n`)))
      break;
  }
  expect(told).toMatch(/^event: entry\.saved$/m);
  expect(told).toMatch(/^event: entry\.deleted$/m);
});

const post = (name: string): string => `content/posts/${name}.md`;
const matter = (...lines: readonly string[]): string => `---\n${lines.join("\n")}\n---\n`;

const VERSION = "types/posts/versions/1.json";
const SECOND = "content/posts/second.md";

test("refuses a whole push that breaks a rule, with file, line, and reason", async () => {
  const site = await startSiteByGit();
  const folder = await clone(site);
  const read = async (path: string): Promise<string> => readFile(join(folder, path), "utf8");
  const first = await read("content/posts/first.md");
  const type = await read("types/posts/type.yml");
  const version = await read(VERSION);
  const siteFile = await read("site.yml");
  await commitFiles(folder, {
    "types/notes/type.yml": type.replace("apiId: posts", "apiId: notes"),
  });
  const rounds: readonly Readonly<Record<string, readonly [string, RegExp]>>[] = [
    {
      [post("number")]: [matter("title: A", "rating: many"), /:3: invalid_entry: .*rating/],
      [post("long")]: [matter(`title: ${"a".repeat(1001)}`), /:2: invalid_entry: .*more than 1000/],
      [post("times")]: [
        matter("title: A", "publishAt: 2030-01-02", "unpublishAt: 2030-01-01"),
        /:4: invalid_entry: unpublishAt must be later than publishAt/,
      ],
      [post("link")]: [matter("next: ebbbbbbbbbbbbbbbbbbb"), /:2: dangling_reference: next points/],
      [post("yaml")]: [matter("title: [A"), /:\d: yaml_syntax: /],
      [post("script")]: ["---js\n{}\n---\n", /: frontmatter_language: /],
      [post("copy")]: [first, /:2: id_taken: .*same ID as/],
      [post("aa/first")]: [matter("title: A"), /: slug_taken: .*same slug as/],
      [post("future")]: [matter("title: A", "schema: 7"), /:3: invalid_entry: .*schema version 7/],
      "content/nothing/a.md": [matter("title: A"), /: content_type_not_found: /],
      "types/posts/type.yml": [type.replace("apiId: rating", "apiId: stars"), /: api_id_fixed: /],
      "types/people/type.yml": ["apiId: people\nkind: tree\n", /: invalid_schema: /],
      // It must be published before there are entries.
      "content/notes/a.md": [
        matter("title: A"),
        /: content_type_not_found: .*"notes" has not been published, .*\. Publish it/,
      ],
      [VERSION]: [version.replace('"Posts"', '"Articles"'), /: conflict: .*cannot be changed/],
      ...Object.fromEntries(
        [2, 999_999_999].map((number) => [
          `types/posts/versions/${number}.json`,
          [version.replace('"version": 1', `"version": ${number}`), /: conflict: HQ creates this/],
        ]),
      ),
      "ledger/posts/aa/ebbbbbbbbbbbbbbbbbaa.yml": ["state: published\n", /: invalid_path: /],
      "ledger/posts/ebbbbbbbbbbbbbbbbbaa.yml": ["state: published\n", /: invalid_path: /],
      "ledger/format.yml": ["format: 1\n", /: invalid_path: /],
    },
    { "site.yml": [siteFile.replace("loam: 1", "loam: 2"), /: invalid_site: .*HQ sets/] },
    { "site.yml": [siteFile.replace(/^id: .*$/m, "id: sbbbbbbbbbbbbbbbbbbb"), /: invalid_site: /] },
    {
      "site.yml": [`${siteFile}paths:\n  posts: src/posts\n`, /^/],
      [post("first")]: [first, /: invalid_path: .*site\.yml stores/],
    },
    {
      [post("con")]: [
        matter("title: A"),
        /: invalid_path: The file name "con.*" is not allowed on Windows/,
      ],
      "cafe\u0301.txt": ["A\n", /: invalid_path: The file name is not in Unicode NFC/],
    },
    {
      "README.md": ["A\n", /^/],
      "readme.md": ["B\n", /: invalid_path: The name differs from README\.md only/],
      ".gitattributes": ["*.md filter=lfs diff=lfs\n", /: invalid_path: The file sets filter/],
    },
  ];
  for (const files of rounds) {
    const texts = Object.entries(files).map(([path, [text]]) => [path, text] as const);
    await commitFiles(folder, Object.fromEntries(texts));
    const { ok, stderr } = await push(folder);
    expect(ok).toBe(false);
    for (const [path, [, expected]] of Object.entries(files)) {
      const told = stderr.split("remote: ").filter((line) => line.startsWith(path));
      expect.soft(`${path}${told.join("").slice(path.length)}`).toMatch(expected);
    }
    expect(stderr).toMatch(/\(rejected by the rules of this repository \(\d+ problems?\)\)/);
    await git(folder, "reset", "--quiet", "--hard", "origin/main");
  }

  const removed = async (...paths: readonly string[]): Promise<string> => {
    for (const path of paths) await git(folder, "rm", "--quiet", "-r", path);
    await commitFiles(folder, {});
    const { stderr } = await push(folder);
    await git(folder, "reset", "--quiet", "--hard", "origin/main");
    return stderr;
  };
  expect(await removed("site.yml")).toContain("There is no site.yml.");
  expect(await removed(VERSION)).toContain("cannot be changed. Restore the file");
  expect(await removed("types/posts")).toContain('"posts" still has an entry');

  await symlink("/etc/passwd", join(folder, "content/posts/link.md"));
  await commitFiles(folder, {});
  expect((await push(folder)).stderr).toContain(
    "link.md: invalid_path: Symbolic links and submodules are not allowed",
  );
  // Removing it again, even on one side of a merge, is not enough: the commit that adds it would remain.
  await rm(join(folder, "content/posts/link.md"));
  await commitFiles(folder, {});
  await git(folder, "checkout", "--quiet", "-B", "side");
  await git(folder, "checkout", "--quiet", "-B", "main", "origin/main");
  await git(folder, "merge", "--quiet", "--no-ff", "--message", "Merge", "side");
  expect((await push(folder)).stderr).toContain(
    "link.md: invalid_path: Symbolic links and submodules are not allowed",
  );
  const tip = (await git(folder, "ls-remote", "origin", "main")).stdout;
  expect(tip).toContain((await git(folder, "rev-parse", "origin/main")).stdout.trim());

  await git(folder, "checkout", "--quiet", "-B", "main", "origin/main");
  await git(folder, "rm", "--quiet", "-r", "types/posts", "content/posts");
  await commitFiles(folder, {});
  expect((await push(folder)).ok).toBe(true);
  // The published schema also applies to a re-created type.
  const stars = type.replace("apiId: rating", "apiId: stars");
  await commitFiles(folder, { "types/posts/type.yml": stars });
  expect((await push(folder)).stderr).toContain("types/posts/type.yml: api_id_fixed: ");
  await commitFiles(folder, { "types/posts/type.yml": type, [VERSION]: version });
  expect((await push(folder)).ok).toBe(true);
});

test("supports partial fetches in both protocols without unreachable objects", async () => {
  const site = await startSiteByGit();
  const folder = await clone(site);
  for (let round = 0; round < 3; round += 1) {
    await commitFiles(folder, { [SECOND]: `---\ntitle: ${round}\n---\n` });
    await push(folder);
    await git(folder, "pull", "--quiet");
  }
  for (const version of ["0", "2"]) {
    const protocol = ["-c", `protocol.version=${version}`] as const;
    const shallow = await clone(site, "--depth", "1", ...protocol);
    expect(await count(shallow)).toBe(1);
    await commitFiles(shallow, { "README.md": `By ${version}\n` });
    expect((await push(shallow)).stderr).toContain("main -> main");
    const partial = await clone(site, "--filter=blob:none", "--no-checkout", ...protocol);
    expect(await count(partial)).toBeGreaterThan(5);
  }
  // Omitted objects are fetched by id on access.
  const partial = await clone(site, "--filter=blob:none", "--no-checkout");
  expect((await git(partial, "show", "HEAD:README.md")).stdout).toBe("By 2\n");
  await commitFiles(folder, { [SECOND]: "---\ntitle: [\n---\n" });
  await push(folder);
  const refused = (await git(folder, "rev-parse", "HEAD")).stdout.trim();
  const asked = await git(await clone(site), "fetch", "origin", refused);
  expect(asked.ok).toBe(false);
});

test("accepts only fast-forwards of main and no pushes to live content", async () => {
  const site = await startSiteByGit();
  const folder = await clone(site);
  await commitFiles(folder, { "README.md": "One\n" });
  expect((await git(folder, "push", "origin", "main:published")).stderr).toContain(
    "only HQ writes what is live",
  );
  expect((await git(folder, "push", "origin", "main:refs/loam/x")).stderr).toContain(
    "you can only push branches and refs/for/main",
  );
  expect((await git(folder, "push", "origin", ":main")).stderr).toContain("[remote rejected] main");
  expect((await push(folder)).ok).toBe(true);
  await git(folder, "reset", "--quiet", "--hard", "HEAD~1");
  await commitFiles(folder, { "README.md": "Two\n" });
  expect((await push(folder, "--force")).stderr).toContain("non-fast-forward");
});

test("counts a push as one write of sixty per minute", async () => {
  const site = await startSiteByGit();
  const folder = await clone(site);
  site.people.wait(MINUTE);
  const names = Array.from({ length: 100 }, (_, number) => post(`many-${number}`));
  await commitFiles(folder, Object.fromEntries(names.map((name) => [name, matter("title: A")])));
  expect((await push(folder)).ok).toBe(true);
  await git(folder, "pull", "--quiet", "--ff-only");
  for (let saves = 0; saves < 59; saves += 1) {
    const body = { fields: { title: `Title ${saves}` } };
    const { status } = await site.admin.ask("PATCH", `${entries(site)}/first`, { body });
    expect([saves, status]).toEqual([saves, 200]);
  }
  await git(folder, "pull", "--quiet", "--ff-only");
  await commitFiles(folder, { "README.md": "Ours\n" });
  const refused = await push(folder);
  expect(refused.stderr).toMatch(/remote: .*(?:many|rate|minute|seconds)/i);
  expect(refused.stderr).toContain("! [remote rejected] main -> main (rate_limited)");
  site.people.wait(MINUTE);
  expect((await push(folder)).ok).toBe(true);
});

test("loses nothing with concurrent pushes, editors, and clones", async () => {
  const site = await startSiteByGit();
  const folder = await clone(site);
  const saved: string[] = [];
  const save = async (name: string): Promise<void> => {
    const body = { slug: name, fields: { title: name } };
    const { status } = await site.admin.ask("POST", entries(site), { body });
    if (status === 201) saved.push(name);
  };
  // Between the advertised refs and the push, where the client can't notice.
  await save("before");
  await git(folder, "pull", "--quiet", "--rebase");
  await commitFiles(folder, { "pushed.txt": "Pushed\n" });
  const racing = await pushWhile(folder, () => save("meanwhile"), "origin", "main");
  expect(racing.stderr).toContain("HQ merged both in");
  await commitFiles(folder, { "again.txt": "Pushed\n" });

  const editors = Promise.all(Array.from({ length: 12 }, (_, index) => save(`e${index}`)));
  const clones = Promise.all(Array.from({ length: 4 }, async () => clone(site)));
  for (let tries = 0; ; tries += 1) {
    await git(folder, "pull", "--quiet", "--rebase");
    if ((await push(folder)).ok || tries > 30) break;
  }
  await Promise.all([editors, clones]);
  await git(folder, "pull", "--quiet", "--rebase");
  const files = (await git(folder, "ls-files")).stdout;
  expect(saved.length).toBe(14);
  for (const name of saved) expect(files).toContain(`content/posts/${name}.md`);
  expect(files).toContain("again.txt\n");
  expect(files).toContain("pushed.txt\n");
  expect((await git(folder, "fsck", "--strict")).ok).toBe(true);
});
