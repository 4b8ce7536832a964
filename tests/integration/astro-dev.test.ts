import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { type LoamProject, loamProject } from "../support/astro/loam-project.ts";
import { makePost, makePosts, sampleTypes } from "../support/astro/sample-site.ts";

/** Starts the development server, and returns a function that reads a page or reports why it can't be read. */
async function develop(project: LoamProject): Promise<(path: string) => Promise<string>> {
  const server = await project.start("dev", "--port", "0");
  onTestFinished(() => server.stop());
  return async (path) => {
    // Astro may drop a request while it restarts.
    const signal = AbortSignal.timeout(20_000);
    const response = await fetch(new URL(path, server.url), { signal }).catch(String);
    return typeof response === "string" ? response : response.text().catch(String);
  };
}

/** Returns the number of posts on the page of collections, and the title of the newest. */
function postsOn(page: string): readonly unknown[] {
  const parsed: unknown = page.startsWith("{") ? JSON.parse(page) : { posts: [] };
  const { posts } = Object(parsed);
  return [posts.length, posts[0]?.data.title];
}

test("shows later publishes of a folder during development", async () => {
  const project = await loamProject();
  const read = await develop(project);
  const seen = async () => postsOn(await read("/collections.json"));
  await expect.poll(seen, { interval: 500 }).toEqual([12, "Post 11"]);

  const newest = makePost(12, { title: "Just published" });
  await project.publish(sampleTypes([newest, ...makePosts()]));
  await expect.poll(seen, { interval: 500 }).toEqual([13, "Just published"]);
});

test("shows a publish even while project files change", async () => {
  const project = await loamProject();
  const read = await develop(project);
  const seen = async () => postsOn(await read("/collections.json"));
  await expect.poll(seen, { interval: 500 }).toEqual([12, "Post 11"]);

  // Astro reloads its configuration for each of them, and ignores changes in the meantime.
  const changing = (async () => {
    for (let at = 0; at < 100; at += 1) {
      await project.write({ [`src/notes/${at % 50}.json`]: String(at) });
      await wait(20);
    }
  })();
  await project.publish(sampleTypes([makePost(12, { title: "Just published" }), ...makePosts()]));
  await changing;
  await expect.poll(seen, { interval: 500 }).toEqual([13, "Just published"]);
});

test("updates types and pages for a published schema", async () => {
  const project = await loamProject({
    files: {
      "src/pages/first.txt.ts": `import { getEntry } from "loam:content";
export const GET = async () => new Response(JSON.stringify((await getEntry("posts", "post-0")).data.mood ?? "none"));`,
    },
  });
  const read = await develop(project);
  const mood = async () => read("/first.txt");
  await expect.poll(mood, { interval: 500 }).toBe('"none"');

  const [authors, home, posts] = sampleTypes();
  if (!authors || !home || !posts) throw new TypeError("the sample site has other types");
  const fields = [...posts.fields, { apiId: "mood", type: "text" }];
  const entries = posts.entries.map((post) => ({ ...post, mood: "glad" }));
  await project.publish([authors, home, { ...posts, fields, entries }]);
  await expect.poll(mood, { interval: 500 }).toBe('"glad"');
  const types = await readFile(project.path(".astro/integrations/_loam_astro/cms.d.ts"), "utf8");
  expect(types).toContain("mood");
});
