import { expect, test } from "vitest";
import { printSiteFile } from "../../content/site/site-file.ts";
import { newPlainStore, writeUnchecked } from "../plain-store.fixture.ts";
import { ann, expectSameAsReopened, titled } from "../site-store.fixture.ts";
import { openSiteStoreOn, type SiteStore } from "../site-store.ts";

const BROKEN = Buffer.from("<<<<<<< ours\nname: A\n=======\nname: B\n>>>>>>> theirs\n");

function save(store: SiteStore, slug: string): Promise<unknown> {
  return store.saveEntry({ type: "posts", slug, values: titled("Saved") }, ann);
}

test.each([
  ["broken", BROKEN],
  ["removed", null],
])("uses the newest readable version while site.yml is %s", async (_, bytes) => {
  const store = await newPlainStore();
  const config = { ...store.site(), name: "Newest", paths: { posts: "news" } };
  await writeUnchecked(store, { "site.yml": printSiteFile(config) });
  await save(store, "one");
  await writeUnchecked(store, { "site.yml": BROKEN });
  await writeUnchecked(store, { "site.yml": bytes });

  expect(store.site()).toEqual(config);
  expect(store.problems()).toMatchObject([{ path: "site.yml" }]);
  await save(store, "two");
  expect(store.findEntry("posts", "two")?.path).toBe("news/two.yml");
  await expectSameAsReopened(store);

  await store.changeSettings({ name: "Mended", ...ann });
  expect(store.site()).toEqual({ ...config, name: "Mended" });
  expect(store.problems()).toEqual([]);
  await expectSameAsReopened(store);
});

test("ignores a site.yml with the id of another site", async () => {
  const store = await newPlainStore();
  const { id } = store.site();
  const other = { ...store.site(), id: "saaaaaaaaaaaaaaaaaaa", name: "Other" };
  await writeUnchecked(store, { "site.yml": printSiteFile(other) });

  const opened = await openSiteStoreOn(store.repository, { siteId: id });
  for (const each of [store, opened]) {
    expect(each.site()).toMatchObject({ id, name: "Test" });
    expect(each.problems()).toMatchObject([{ path: "site.yml", field: "id" }]);
  }
});
