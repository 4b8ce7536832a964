import { expect, onTestFinished, test, vi } from "vitest";
import { loamProject } from "../support/loam-project.ts";
import { makePost, makePosts, sampleTypes } from "../support/sample-site.ts";

test("while developing, a page shows what was published to the folder since", async () => {
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
  // A page that is made in the very moment in which Astro forgets the old content may bring it back, so it is
  // asked as often as a person would.
  await vi.waitFor(async () => expect(await seen()).toEqual([13, "Just published"]), {
    timeout: 120_000,
    interval: 1000,
  });
});
