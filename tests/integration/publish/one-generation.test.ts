import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { blogPublisher, type BlogPublisher } from "../../support/site/blog-publisher.ts";
import { createBlog, publish } from "../../support/site/blog-site.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const PUBLISHES = 10;

test("PUB-06 lists named by one index belong to one publish, even during publishes", async () => {
  const site = await createBlog(await temporaryFolder("generation"));
  const publisher = await blogPublisher(site);
  const post = await site.save("posts", "a", { title: "T0" });
  const person = await site.save("people", "b", { name: "T0" });
  await publish(site, post.id, person.id);
  await publisher.follow();
  const stop = new AbortController();
  const seen: (readonly [string, string])[] = [];
  const reader = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const found = await readSet(publisher);
      if (found !== undefined) seen.push(found);
      await setImmediate();
    }
  };
  const readers = [reader(), reader()];
  for (let n = 1; n <= PUBLISHES; n += 1) {
    await site.save("posts", "a", { title: `T${n}` }, post.id);
    await site.save("people", "b", { name: `T${n}` }, person.id);
    await publish(site, post.id, person.id);
    await publisher.follow();
  }
  stop.abort();
  await Promise.all(readers);
  expect(seen.filter(([title, name]) => title !== name)).toEqual([]);
  expect(new Set(seen.map(([title]) => title)).size).toBeGreaterThan(2);
});

/** Returns the title and name in the two lists; undefined if the index doesn't match both. */
async function readSet({ folder }: BlogPublisher): Promise<readonly [string, string] | undefined> {
  const index = await readFile(join(folder, "api/index.json"), "utf8");
  const [posts = "", people = ""] = await Promise.all(
    ["posts", "people"].map((type) => readFile(join(folder, `api/${type}.json`), "utf8")),
  );
  const sums = [posts, people].map((list) => createHash("sha256").update(list).digest("hex"));
  if (!sums.every((sum) => index.includes(`"sha256":"${sum}"`))) return undefined;
  const [, title = ""] = /"title":"(T\d+)"/.exec(posts) ?? [];
  const [, name = ""] = /"name":"(T\d+)"/.exec(people) ?? [];
  return [title, name];
}
