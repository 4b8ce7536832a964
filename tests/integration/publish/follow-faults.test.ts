import { expect, test } from "vitest";
import { recordPlans } from "../../support/s3/recording-storage.ts";
import { blogPublisher, freshContent, readPublic } from "../../support/site/blog-publisher.ts";
import { createBlog, publish, type Blog } from "../../support/site/blog-site.ts";
import { folderContent } from "../../support/site/folder-content.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

async function blog(): Promise<Blog> {
  return createBlog(await temporaryFolder("follow"));
}

test("keeps old files after a failed write, and the next call writes new ones", async () => {
  const site = await blog();
  let broken = false;
  const publisher = await blogPublisher(site, {
    wrap: (storage) => ({
      ...storage,
      apply: (...plan) => (broken ? Promise.reject(new Error("EIO")) : storage.apply(...plan)),
    }),
  });
  const a = await site.save("posts", "a", { title: "A" });
  await publish(site, a.id);
  await publisher.follow();
  const before = await folderContent(publisher.folder);
  const b = await site.save("posts", "b", { title: "B" });
  const { commit } = await publish(site, b.id);
  broken = true;
  await expect(publisher.follow()).rejects.toThrow("EIO");
  expect(await folderContent(publisher.folder)).toEqual(before);
  expect(publisher.live().find("posts", "b")).toBeUndefined();
  broken = false;

  expect(await publisher.follow()).toMatchObject({ to: commit });
  expect(await folderContent(publisher.folder)).toEqual(await freshContent(site));
});

test("turning off removes every file, the index first; following restores them", async () => {
  const site = await blog();
  const photo = await site.addMedia("ann");
  const a = await site.save("posts", "a", { title: "A", cover: { id: photo } });
  await publish(site, a.id);
  const recording = recordPlans();
  const publisher = await blogPublisher(site, recording);
  await publisher.follow();
  const before = await folderContent(publisher.folder);
  recording.plans.length = 0;
  await publisher.withdraw();

  expect(await publisher.storage.list()).toEqual([]);
  expect(publisher.live().types.size).toBe(0);
  const removed = recording.plans.flatMap(({ removals }) => removals.flat());
  expect(removed[0]).toBe("api/index.json");
  expect(removed.indexOf("api/posts.json")).toBeLessThan(removed.indexOf("api/posts/a.json"));
  expect(await publisher.follow()).toMatchObject({ full: true });
  expect(await folderContent(publisher.folder)).toEqual(before);
});

test("never writes a site into another site's folder", async () => {
  const site = await blog();
  const a = await site.save("posts", "a", { title: "A" });
  await publish(site, a.id);
  const publisher = await blogPublisher({ ...site, siteId: "s2222222222222222222" });
  await expect(publisher.follow()).rejects.toMatchObject({ code: "invalid_site" });
  expect(await publisher.storage.list()).toEqual([]);
});

test("readers only see complete files during publishes", async () => {
  const site = await blog();
  const publisher = await blogPublisher(site);
  const fat = "word ".repeat(39_000);
  const a = await site.save("posts", "a", { title: "0", body: fat });
  const b = await site.save("posts", "b", { title: "0", body: fat });
  await publish(site, a.id, b.id);
  await publisher.follow();
  const stop = new AbortController();
  let reads = 0;
  const reader = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      for (const path of [
        "api/index.json",
        "api/posts.json",
        "api/posts/a.json",
        "api/posts/_index.json",
      ]) {
        await readPublic(publisher, path);
        reads += 1;
      }
    }
  };
  const readers = [reader(), reader()];
  for (let n = 1; n <= 12; n += 1) {
    await site.save("posts", "a", { title: String(n), body: fat }, a.id);
    await publish(site, a.id);
    await publisher.follow();
  }
  stop.abort();
  await Promise.all(readers);
  expect(reads).toBeGreaterThan(50);
});
