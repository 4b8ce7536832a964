import { readFile } from "node:fs/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { loamProject } from "../support/astro/loam-project.ts";
import { makePost, makePosts, sampleTypes } from "../support/astro/sample-site.ts";

test("shows later publishes of a folder during development", async () => {
  const project = await loamProject();
  const server = await project.start("dev", "--port", "0");
  onTestFinished(() => server.stop());
  const seen = async (): Promise<unknown> => {
    const response = await fetch(new URL("/collections.json", server.url));
    const { posts } = Object(await response.json());
    return [posts.length, posts[0].data.title];
  };
  expect(await seen()).toEqual([12, "Post 11"]);

  const newest = makePost(12, { title: "Just published" });
  await project.publish(sampleTypes([newest, ...makePosts()]));
  await vi.waitFor(async () => expect(await seen()).toEqual([13, "Just published"]), {
    timeout: 120_000,
    interval: 1000,
  });
});

test("shows a publish even while project files change", async () => {
  const project = await loamProject();
  const server = await project.start("dev", "--port", "0");
  onTestFinished(() => server.stop());
  const newest = async (): Promise<unknown> => {
    const response = await fetch(new URL("/collections.json", server.url));
    return Object(await response.json()).posts[0].data.title;
  };
  expect(await newest()).toBe("Post 11");

  // Astro reloads its configuration for each of them, and ignores changes in the meantime.
  const enough = AbortSignal.timeout(3000);
  const changing = (async () => {
    for (let at = 0; !enough.aborted; at += 1) {
      await project.write({ [`src/notes/${at % 50}.json`]: String(at) });
    }
  })();
  await project.publish(sampleTypes([makePost(12, { title: "Just published" }), ...makePosts()]));
  await changing;
  await vi.waitFor(async () => expect(await newest()).toBe("Just published"), {
    timeout: 120_000,
    interval: 1000,
  });
});

test("updates types and pages for a published schema", async () => {
  const project = await loamProject({
    files: {
      "src/pages/first.txt.ts": `import { getEntry } from "loam:content";
export const GET = async () => new Response(JSON.stringify((await getEntry("posts", "post-0")).data.mood ?? "none"));`,
    },
  });
  const server = await project.start("dev", "--port", "0");
  onTestFinished(() => server.stop());
  const mood = async (): Promise<string> => (await fetch(new URL("/first.txt", server.url))).text();
  expect(await mood()).toBe('"none"');

  const [authors, home, posts] = sampleTypes();
  if (!authors || !home || !posts) throw new TypeError("the sample site has other types");
  const fields = [...posts.fields, { apiId: "mood", type: "text" }];
  const entries = posts.entries.map((post) => ({ ...post, mood: "glad" }));
  await project.publish([authors, home, { ...posts, fields, entries }]);
  await vi.waitFor(async () => expect(await mood()).toBe('"glad"'), {
    timeout: 120_000,
    interval: 1000,
  });
  const types = await readFile(project.path(".astro/integrations/_loam_astro/cms.d.ts"), "utf8");
  expect(types).toContain("mood");
});
