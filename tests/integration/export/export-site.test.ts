import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeExportFile } from "@loam/cms-core/export";
import { readPublicFolder } from "@loam/cms-core/publish";
import { MAIN } from "@loam/cms-core/site";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { blogPublisher } from "../../support/site/blog-publisher.ts";
import { ACTOR, type Blog, publish } from "../../support/site/blog-site.ts";
import { storedContent } from "../../support/site/stored-content.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { exampleBlog, exportOf, zipOf } from "../../support/transfer/example-export.ts";
import { zipContent } from "../../support/transfer/zip-content.ts";

function lines(file: Buffer | undefined): Record<string, unknown>[] {
  const text = file?.toString() ?? "";
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("contains every entry with its state and a hash for every file", async () => {
  const { blog, ids } = await exampleBlog();

  const files = await zipContent(await zipOf(blog));

  expect(await exportOf(blog)).toMatchObject({ entryCount: 5, fileCount: files.size });
  const states = lines(files.get("content/posts.jsonl")).map(({ id, state }) => [id, state]);
  expect(Object.fromEntries(states)).toEqual({
    [ids.a]: "published",
    [ids.b]: "changed",
    [ids.c]: "unpublished",
    [ids.d]: "draft",
    [ids.removed]: "published",
  });
  const manifest = JSON.parse(String(files.get("manifest.json")));
  expect(manifest.entries).toEqual({
    draft: 1,
    published: 3,
    changed: 1,
    unpublished: 1,
    broken: 0,
  });
  const hashed = [...files]
    .filter(([path]) => path !== "manifest.json")
    .map(([path, bytes]) => ({
      path,
      byteSize: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    }));
  expect(manifest.files).toEqual(hashed);
  expect(String(files.get("README.md"))).toContain("200 MiB");
});

test("contains the served JSON byte for byte and the repository's files", async () => {
  const { blog } = await exampleBlog();
  const publisher = await blogPublisher(blog);
  await publisher.follow();

  const files = await zipContent(await zipOf(blog));

  const served = await storedContent(readPublicFolder(publisher.folder));
  const json = Object.entries(served).filter(([path]) => path.startsWith("api/"));
  const published = [...files].filter(([path]) => path.startsWith("published/"));
  expect(Object.fromEntries(published.map(([path, bytes]) => [path, bytes.toString()]))).toEqual(
    Object.fromEntries(json.map(([path, text]) => [`published/${path}`, text])),
  );
  const { repository } = blog.store;
  for (const { path, oid } of await repository.listFiles(blog.store.head())) {
    expect(files.get(`site/${path}`)).toEqual(Buffer.from(await repository.readBlob(oid)));
  }
});

test("describes entry fields with a matching JSON Schema", async () => {
  const { blog } = await exampleBlog();

  const files = await zipContent(await zipOf(blog));

  for (const type of ["posts", "people"]) {
    const validate = new Ajv2020({ strict: false, formats: { uri: true, date: true } }).compile(
      JSON.parse(String(files.get(`schema/${type}/1.schema.json`))),
    );
    for (const { state, fields } of lines(files.get(`content/${type}.jsonl`))) {
      // A draft can lack what publishing requires: this one has no title.
      expect([state, validate(fields)]).toEqual([state, state !== "draft"]);
    }
  }
});

test("ZIP-05 is reproducible, also after a repack", async () => {
  const { blog } = await exampleBlog();
  const { gitDir } = blog.store.repository;
  const first = await zipOf(blog);

  expect((await zipOf(blog)).equals(first)).toBe(true);

  execFileSync("git", ["--git-dir", gitDir, "repack", "-q", "-a", "-d", "-f", "--depth=3"]);
  expect((await zipOf(blog)).equals(first)).toBe(true);
  const { live } = await followed(blog);
  expect((await zipOf(blog, { live })).equals(first)).toBe(true);
});

async function followed(blog: Blog) {
  const publisher = await blogPublisher(blog);
  await publisher.follow();
  return { live: publisher.live() };
}

test("ZIP-04 shows one commit per branch despite concurrent changes", async () => {
  const { blog, ids } = await exampleBlog();
  const before = await zipOf(blog);
  const opened = await exportOf(blog);
  const chunks: Buffer[] = [];

  for await (const chunk of opened.zip()) {
    if (chunks.length === 0) {
      await blog.save("posts", "a", { title: "A, later" }, ids.a);
      await publish(blog, ids.a, ids.b);
    }
    chunks.push(chunk);
  }
  const late = (await exportOf(blog)).commits;

  expect(late).not.toEqual(opened.commits);
  expect(Buffer.concat(chunks).equals(before)).toBe(true);
});

test("contains a repository that Git can clone with both branches", async () => {
  const { blog } = await exampleBlog();
  const folder = await temporaryFolder("export-clone");
  const opened = await exportOf(blog);
  const zip = join(folder, "site.zip");
  await writeExportFile(zip, opened.zip());
  const bundle = join(folder, "repository.bundle");
  await writeFile(bundle, (await zipContent(zip)).get("repository.bundle") ?? "");

  execFileSync("git", ["bundle", "verify", "-q", bundle], {
    cwd: blog.store.repository.gitDir,
    stdio: "pipe",
  });
  execFileSync("git", ["clone", "-q", "--mirror", bundle, join(folder, "clone")]);

  const refs = execFileSync("git", ["show-ref"], { cwd: join(folder, "clone"), encoding: "utf8" });
  expect(refs.trim().split("\n")).toEqual([
    `${opened.commits.main} refs/heads/main`,
    `${opened.commits.published} refs/heads/published`,
  ]);
  expect((await readdir(folder)).toSorted()).toEqual(["clone", "repository.bundle", "site.zip"]);

  execFileSync("git", ["clone", "-q", bundle, join(folder, "checkout")]);
  expect(await readdir(join(folder, "checkout"))).toContain("site.yml");
});

test("ZIP-01 keeps unusual file names only in the bundle and reports them", async () => {
  const { blog } = await exampleBlog();
  const files = new Map(
    ["notes/a b\u202e.txt", "content/posts/Not A Slug.md", "README.md"].map((path) => [
      path,
      Buffer.from("text"),
    ]),
  );
  await blog.store.repository.commit(MAIN, { files, author: ACTOR, message: "Push" });

  const exported = await zipContent(await zipOf(blog));

  const manifest = JSON.parse(String(exported.get("manifest.json")));
  expect(manifest.otherFiles.toSorted()).toEqual([...files.keys()].toSorted());
  expect([...exported.keys()].filter((path) => !/^[\w./-]+$/.test(path))).toEqual([]);
});

test("reports broken files and exports them unchanged", async () => {
  const { blog, ids } = await exampleBlog();
  const ref = blog.store.entryById(ids.d);
  const bytes = Buffer.from("---\nid: nothing\n---\n");
  const files = new Map([[ref?.path ?? "", bytes]]);
  await blog.store.repository.commit(MAIN, { files, author: ACTOR, message: "Push" });

  const exported = await zipContent(await zipOf(blog));

  expect(exported.get(`site/${ref?.path}`)).toEqual(bytes);
  expect(lines(exported.get("content/posts.jsonl"))).toContainEqual(
    expect.objectContaining({ slug: "d", state: "broken", problems: expect.anything() }),
  );
});
