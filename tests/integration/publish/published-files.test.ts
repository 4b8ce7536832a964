import { createHash } from "node:crypto";
import { RENDERER_VERSION, unpublishEntries } from "@loam/cms-core/publish";
import { describe, expect, test } from "vitest";
import { blogPublisher, readPublic } from "../../support/site/blog-publisher.ts";
import { ACTOR, createBlog, publish, PUBLIC_URL, type Blog } from "../../support/site/blog-site.ts";
import { folderContent } from "../../support/site/folder-content.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

async function blog(): Promise<Blog> {
  return createBlog(await temporaryFolder("follow"));
}

/** Other values that differ between runs. */
const NOT_TOLD = /[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{16}|\d{4}-\d\d-\d\dT[\d:.]+Z/g;

describe("the published files", () => {
  test("change only with the renderer version, so that a new version rewrites them", async () => {
    const site = await blog();
    const photo = await site.addMedia("ann", "Ann");
    const { id: ann } = await site.save("people", "ann", { name: "Ann", photo: { id: photo } });
    const body = `# One\n\nSee [Ann](entry:${ann}) ![a](media:${photo})`;
    const values = { title: "One", kind: "essay", author: { id: ann }, body };
    const { id: post } = await site.save("posts", "one", values);
    await publish(site, ann, post);
    const publisher = await blogPublisher(site);
    await publisher.follow();

    const ids = { [site.siteId]: "SITE", [photo]: "PHOTO", [ann]: "ANN", [post]: "POST" };
    const told = (text: string): string =>
      Object.entries(ids)
        .reduce((done, [id, name]) => done.replaceAll(id, name), text)
        .replaceAll(NOT_TOLD, "…");
    const files = Object.entries(await folderContent(publisher.folder));
    const lines = files.map(([path, text]) => told(`${path} ${text}`)).toSorted();
    const digest = createHash("sha256").update(lines.join("\n")).digest("hex");
    // If this digest changes, increment RENDERER_VERSION and update both here.
    expect([RENDERER_VERSION, digest.slice(0, 16)]).toEqual([6, "84bef1ced1c5be5d"]);
  });

  test("match the contract and each other", async () => {
    const site = await blog();
    const photo = await site.addMedia("ann");
    const ann = await site.save("people", "ann", { name: "Ann", photo: { id: photo } });
    const post = await site.save("posts", "one", {
      title: "One",
      kind: "essay",
      author: { id: ann.id },
      body: `See [Ann](entry:${ann.id}#bio) ![a](media:${photo})`,
    });
    const home = await site.save("home", "home", { title: "Home" });
    const { commit } = await publish(site, ann.id, post.id, home.id);
    const publisher = await blogPublisher(site);
    const report = await publisher.follow();

    const files = await folderContent(publisher.folder);
    const sha = createHash("sha256").update("picture ann").digest("hex").slice(0, 16);
    expect(Object.keys(files).toSorted()).toEqual(
      [
        "api/index.json",
        "api/home.json",
        "api/home/_index.json",
        `api/home/${home.id}.json`,
        "api/home/home.json",
        "api/people.json",
        "api/people/_index.json",
        `api/people/${ann.id}.json`,
        "api/people/ann.json",
        "api/posts.json",
        "api/posts/_index.json",
        `api/posts/${post.id}.json`,
        "api/posts/one.json",
        `media/${sha}/ann.png`,
      ].toSorted(),
    );
    expect(report).toMatchObject({ full: true, to: commit, problems: [] });
    expect(files[`media/${sha}/ann.png`]).toBe("picture ann");
    expect(files["api/home.json"]).toBe(files["api/home/home.json"]);
    expect(files["api/posts/one.json"]).toBe(files[`api/posts/${post.id}.json`]);
    expect(files["api/posts.json"]).toBe(
      `{"contents":[${files["api/posts/one.json"]}],"totalCount":1,"offset":0,"limit":1}`,
    );
    const url = `${PUBLIC_URL}/media/${sha}/ann.png`;
    expect(await readPublic(publisher, "api/posts/one.json")).toMatchObject({
      title: "One",
      kind: "An essay",
      author: { id: ann.id, slug: "ann", name: "Ann", photo: { id: photo, url } },
      body: `See [Ann](/people/ann#bio) ![a](${url})`,
    });
    const listSha = createHash("sha256")
      .update(files["api/posts.json"] ?? "")
      .digest("hex");
    expect(await readPublic(publisher, "api/index.json")).toMatchObject({
      site: { id: site.siteId, name: "Blog" },
      generatedFrom: commit,
      contentTypes: [
        { apiId: "home", kind: "object", totalCount: 1 },
        { apiId: "people", totalCount: 1 },
        { apiId: "posts", totalCount: 1, sha256: listSha, url: `${PUBLIC_URL}/api/posts.json` },
      ],
    });
    expect(await readPublic(publisher, "api/posts/_index.json")).toMatchObject({
      digest: listSha,
      rows: [[post.id, "one", expect.stringMatching(/^[0-9a-f]{16}$/), expect.any(String), 0]],
    });
  });

  test("PUB-12 never contain draft text", async () => {
    const site = await blog();
    const CANARY = "zq-canary-71";
    const ann = await site.save("people", "ann", { name: `Ann ${CANARY}` });
    const post = await site.save("posts", "one", { title: "One", author: { id: ann.id } });
    const draft = await site.save("posts", "draft", { title: CANARY, author: { id: ann.id } });
    const publisher = await blogPublisher(site);
    await publish(site, post.id);
    await site.save("posts", "one", { title: `One ${CANARY}`, author: { id: ann.id } }, post.id);
    await publisher.follow();
    const other = await site.save("posts", "two", { title: "Two", related: [{ id: draft.id }] });
    await publish(site, other.id);
    await publisher.follow();

    const everything = Object.entries(await folderContent(publisher.folder)).join("\n");
    expect(everything).toContain("Two");
    expect(everything).not.toContain(CANARY);
    expect(await readPublic(publisher, "api/posts/one.json")).toMatchObject({
      author: { id: ann.id },
    });
  });

  test("redirect from earlier live URLs of an entry", async () => {
    const site = await blog();
    const publisher = await blogPublisher(site);
    const one = await site.save("posts", "one", { title: "One" });
    const live = async (slug: string): Promise<unknown> => {
      await site.save("posts", slug, { title: "One" }, one.id);
      await publish(site, one.id);
      await publisher.follow();
      const files = await folderContent(publisher.folder);
      return "api/_redirects.json" in files
        ? readPublic(publisher, "api/_redirects.json")
        : undefined;
    };
    const leads = (formerSlug: string, slug: string) => {
      const from = `/blog/${formerSlug}/`;
      return { from, to: `/blog/${slug}/`, type: "posts", id: one.id, slug, formerSlug };
    };
    expect(await live("one")).toBe(undefined);
    expect(await live("two")).toEqual({ redirects: [leads("one", "two")] });
    expect(await live("three")).toEqual({
      redirects: [leads("one", "three"), leads("two", "three")],
    });
    // A link to the URL of another entry leads to that entry.
    const other = await site.save("posts", "two", { title: "Another" });
    await publish(site, other.id);
    expect(await live("three")).toEqual({ redirects: [leads("one", "three")] });
    expect(await readPublic(publisher, "api/index.json")).toMatchObject({
      redirects: { totalCount: 1, url: `${PUBLIC_URL}/api/_redirects.json` },
    });
    await unpublishEntries(site.store, { ids: [one.id], actor: ACTOR });
    await publisher.follow();
    expect(Object.keys(await folderContent(publisher.folder))).not.toContain("api/_redirects.json");
    expect(await live("one")).toEqual({ redirects: [leads("three", "one")] });
  });

  test("use the time zone for dates in links and redirects", async () => {
    const site = await blog();
    const timeZone = "America/Los_Angeles";
    const routes = { posts: "/{year}/{month}/{day}/{slug}/" };
    await site.store.changeSettings({ actor: ACTOR, routes, timeZone });
    const publisher = await blogPublisher(site);
    const values = new Map([["title", "Late"]]);
    // In Los Angeles it is still February.
    const input = { type: "posts", slug: "late", values, createdAt: "2024-03-01T07:30:00.000Z" };
    const { ref: late } = await site.store.saveEntry(input, { actor: ACTOR });
    const link = { title: "Link", body: `[late](entry:${late.id})` };
    const other = await site.save("posts", "link", link);
    await publish(site, late.id, other.id);
    await publisher.follow();
    expect(await readPublic(publisher, "api/posts/link.json")).toMatchObject({
      body: "[late](/2024/02/29/late/)",
    });
    expect(await readPublic(publisher, "api/index.json")).toMatchObject({
      site: { routes, timeZone },
    });

    await site.save("posts", "later", { title: "Late" }, late.id);
    await site.store.changeSettings({ actor: ACTOR, timeZone: null });
    await publish(site, late.id);
    await publisher.follow();

    expect(await readPublic(publisher, "api/posts/link.json")).toMatchObject({
      body: "[late](/2024/03/01/later/)",
    });
    expect(await readPublic(publisher, "api/_redirects.json")).toMatchObject({
      redirects: [{ from: "/2024/03/01/late/", to: "/2024/03/01/later/" }],
    });
  });
});
