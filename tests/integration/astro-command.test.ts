import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { type LoamProject, loamProject } from "../support/astro/loam-project.ts";
import type { TypeSpec } from "../support/astro/published-site.ts";
import { makePost, sampleTypes } from "../support/astro/sample-site.ts";
import { folderContent } from "../support/site/folder-content.ts";

const BIN = resolve(import.meta.dirname, "../../packages/astro-integration/bin/loam-astro.js");

/** Matches the file of one entry. */
const SINGLE = /^api\/[^/]+\/(?!_index)/;

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

function run({ folder }: Pick<LoamProject, "folder">, ...args: string[]): Promise<Ran> {
  const { PATH, HOME } = process.env;
  return new Promise((done) => {
    execFile(
      process.execPath,
      [BIN, ...args],
      { cwd: folder, env: { PATH, HOME } },
      (error, out, err) =>
        done({ code: typeof error?.code === "number" ? error.code : 0, out, error: err }),
    );
  });
}

test("generates committed types and reports later changes", async () => {
  const project = await loamProject();
  expect(await run(project, "types", "--check")).toMatchObject({ code: 1 });
  expect(await run(project, "types")).toMatchObject({ code: 0, out: "cms-types.d.ts written.\n" });
  expect(await readFile(project.path("cms-types.d.ts"), "utf8")).toContain('"posts":');
  expect(await run(project, "types", "--check")).toMatchObject({ code: 0 });

  const links: TypeSpec = {
    apiId: "links",
    fields: [{ apiId: "subtitle", type: "text" }],
    entries: [],
  };
  await project.publish([...sampleTypes(), links]);
  const { code, out } = await run(project, "types", "--check");
  expect(code).toBe(1);
  expect(out).toContain("+ readonly subtitle?: string | undefined;");
});

test("copies content for building without its source", async () => {
  const project = await loamProject();
  const published = await folderContent(project.path("published"));
  expect(await run(project, "pull", "copy")).toMatchObject({
    code: 0,
    out: expect.stringContaining("LOAM_SOURCE=copy"),
  });
  const copy = await folderContent(project.path("copy"));
  const lists = Object.entries(published).filter(([path]) => !SINGLE.test(path));
  expect(copy).toEqual(Object.fromEntries(lists));

  // Existing files stay complete if a later one fails.
  await rm(project.path("published/api/posts.json"));
  expect((await run(project, "pull", "copy")).code).toBe(1);
  expect(await folderContent(project.path("copy"))).toEqual(copy);

  // The environment variable takes precedence over the option.
  await project.write({ ".env": "LOAM_SOURCE=copy\n" });
  expect(Object.keys(await project.collections())).toEqual(["authors", "home", "posts"]);
});

test("doctor reports problems with advice", async () => {
  const hq = '{ baseUrl: "http://127.0.0.1:9", siteId: "s1" }';
  const source = '{ kind: "files", folder: "published" }';
  const project = await loamProject({ options: `{ source: ${source}, hq: ${hq} }` });
  const { code, out } = await run(project, "doctor");
  expect(code).toBe(1);
  expect(out).toMatch(/^ok +Astro: 7\./m);
  expect(out).toMatch(/^ok +Source: .*posts \(12\)/m);
  expect(out).toMatch(/^ok +Content: /m);
  expect(out).toMatch(/^FAILED +HQ: .*CMS_READ_KEY/m);
  expect(out).toMatch(/^warning +Previews: .*adapter/m);

  await project.publish(sampleTypes([makePost(1, { title: 7 })]));
  const spoilt = await run(project, "doctor", "--json");
  expect(JSON.parse(spoilt.out)).toContainEqual({
    state: "failed",
    what: "Content",
    message: expect.stringContaining("posts/post-1, title"),
  });
  expect(await run({ folder: "/" }, "doctor")).toMatchObject({
    code: 1,
    error: expect.stringContaining("no astro.config"),
  });
  expect(await run(project, "cure")).toMatchObject({ code: 2 });
  expect(await run(project, "--help")).toMatchObject({ code: 0, error: "" });
});
