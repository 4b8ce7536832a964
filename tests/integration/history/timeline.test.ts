import { newId } from "@loam/cms-core";
import { ledgerPath } from "@loam/cms-core/content";
import { entryTimeline, readVersion } from "@loam/cms-core/history";
import { unpublishEntries } from "@loam/cms-core/publish";
import { describe, expect, test } from "vitest";
import { ACTOR, createBlog, publish, type Blog } from "../../support/site/blog-site.ts";
import { allEvents, cloneSite, story } from "../../support/site/entry-history.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

async function someBlog(): Promise<Blog> {
  return createBlog(await temporaryFolder("history"));
}

describe("the timeline of an entry", () => {
  test("lists saves, renames, publishes, and the deletion with versions and numbers", async () => {
    const blog = await someBlog();
    const { id } = await blog.save("posts", "rain", { title: "Rain" });
    await publish(blog, id);
    await blog.save("posts", "rain", { title: "Heavy rain" }, id);
    await blog.save("posts", "storm", { title: "Heavy rain" }, id);
    await publish(blog, id);
    await unpublishEntries(blog.store, { ids: [id], actor: ACTOR });
    await blog.store.deleteEntry(id, { actor: ACTOR });
    const events = await allEvents(blog.store, id);
    const save = events.flatMap((one) => ("path" in one ? [[one.kind, one.path]] : []));
    const published = events.flatMap((one) => ("version" in one ? [[one.kind, one.version]] : []));

    expect(save.toReversed()).toEqual([
      ["create", "content/posts/rain.md"],
      ["update", "content/posts/rain.md"],
      ["rename", "content/posts/storm.md"],
    ]);
    expect(published.toReversed()).toEqual([
      ["publish", 1],
      ["publish", 2],
      ["unpublish", 2],
    ]);
    expect(events).toHaveLength(7);
    expect(events.find(({ kind }) => kind === "delete")).toMatchObject({
      slug: "storm",
      author: ACTOR,
      message: "Delete posts/storm",
    });
    for (const event of events) {
      if (!("path" in event)) continue;
      expect(await readVersion(blog.store, id, event.commit)).toMatchObject({ blob: event.blob });
    }
  });

  test("is equal for pages of every size", async () => {
    const blog = await someBlog();
    const { id } = await blog.save("posts", "a", { title: "A" });
    for (let n = 0; n < 40; n += 1) await blog.save("posts", `a${n % 3}`, { title: `${n}` }, id);
    await publish(blog, id);
    const whole = await allEvents(blog.store, id, 1000);
    expect(whole).toHaveLength(42);
    for (const limit of [13, 41, 42]) {
      expect(await allEvents(blog.store, id, limit)).toEqual(whole);
    }
  });

  test("follows renames, moves, deletions, and restores by plain Git", async () => {
    const { store, save } = await someBlog();
    const { id } = await save("posts", "rain", { title: "Rain" });
    const clone = await cloneSite(store);
    await clone.move("content/posts/rain.md", "content/posts/storm.md");
    await clone.commit("Rename it", {});
    const text = await clone.read("content/posts/storm.md");
    await clone.commit("Edit it", { "content/posts/storm.md": text.replace("Rain", "Storm") });
    await clone.move("content/posts/storm.md", "content/posts/0a/storm.md");
    await clone.commit("Shard it", {});
    await clone.push();
    await clone.commit("Delete it", { "content/posts/0a/storm.md": null });
    await clone.push();
    const deleted = ["create rain Ann", "rename storm Dev", "update storm Dev", "update storm Dev"];
    expect(await story(store, id)).toEqual([...deleted, "delete storm Dev"]);

    clone.git("revert", "--no-edit", "HEAD");
    await clone.push();
    await save("posts", "wind", { title: "Wind" }, id);
    const all = [...deleted, "delete storm Dev", "restore storm Dev", "rename wind Ann"];
    expect(await story(store, id)).toEqual(all);
    expect(await story(store, id, 1)).toEqual(all);
  });

  test("separates entries that had the same path", async () => {
    const { store, save } = await someBlog();
    const { id: first } = await save("posts", "rain", { title: "One" });
    await save("posts", "storm", { title: "One" }, first);
    const { id: second } = await save("posts", "rain", { title: "Two" });
    await save("posts", "snow", { title: "Two" }, second);
    await save("posts", "rain", { title: "One" }, first);
    expect(await story(store, first)).toEqual([
      "create rain Ann",
      "rename storm Ann",
      "rename rain Ann",
    ]);
    expect(await story(store, second)).toEqual(["create rain Ann", "rename snow Ann"]);

    // In one commit, two entries swap paths.
    const clone = await cloneSite(store);
    const [rain, snow] = ["content/posts/rain.md", "content/posts/snow.md"];
    const [one, two] = [await clone.read(rain), await clone.read(snow)];
    await clone.commit("Swap", { [rain]: two, [snow]: one });
    await clone.push();
    expect((await story(store, first)).at(-1)).toBe("rename snow Dev");
    expect((await story(store, second)).at(-1)).toBe("rename rain Dev");
    // A copy with the same id isn't a rename, because the entry is still in its file.
    await clone.commit("Copy", { "content/posts/copy.md": one });
    await clone.push();
    expect((await story(store, first)).filter((line) => line.includes("copy"))).toEqual([]);
  });

  test("names the author, not the merger, on either side of a merge", async () => {
    const { store, save } = await someBlog();
    const { id } = await save("posts", "rain", { title: "Rain" });
    const { id: other } = await save("posts", "other", { title: "Other" });
    const clone = await cloneSite(store);
    // A developer's commit with concurrent saves by others, which become the second parent on pull.
    await clone.commit("Work", { "notes.txt": "…" });
    await save("posts", "rain", { title: "Rain and wind" }, id);
    await save("posts", "storm", { title: "Rain and wind" }, id);
    clone.git("pull", "-q", "--no-rebase", "--no-edit");
    await clone.push();
    const lines = ["create rain Ann", "update rain Ann", "rename storm Ann"];
    expect(await story(store, id)).toEqual(lines);

    const text = await clone.read("content/posts/storm.md");
    clone.git("checkout", "-q", "-b", "side");
    await clone.commit("Side", { "content/posts/storm.md": text.replace("Rain", "Hail") });
    clone.git("checkout", "-q", "main");
    clone.git("merge", "-q", "--no-ff", "--no-edit", "side");
    await clone.push();
    expect(await story(store, id)).toEqual([...lines, "update storm Dev"]);
    expect(await story(store, other)).toEqual(["create other Ann"]);
  });

  test("follows both sides if both changed the entry, also with a rename", async () => {
    const { store, save } = await someBlog();
    const body = Array.from({ length: 30 }, (_, n) => `Line ${n}`).join("\n\n");
    const { id } = await save("posts", "rain", { title: "Rain", body });
    const clone = await cloneSite(store);
    const text = await clone.read("content/posts/rain.md");
    await clone.commit("End", { "content/posts/rain.md": text.replace("Line 29", "The end") });
    await save("posts", "storm", { title: "Rain", body: body.replace("Line 0", "Begin") }, id);
    clone.git("pull", "-q", "--no-rebase", "--no-edit");
    await clone.push();
    const lines = await story(store, id, 1);
    expect(lines.at(0)).toBe("create rain Ann");
    expect(lines.at(-1)).toBe("merge storm Dev");
    expect(lines.slice(1, -1).toSorted()).toEqual(["rename storm Ann", "update rain Dev"]);
    expect(await story(store, id)).toEqual(lines);
  });

  test("starts at the import, also for an object type", async () => {
    const { store, save } = await someBlog();
    const ref = await save("posts", "rain", { title: "Rain" });
    const text = Buffer.from(await store.repository.readBlob(ref.blob)).toString();
    const ids = Array.from({ length: 700 }, () => newId("entry"));
    const files = new Map(
      ids.map((id, n) => [`content/posts/p${n}.md`, Buffer.from(text.replace(ref.id, id))]),
    );
    await store.applyFiles(files, { actor: ACTOR, message: "Import" });
    const moved = new Map<string, Uint8Array | null>();
    for (const [path, bytes] of files) {
      moved.set(path, null).set(path.replace("posts/p", "posts/q"), bytes);
    }
    await store.applyFiles(moved, { actor: ACTOR, message: "Rename all" });
    for (const n of [5, 600]) {
      expect(await story(store, ids[n] ?? "")).toEqual([`create p${n} Ann`, `rename q${n} Ann`]);
    }
    const home = await save("home", "home", { title: "Hello" });
    await save("home", "home", { title: "Hello again" });
    expect(await story(store, home.id)).toEqual(["create home Ann", "update home Ann"]);
  });

  test("refuses unknown ids and foreign cursors", async () => {
    const { store, save } = await someBlog();
    const { id } = await save("posts", "rain", { title: "Rain" });
    const nobody = `e${"a".repeat(19)}`;
    await expect(entryTimeline(store, nobody)).rejects.toMatchObject({ code: "content_not_found" });
    const forged = [
      "",
      "x",
      "[]",
      '[null,["--all","a"]]',
      `[null,["${"1".repeat(40)}","a"]]`,
      JSON.stringify([[store.head(), ledgerPath("posts", id)]]),
    ];
    for (const text of forged) {
      const cursor = Buffer.from(text).toString("base64url");
      const page = entryTimeline(store, id, { cursor });
      await expect(page).rejects.toMatchObject({ code: "invalid_cursor" });
    }
  });
});
