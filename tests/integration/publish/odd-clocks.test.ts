import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { openContentIndex } from "@loam/cms-core/find";
import { entryTimeline, publishedLog } from "@loam/cms-core/history";
import { MAIN } from "@loam/cms-core/site";
import { expect, onTestFinished, test } from "vitest";
import { blogPublisher, freshContent, readPublic } from "../../support/site/blog-publisher.ts";
import { createBlog, openBlog, publish, type Blog } from "../../support/site/blog-site.ts";
import { folderContent } from "../../support/site/folder-content.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { zipOf } from "../../support/transfer/example-export.ts";

/** Commits a change of a file to `main` with this author and committer time. */
function push(
  { store: { repository, head } }: Blog,
  seconds: string,
  path: string,
  text: string,
): void {
  const git = (args: readonly string[], input = ""): string =>
    execFileSync("git", ["--git-dir", repository.gitDir, ...args], {
      encoding: "utf8",
      input,
    }).trim();
  const env = { ...process.env, GIT_INDEX_FILE: join(repository.gitDir, "test-index") };
  const index = (...args: string[]): string =>
    execFileSync("git", ["--git-dir", repository.gitDir, ...args], {
      encoding: "utf8",
      env,
    }).trim();
  const blob = git(["hash-object", "-w", "--stdin"], text);
  index("read-tree", MAIN);
  index("update-index", "--add", "--cacheinfo", `100644,${blob},${path}`);
  const who = `Dev <dev@example.test> ${seconds} +0000`;
  const commit = `tree ${index("write-tree")}\nparent ${head()}\nauthor ${who}\ncommitter ${who}\n\nPush\n`;
  const oid = git(["hash-object", "-t", "commit", "-w", "--stdin", "--literally"], commit);
  git(["update-ref", MAIN, oid]);
}

test.each([
  ["1970", "0", "1970-01-01T00:00:00.000Z"],
  ["2100", "4102444800", "2100-01-01T00:00:00.000Z"],
  ["10000", "253402300800", "9999-12-31T23:59:59.000Z"],
  ["318000", "9999999999999", "9999-12-31T23:59:59.000Z"],
  ["no end", "18446744073709551614", "9999-12-31T23:59:59.000Z"],
])(
  "GIT-19 a push from the year %s can be overwritten, published, indexed, and exported",
  async (_, seconds, time) => {
    const folder = await temporaryFolder("odd-clocks");
    const blog = await createBlog(folder);
    const entry = await blog.save("posts", "rain", { title: "Rain" });
    const text = `---\nid: ${entry.id}\nschema: 1\ncreatedAt: 1970-01-01T00:00:00.000Z\ntitle: Pushed\n---\n`;
    push(blog, seconds, entry.path, text);
    await blog.store.close();

    const after = await openBlog(folder);
    onTestFinished(async () => after.store.close());
    await publish(after, entry.id);
    const publisher = await blogPublisher(after);
    await publisher.follow();
    expect(await readPublic(publisher, "api/posts/rain.json")).toMatchObject({
      title: "Pushed",
      updatedAt: time,
    });
    expect(await folderContent(publisher.folder)).toEqual(await freshContent(after));

    const index = await openContentIndex(after.store.repository, {
      path: join(folder, "index.db"),
    });
    onTestFinished(async () => index.close());
    expect((await index.list({})).entries).toMatchObject([{ slug: "rain", updatedAt: time }]);
    expect((await entryTimeline(after.store, entry.id)).events.length).toBeGreaterThan(1);
    expect(await publishedLog(after.store.repository)).toHaveLength(1);
    expect((await zipOf(after)).length).toBeGreaterThan(0);

    await after.save("posts", "rain", { title: "Snow" }, entry.id);
    await publish(after, entry.id);
    await publisher.follow();
    expect(await readPublic(publisher, "api/posts/rain.json")).toMatchObject({ title: "Snow" });
  },
);
