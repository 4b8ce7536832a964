import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createTestSite, noticeLines, post, writeTree } from "./import-into.ts";

describe("a folder with bad files", () => {
  test("reports each with its line and imports the rest", async () => {
    const site = await createTestSite();
    const folder = await writeTree(join(site.folder, "blog"), {
      "posts/good.md": post("title: Good"),
      "posts/js.md": "---js\n{ title: process.exit(1) }\n---\n",
      "posts/json-fence.md": '---json\n{ "title": "x" }\n---\n',
      "posts/broken.md": "---\ntitle: ok\nlist: [a, b\nmore: x\n---\nText\n",
      "posts/twice.md": "---\ntitle: a\nother: b\ntitle: c\n---\n",
      "posts/alias.md": "---\na: &x [1]\nb: *y\n---\n",
      "posts/tag.md": "---\na: !!js/function x\n---\n",
      "posts/proto.md": "---\n__proto__: x\n---\n",
      "posts/open.md": "---\ntitle: never closed\n",
      "posts/toml.md": '+++\ntitle = "x"\nbad = \n+++\n',
      "posts/json.md": '{ "title": "x", "a": "b" "c" }\n\nText\n',
      "posts/latin1.md": Buffer.from("---\ntitle: caf\u00e9\n---\n", "latin1"),
      "posts/nul.md": "---\ntitle: x\n---\nline\n\0\n",
      "posts/huge.md": `---\ntitle: x\n---\n${"x".repeat(8_388_608)}`,
      "posts/long.md": `---\ntitle: x\n---\n${"x".repeat(200_001)}`,
    });

    const report = await site.import(folder);

    const failed = report.failed.map(({ path, line, code }) => `${path} ${line ?? "-"} ${code}`);
    expect(failed).toEqual([
      "posts/alias.md 3 yaml_alias",
      "posts/broken.md 3 yaml_syntax",
      "posts/huge.md - too_large",
      "posts/js.md 1 frontmatter_language",
      "posts/json-fence.md 1 frontmatter_language",
      "posts/json.md 1 yaml_syntax",
      "posts/latin1.md - invalid_unicode",
      "posts/long.md 4 too_large",
      "posts/nul.md 5 invalid_unicode",
      "posts/open.md 1 frontmatter_unclosed",
      "posts/proto.md 2 reserved_name",
      "posts/tag.md 2 yaml_tag",
      "posts/toml.md 3 toml_syntax",
      "posts/twice.md 4 yaml_duplicate_key",
    ]);
    expect(site.store.entries("posts").map(({ slug }) => slug)).toEqual(["good"]);
  });

  test("makes drafts of entries that would expire before they start", async () => {
    const site = await createTestSite();
    const folder = await writeTree(join(site.folder, "blog"), {
      "posts/early.md": post("title: A\npublishDate: 2030-01-02\nexpiryDate: 2030-01-01"),
      "posts/over.md": post("title: B\npublishDate: 2030-01-02\nexpiryDate: 2020-01-01"),
      "posts/short.md": post("title: C\npublishDate: 2030-01-02\nexpiryDate: 2030-01-03"),
    });

    const report = await site.import(folder);

    expect(report.failed).toEqual([]);
    expect(await site.read("posts", "early")).not.toMatch(/ublishAt/);
    expect(await site.read("posts", "over")).not.toMatch(/ublishAt/);
    expect(await site.read("posts", "short")).toMatch(
      /^publishAt: 2030-01-02.*\nunpublishAt: 2030-01-03/m,
    );
  });

  test("repairs small errors and reports them", async () => {
    const site = await createTestSite();
    const folder = await writeTree(join(site.folder, "blog"), {
      "posts/feed.md": post('title: Feed\fed\nbell: "a\\u0007b"', "One\f\n\u0001two"),
      "posts/escaped.md": post('title: Escaped\nbell: "a\\u0007b"'),
      "posts/list.md": post("title: List\ntags: [\n  'a]',\n  b,\n]\nmap: {\n  x: y\n}"),
      "posts/worse.md": post("title: Worse\ntags: [\n]]\n"),
    });

    const report = await site.import(folder);

    expect(report.failed.map(({ path, line }) => `${path} ${line ?? "-"}`)).toEqual([
      "posts/worse.md 4",
    ]);
    expect(noticeLines(report)).toEqual([
      "fault_mended posts/escaped.md",
      "fault_mended posts/feed.md",
      "fault_mended posts/list.md",
    ]);
    expect(report.notices.filter(({ kind }) => kind === "fault_mended")).toHaveLength(2);
    expect(await site.read("posts", "feed")).toContain(
      "title: Feed ed\nbell: a b\n---\n\nOne \n two\n",
    );
    expect(await site.read("posts", "list")).toContain("tags:\n  - a]\n  - b\n");
    expect((await site.import(folder)).commit).toBeUndefined();
  });

  test("reads an invalid YAML line as text and reports it", async () => {
    const site = await createTestSite();
    const folder = await writeTree(join(site.folder, "blog"), {
      "posts/if.md": post(
        "title: {#if ...}\nscope: @sveltejs/kit\nnote: one: two\nmade: {{date}}\nrank: 1",
      ),
      "posts/list.md": post("title: List\ntags: [a, b"),
      "posts/plain.md": post("title: Plain\nrank: 2"),
    });

    const report = await site.import(folder);

    expect(report.failed.map(({ path }) => path)).toEqual(["posts/list.md"]);
    expect(noticeLines(report)).toEqual(["fault_mended posts/if.md"]);
    expect(site.fields("posts")).toContain("rank number");
    const text = await site.read("posts", "if");
    for (const line of [
      'made: "{{date}}"',
      'title: "{#if ...}"',
      'scope: "@sveltejs/kit"',
      'note: "one: two"',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
  });

  test("reads front matter after blank lines with correct line numbers", async () => {
    const site = await createTestSite();
    const folder = await writeTree(join(site.folder, "blog"), {
      "posts/toml.md": '\n+++\ntitle = "Toml"\n+++\nText\n',
      "posts/yaml.md": "\n  \n---\ntitle: Yaml\n---\n[x](gone.md)\n",
      "posts/wrong.md": "\n\n---\ntitle: [a\n---\n",
      "posts/rule.md": "\n---\n\nNothing: but a rule\n\n---\n",
    });

    const report = await site.import(folder);

    expect(report.failed.map(({ path, line }) => `${path} ${line ?? "-"}`)).toEqual([
      "posts/wrong.md 4",
    ]);
    expect(noticeLines(report, (kind) => kind === "link_unresolved")).toEqual([
      "link_unresolved posts/yaml.md 6",
    ]);
    expect(await site.read("posts", "toml")).toContain("title: Toml\n---\n\nText\n");
    expect(await site.read("posts", "rule")).toContain("Nothing: but a rule");
  });

  test("accepts a byte order mark, CRLF, and spaces after a fence", async () => {
    const site = await createTestSite();
    const folder = await writeTree(join(site.folder, "blog"), {
      "posts/dos.md": "\uFEFF---  \r\ntitle: Dos\r\ndate: 2024-01-01\r\n---\r\nOne\r\nTwo\r\n",
    });

    await site.import(folder);

    expect(await site.read("posts", "dos")).toBe(
      "---\nid: <posts/dos>\nschema: 1\ncreatedAt: 2024-01-01T00:00:00.000Z\ntitle: Dos\n---\n\nOne\nTwo\n",
    );
  });

  test("doesn't follow symbolic links and refuses invalid images", async () => {
    const site = await createTestSite();
    await writeTree(join(site.folder, "secret"), { "key.md": post("title: Secret") });
    const folder = await writeTree(join(site.folder, "blog"), {
      "posts/a.md": post("title: A\ncover: fake.png", "![x](fake.png) ![y](../../secret/key.png)"),
      "posts/fake.png": "not a picture",
    });
    await symlink(join(site.folder, "secret"), join(folder, "posts", "linked"));

    const report = await site.import(folder);

    expect(report.entries.map(({ path }) => path)).toEqual(["posts/a.md"]);
    expect(noticeLines(report)).toEqual([
      "media_refused posts/fake.png",
      "link_unresolved posts/a.md 5",
    ]);
    expect(report.skipped).toEqual([
      expect.objectContaining({ reason: "symlink", places: [{ path: "posts/linked", count: 1 }] }),
    ]);
    expect(await site.read("posts", "a")).toContain("![x](fake.png) ![y](../../secret/key.png)");
    expect(await site.read("posts", "a")).toContain("cover: fake.png\n");
  });

  test("reports problems with the folder itself", async () => {
    const site = await createTestSite();

    await expect(site.import(join(site.folder, "nowhere"))).rejects.toMatchObject({
      code: "not_found",
    });
    await writeFile(join(site.folder, "file.md"), "x");
    await expect(site.import(join(site.folder, "file.md"))).rejects.toMatchObject({
      code: "invalid_path",
    });
  });
});

test("imports keys and folders without readable names", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "blog"), {
    "posts/a.md": post('title: A\n"": empty\n"bell\\u0007": rings\n"\\t": blank\n"-": dash'),
    "posts/b.md": post("title: B"),
    "\u0007/c.md": post("title: C"),
  });

  const report = await site.import(folder);

  expect(report.failed).toEqual([]);
  expect(await site.read("posts", "a")).toMatch(
    /title: A\nfield: empty\nbell: rings\nfield_?2: blank\nfield_?3: dash\n/,
  );
  expect(site.store.types().map(({ type }) => type.label)).toContain("Posts");
});

test("an unknown draft flag doesn't publish other drafts", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "blog"), {
    "posts/secret.md": post("title: Secret\ndraft: true"),
    "posts/soon.md": post("title: Soon\ndraft: when reviewed"),
    "posts/hidden.md": post("title: Hidden\npublished: false"),
    "posts/dated.md": post("title: Dated\npublished: 2024-05-06"),
    "posts/later.md": post("title: Later\npublished: 2024-05-07"),
    "posts/open.md": post("title: Open\ndraft: false"),
    "posts/empty.md": post("title: ''\ndraft:"),
    "houses/big.md": post("title: Big\nstatus: private"),
    "houses/small.md": post("title: Small\nstatus: sold"),
  });

  const report = await site.import(folder, { publish: true });

  const names = (draft: boolean): string[] =>
    report.entries.filter((entry) => entry.draft === draft).map(({ slug }) => slug);
  expect(names(true).toSorted()).toEqual(["hidden", "secret", "soon"]);
  expect(report.published?.count).toBe(6);
  expect(await site.read("posts", "soon")).toContain("draft: when reviewed\n");
  expect(await site.read("posts", "dated")).toContain("createdAt: 2024-05-06T00:00:00.000Z\n");
  expect(await site.read("posts", "empty")).toContain("title: Empty\n");
});
