import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { isCmsError } from "@loam/cms-core";
import { MAIN } from "@loam/cms-core/site";
import { expect, test } from "vitest";
import { exampleBlog, zipOf } from "../../support/transfer/example-export.ts";
import { destination, importZip } from "../../support/transfer/import-zip.ts";
import { writeTestZip } from "../../support/transfer/write-test-zip.ts";
import { zipContent } from "../../support/transfer/zip-content.ts";

function zipped(files: ReadonlyMap<string, Uint8Array>): Buffer {
  return writeTestZip([...files].map(([name, content]) => ({ name, content })));
}

type Change = (files: Map<string, Buffer>) => void;

const text = (edit: (text: string) => string): ((bytes: Buffer | undefined) => Buffer) => {
  return (bytes) => Buffer.from(edit(String(bytes)));
};

function change(path: string, edit: (bytes: Buffer | undefined) => Buffer): Change {
  return (files) => files.set(path, edit(files.get(path)));
}

const TAMPERED: Readonly<Record<string, readonly [Change, string]>> = {
  "another file than its manifest says": [
    change(
      "content/posts.jsonl",
      text((all) => all.replace("draft", "DRAFT")),
    ),
    "invalid_archive",
  ],
  "a file that its manifest does not name": [
    change("media/extra.bin", () => Buffer.from("x")),
    "invalid_archive",
  ],
  "a file less": [(files) => files.delete("README.md"), "invalid_archive"],
  "no manifest": [(files) => files.delete("manifest.json"), "invalid_archive"],
  "a manifest that is no JSON": [
    change("manifest.json", () => Buffer.from("{")),
    "invalid_archive",
  ],
  "a newer format": [
    change(
      "manifest.json",
      text((all) => all.replace('"version": 1', '"version": 2')),
    ),
    "invalid_archive",
  ],
  "other commits": [
    change(
      "manifest.json",
      text((all) => all.replace(/"main": "(.)/, (_, first) => `"main": "${first === "0" ? 1 : 0}`)),
    ),
    "invalid_archive",
  ],
  "a broken bundle": [
    change("repository.bundle", (bytes = Buffer.alloc(0)) => bytes.subarray(0, -30)),
    "invalid_archive",
  ],
};

/** Rewrites the manifest to match the files, as a forger would. */
function signAgain(files: Map<string, Buffer>): void {
  const manifest = JSON.parse(String(files.get("manifest.json")));
  manifest.files = [...files]
    .filter(([path]) => path !== "manifest.json")
    .map(([path, bytes]) => ({
      path,
      byteSize: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    }));
  files.set("manifest.json", Buffer.from(JSON.stringify(manifest)));
}

const FORGED: Readonly<Record<string, readonly [Change, string]>> = {
  "a bundle that ends early": [
    change("repository.bundle", (bytes = Buffer.alloc(0)) => bytes.subarray(0, -30)),
    "repository_broken",
  ],
  "a bundle that is none": [
    change("repository.bundle", () => Buffer.from("# v2 git bundle\nx")),
    "repository_broken",
  ],
  "a bundle that builds on another one": [
    change("repository.bundle", (bytes = Buffer.alloc(0)) => {
      const line = `-${"a".repeat(40)} before\n`;
      return Buffer.concat([bytes.subarray(0, 16), Buffer.from(line), bytes.subarray(16)]);
    }),
    "repository_broken",
  ],
  "a file that its repository has otherwise": [
    change(
      "site/site.yml",
      text((all) => all.replace("Blog", "Other")),
    ),
    "invalid_archive",
  ],
  "a file that its repository does not have": [
    change("site/content/posts/more.md", () => Buffer.from("---\n---\n")),
    "invalid_archive",
  ],
  "another site": [
    change(
      "manifest.json",
      text((all) => all.replace(/"id": "s\w+/, `"id": "s${"a".repeat(19)}`)),
    ),
    "invalid_archive",
  ],
};

test.each(Object.entries(FORGED))(
  "refuses %s even with a matching manifest",
  async (_, [forge, code]) => {
    const { blog } = await exampleBlog();
    const files = await zipContent(await zipOf(blog));
    forge(files);
    signAgain(files);
    const to = await destination();

    const failed = await importZip(zipped(files), to).catch((error: unknown) => error);

    expect([isCmsError(failed) && failed.code, failed]).toEqual([code, expect.any(Error)]);
    expect(await readdir(to.folder)).toEqual(["media", "site.zip"]);
  },
);

test("refuses a repository with a symbolic link", async () => {
  const { blog } = await exampleBlog();
  const { gitDir } = blog.store.repository;
  const git = (args: readonly string[], input = ""): string => {
    const person = { NAME: "Dev", EMAIL: "dev@example.test" };
    const env = Object.fromEntries(
      Object.entries(person).flatMap(([key, value]) => [
        [`GIT_AUTHOR_${key}`, value],
        [`GIT_COMMITTER_${key}`, value],
      ]),
    );
    const options = { encoding: "utf8", input, env: { ...process.env, ...env } } as const;
    return execFileSync("git", ["--git-dir", gitDir, ...args], options).trim();
  };
  const link = git(["hash-object", "-w", "--stdin"], "/etc/passwd");
  const entries = git(["ls-tree", MAIN]);
  const tree = git(["mktree"], `${entries}\n120000 blob ${link}\tlink\n`);
  git(["update-ref", MAIN, git(["commit-tree", "-m", "Link", "-p", MAIN, tree])]);
  await blog.store.refresh();

  await expect(importZip(await zipOf(blog), await destination())).rejects.toMatchObject({
    code: "invalid_archive",
    message: expect.stringContaining("link"),
  });
});

test("reports refused media files and imports the rest", async () => {
  const { blog } = await exampleBlog();

  const report = await importZip(await zipOf(blog), await destination());

  expect(report.media).toMatchObject({ records: 2, stored: 0, missing: [] });
  expect(report.media.failed.map(({ code }) => code)).toEqual([
    "unsupported_media_type",
    "unsupported_media_type",
  ]);
});

test.each(Object.entries(TAMPERED))(
  "ZIP-08 refuses %s and leaves nothing",
  async (_, [tamper, code]) => {
    const { blog } = await exampleBlog();
    const files = await zipContent(await zipOf(blog));
    tamper(files);
    const to = await destination();

    const failed = await importZip(zipped(files), to).catch((error: unknown) => error);

    expect([isCmsError(failed) && failed.code, failed]).toEqual([code, expect.any(Error)]);
    expect(await readdir(to.folder)).toEqual(["media", "site.zip"]);
  },
);
