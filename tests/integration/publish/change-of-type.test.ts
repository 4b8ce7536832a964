import { join } from "node:path";
import { readPublishedEvents } from "@loam/cms-core/events";
import { openContentIndex } from "@loam/cms-core/find";
import { publishedDiff, rollBackSite, unpublishEntries } from "@loam/cms-core/publish";
import { expect, onTestFinished, test } from "vitest";
import {
  blogPublisher,
  freshContent,
  type BlogPublisher,
} from "../../support/site/blog-publisher.ts";
import {
  ACTOR,
  createBlog,
  publish,
  publishedPaths,
  type Blog,
} from "../../support/site/blog-site.ts";
import { folderContent } from "../../support/site/folder-content.ts";
import { allAnswers } from "../../support/site/index-answers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { zipOf } from "../../support/transfer/example-export.ts";
import { zipContent } from "../../support/transfer/zip-content.ts";

interface Moving {
  readonly blog: Blog;
  readonly publisher: BlogPublisher;
  readonly id: string;
  /** Moves the entry's file to the other type like `git mv`, and publishes it. */
  move: (to: "people" | "posts") => Promise<string>;
}

/** Creates a blog with an entry that is live as a post. */
async function movingEntry(): Promise<Moving> {
  const blog = await createBlog(await temporaryFolder("change-of-type"));
  const publisher = await blogPublisher(blog);
  const { id } = await blog.save("posts", "ann", { title: "About Ann" });
  await publish(blog, id);
  await publisher.follow();
  const head = `id: ${id}\nschema: 1\ncreatedAt: 2026-01-01T00:00:00.000Z\n`;
  const files = {
    posts: {
      "content/people/ann.yml": null,
      "content/posts/ann.md": `---\n${head}title: A\n---\n`,
    },
    people: { "content/posts/ann.md": null, "content/people/ann.yml": `${head}name: Ann\n` },
  };
  return {
    blog,
    publisher,
    id,
    move: async (to) => {
      const edits = Object.entries(files[to]).map(
        ([path, text]) => [path, text === null ? null : Buffer.from(text)] as const,
      );
      await blog.store.applyFiles(new Map(edits), { actor: ACTOR, message: "Move" });
      const { commit = "" } = await publish(blog, id);
      await publisher.follow();
      return commit;
    },
  };
}

async function livePaths({ publisher }: Moving): Promise<string[]> {
  const paths = Object.keys(await folderContent(publisher.folder));
  return paths.filter((path) => /^api\/.*\/(?!_index)/.test(path)).toSorted();
}

test("an entry with a changed type is live only as the new one, in both directions", async () => {
  const moving = await movingEntry();
  const { blog, publisher, id, move } = moving;

  for (const to of ["people", "posts", "people"] as const) {
    await move(to);
    expect(await livePaths(moving)).toEqual(
      [`api/${to}/ann.json`, `api/${to}/${id}.json`].toSorted(),
    );
    expect(await folderContent(publisher.folder)).toEqual(await freshContent(blog));
    const pins = (await publishedPaths(blog)).filter((path) => path.startsWith("content/"));
    expect(pins).toEqual([expect.stringContaining(`content/${to}/`)]);
  }
  const { records } = await unpublishEntries(blog.store, { ids: [id], actor: ACTOR });
  expect(records).toMatchObject([{ type: "people", version: 4 }]);
  await publisher.follow();
  expect(await livePaths(moving)).toEqual([]);
  expect(await folderContent(publisher.folder)).toEqual(await freshContent(blog));
});

test("reports a type change as unpublish and publish that can be rolled back", async () => {
  const moving = await movingEntry();
  const { blog, publisher, id, move } = moving;
  const { repository } = blog.store;
  const first = (await repository.resolveRef("refs/heads/published")) ?? "";
  const second = await move("people");

  const author = { name: "Ann", email: "ann@example.test" };
  const step = { commit: second, parent: first, time: 0, author, trailers: {} };
  const events = await readPublishedEvents(repository, blog.siteId, step);
  expect(events.map(({ event, contentType }) => [event, contentType])).toEqual([
    ["entry.published", "people"],
    ["entry.unpublished", "posts"],
    ["site.published", ""],
  ]);
  expect((await publishedDiff(repository, first, second)).entries).toMatchObject([
    { type: "people", kind: "added" },
    { type: "posts", kind: "removed" },
  ]);

  await rollBackSite(blog.store, { to: first, actor: ACTOR });
  await publisher.follow();
  expect(await livePaths(moving)).toEqual(
    ["api/posts/ann.json", `api/posts/${id}.json`].toSorted(),
  );
  expect(await folderContent(publisher.folder)).toEqual(await freshContent(blog));
  await unpublishEntries(blog.store, { ids: [id], actor: ACTOR });
  await publisher.follow();
  expect(await livePaths(moving)).toEqual([]);
});

test("shows the live type in an updated index and an export", async () => {
  const { blog, id, move } = await movingEntry();
  const { repository } = blog.store;
  const followed = await openContentIndex(repository, { path: join(blog.folder, "followed.db") });
  await move("posts");
  await move("people");
  await followed.follow();
  const built = await openContentIndex(repository, { path: join(blog.folder, "built.db") });
  onTestFinished(() => Promise.all([followed.close(), built.close()]).then(() => undefined));
  const asked = { ids: [id], searches: ["ann"], times: [] };
  expect(await allAnswers(followed, asked)).toEqual(await allAnswers(built, asked));
  expect((await built.list({ state: "published" })).entries).toMatchObject([
    { type: "people", id },
  ]);

  const files = await zipContent(await zipOf(blog));
  expect(JSON.parse(String(files.get("content/people.jsonl")))).toMatchObject({
    id,
    state: "published",
  });
  expect(files.has("published/api/people/ann.json")).toBe(true);
});
