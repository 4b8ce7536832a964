import { readFile, rm, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { type LoamProject, loamProject } from "../support/astro/loam-project.ts";
import { makePost, makePosts, sampleTypes } from "../support/astro/sample-site.ts";

interface Failure {
  readonly name: string;
  /** Damages the published files after a successful build. */
  readonly spoil: (project: LoamProject) => Promise<void>;
  readonly says: readonly (string | RegExp)[];
}

const FAILURES: readonly Failure[] = [
  {
    name: "the published folder is gone",
    spoil: (project) => rm(project.path("published"), { recursive: true }),
    says: ["published does not exist", "correct source.folder"],
  },
  {
    name: "the list is not the one that the index speaks of",
    spoil: async (project) => {
      await project.publish(sampleTypes(makePosts().slice(1)), { rowIndex: false });
      await rewrite(project, "posts.json", (text) => text.replace("Post 3", "Post x"));
    },
    says: ["api/posts.json does not match the other published files", "SHA-256", "restart HQ"],
  },
  {
    name: "two entries have one slug",
    spoil: (project) =>
      project.publish(sampleTypes([...makePosts(), makePost(99, { slug: "post-3" })])),
    says: [/have the ID "post-3": epost3 and epost99/, 'idFrom: "id"'],
  },
  {
    name: "a reference leads to an entry that is not in the published set",
    spoil: (project) =>
      project.publish(sampleTypes([makePost(1, { author: { id: "enone", slug: "none" } })])),
    says: ["1 reference points", "posts/post-1, field author: enone", 'references: "warn"'],
  },
  {
    name: "a value is not of its field's type",
    spoil: (project) => project.publish(sampleTypes([makePost(1, { title: 7 })])),
    says: ["posts → post-1", "title"],
  },
];

describe.concurrent("the build fails with a reason and keeps the loaded content", () => {
  test("for damaged content, unless the last good content is kept", async ({ onTestFinished }) => {
    const options = '{ source: { kind: "files", folder: "published" }, onError: "keep" }';
    const project = await loamProject({ options }, onTestFinished);
    await project.publish([]);
    await rm(project.path("published"), { recursive: true });
    expect((await project.run("sync")).code).not.toBe(0);

    await project.publish(sampleTypes());
    const before = await project.collections();
    await rm(project.path("published"), { recursive: true });
    const { code, output } = await project.run("sync");
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain("COULD NOT READ THE CONTENT");
    expect(output).toContain("published does not exist");

    // One type is damaged, another one missing: neither is displayed.
    const spoilt = sampleTypes([makePost(1, { title: 7 })]);
    await project.publish(spoilt.filter(({ apiId }) => apiId !== "home"));
    expect(await project.collections()).toEqual(before);

    await project.publish(sampleTypes(makePosts().slice(1)));
    expect((await project.collections())["posts"]).toHaveLength(makePosts().length - 1);
  });

  test("for damaged content", async ({ onTestFinished }) => {
    const project = await loamProject({}, onTestFinished);
    await project.run("sync");
    const before = await project.dataStore();
    for (const { name, spoil, says } of FAILURES) {
      await project.publish(sampleTypes());
      await spoil(project);
      const { code, output } = await project.run("sync");

      expect([name, code === 0]).toEqual([name, false]);
      for (const text of says) expect(`${name}: ${output}`).toMatch(text);
      expect([name, await project.dataStore()]).toEqual([name, before]);
    }
  });

  test("for an unreachable server", async ({ onTestFinished }) => {
    const settings = {
      options: '{ source: { kind: "files", url: "http://127.0.0.1:9/public/s1" } }',
    };
    const project = await loamProject(settings, onTestFinished);
    const { code, output } = await project.run("sync");

    expect(code).not.toBe(0);
    expect(output).toContain("http://127.0.0.1:9/public/s1/api/index.json cannot be read");
    expect(output).toContain("4 attempts");
  });
});

describe.concurrent("invalid options are refused with advice", () => {
  test.for([
    ["", "No content source is configured", "LOAM_SOURCE"],
    ['{ source: { kind: "git", repo: "." } }', "is not a Git repository", "Set source.repo"],
    [
      '{ source: { kind: "files", folder: "published" }, collections: { include: ["pots"] } }',
      'Did you mean "posts"?',
      "authors, home, posts",
    ],
  ] as const)("loam(%s)", async ([options, ...says], { onTestFinished }) => {
    const project = await loamProject({ options }, onTestFinished);
    const { code, output } = await project.run("sync");

    expect(code).not.toBe(0);
    for (const text of says) expect(output).toContain(text);
  });

  test('builds with a warning for references: "warn" and keeps entries older than a required field', async ({
    onTestFinished,
  }) => {
    const settings = {
      options: '{ source: { kind: "files", folder: "published" }, references: "warn" }',
    };
    const project = await loamProject(settings, onTestFinished);
    const author = { id: "enone", slug: "none" };
    await project.publish(sampleTypes([makePost(1, { author, title: undefined })]));
    const { code, output } = await project.run("sync");

    expect(code).toBe(0);
    expect(output).toContain("posts/post-1, field author: the entry enone is not published");
    expect(output).toContain("entries don't match the current schema: post-1 (no title)");
  });
});

async function rewrite(
  project: LoamProject,
  file: string,
  change: (text: string) => string,
): Promise<void> {
  const path = project.path(`published/api/${file}`);
  await writeFile(path, change(await readFile(path, "utf8")));
}
