import { newId } from "@loam/cms-core";
import { mediaPath } from "@loam/cms-core/content";
import { siteEvents, type CommitEvents } from "@loam/cms-core/history";
import { PUBLISHED_REF, unpublishEntries } from "@loam/cms-core/publish";
import { MAIN } from "@loam/cms-core/site";
import { describe, expect, test } from "vitest";
import { ACTOR, createBlog, publish, type Blog } from "../../support/site/blog-site.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** Returns the events on a branch since a commit. */
async function eventsOf(
  { store }: Blog,
  branch: CommitEvents["branch"],
  from?: string,
): Promise<readonly CommitEvents[] | undefined> {
  const to = await store.repository.resolveRef(branch === "main" ? MAIN : PUBLISHED_REF);
  return siteEvents(store.repository, {
    branch,
    from,
    to: to ?? "",
    site: store.site(),
    limit: 50,
  });
}

describe("the events of a site", () => {
  test("report each save, rename, deletion, upload, and schema change with its author", async () => {
    const blog = await createBlog(await temporaryFolder("events"));
    const from = blog.store.head();
    const { id } = await blog.save("posts", "rain", { title: "Rain" });
    await blog.save("posts", "storm", { title: "Rain" }, id);
    const media = await blog.addMedia("sky");
    await blog.store.deleteEntry(id, { actor: ACTOR });
    await blog.store.publishSchema("people", { actor: ACTOR }).catch(() => undefined);
    const told = (await eventsOf(blog, "main", from)) ?? [];
    expect(told.flatMap(({ events }) => events).slice(0, 4)).toEqual([
      { kind: "entry.saved", id, type: "posts", slug: "rain" },
      { kind: "entry.saved", id, type: "posts", slug: "storm" },
      { kind: "media.changed", id: media },
      { kind: "entry.deleted", id, type: "posts", slug: "storm" },
    ]);
    expect(new Set(told.map(({ by }) => by))).toEqual(new Set([ACTOR.name]));
    expect(told.map(({ action }) => action).slice(-1)).toEqual(["delete"]);
    const all = (await eventsOf(blog, "main")) ?? [];
    expect(all.flatMap(({ events }) => events)).toContainEqual({
      kind: "type.changed",
      type: "people",
    });
  });

  test("report publishes and unpublishes from the ledger", async () => {
    const blog = await createBlog(await temporaryFolder("events"));
    const { id } = await blog.save("posts", "rain", { title: "Rain" });
    const other = await blog.save("posts", "snow", { title: "Snow" });
    await publish(blog, id, other.id);
    await unpublishEntries(blog.store, { ids: [id], actor: ACTOR });
    const told = (await eventsOf(blog, "published")) ?? [];
    expect(told).toHaveLength(2);
    expect(told[0]?.events.map(({ kind }) => kind)).toEqual(["entry.published", "entry.published"]);
    expect(told[1]?.events).toEqual([
      { kind: "entry.unpublished", id, type: "posts", slug: "rain" },
    ]);
  });

  test("of a huge commit are limited to a hundred with a notice", async () => {
    const blog = await createBlog(await temporaryFolder("events"));
    const from = blog.store.head();
    const files = new Map(
      Array.from({ length: 130 }, (_, n) => [mediaPath(newId("media")), Buffer.from(`n: ${n}\n`)]),
    );
    await blog.store.repository.commit(MAIN, {
      files,
      author: ACTOR,
      when: new Date("2026-11-20T12:00:00.000Z"),
      message: "Many",
      trailers: {},
    });
    const [commit] = (await eventsOf(blog, "main", from)) ?? [];
    expect([commit?.events.length, commit?.more]).toEqual([100, true]);
  });

  test("are unavailable after the branch was rewritten", async () => {
    const blog = await createBlog(await temporaryFolder("events"));
    expect(await eventsOf(blog, "main", "0".repeat(40))).toBeUndefined();
  });
});
