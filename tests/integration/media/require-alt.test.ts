import type { Field, FieldValue } from "@loam/cms-core";
import { checkPublish, loadLiveSite, schemaImpact } from "@loam/cms-core/publish";
import { expect, test } from "vitest";
import { makeRepeat } from "../../support/properties/make-fields.ts";
import { blogPublisher, readPublic } from "../../support/site/blog-publisher.ts";
import { ACTOR, createBlog, publish, PUBLIC_URL, type Blog } from "../../support/site/blog-site.ts";
import { changeSchema, withChanged, withField } from "../../support/site/change-schema.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const PICTURE = {
  label: "Picture",
  required: false,
  multiple: false,
  type: "media",
  accept: "image",
  requireAlt: true,
} as const;
const GALLERY: Field = { ...PICTURE, id: "gallery", apiId: "gallery", multiple: true };
const STEPS = makeRepeat("steps", [{ ...PICTURE, id: "shot", apiId: "screenshot" }]);

/** Creates a blog whose posts require alt text, with one image that has it and one that doesn't. */
async function demandingBlog(): Promise<{ site: Blog; bare: string; described: string }> {
  const site = await createBlog(await temporaryFolder("alt"));
  await changeSchema(site, "posts", (fields) =>
    withField(STEPS)(withField(GALLERY)(withChanged("cover", { requireAlt: true })(fields))),
  );
  return {
    site,
    bare: await site.addMedia("bare"),
    described: await site.addMedia("hill", "A hill"),
  };
}

async function refusedFields(site: Blog, values: Record<string, FieldValue>): Promise<string[]> {
  const slug = `post-${site.store.entries("posts").length}`;
  const { id } = await site.save("posts", slug, { title: "Post", ...values });
  const issues = (await checkPublish(site.store, [id])).issues.get(id) ?? [];
  return issues.map(({ code, field }) => `${code} ${field}`);
}

test("MED-14 refuses an image without required alt text with its location", async () => {
  const { site, bare, described } = await demandingBlog();
  const shot = (id: string, more = {}): FieldValue => [
    { id: "r1", values: new Map([["shot", { id: described }]]) },
    { id: "r2", values: new Map([["shot", { id, ...more }]]) },
  ];

  expect(await refusedFields(site, { cover: { id: bare } })).toEqual(["invalid_entry cover"]);
  expect(await refusedFields(site, { cover: { id: described, alt: " " } })).toEqual([
    "invalid_entry cover",
  ]);
  expect(
    await refusedFields(site, { gallery: [{ id: described }, { id: bare }], steps: shot(bare) }),
  ).toEqual(["invalid_entry gallery.1", "invalid_entry steps.1.screenshot"]);

  expect(await refusedFields(site, { cover: { id: described } })).toEqual([]);
  expect(await refusedFields(site, { cover: { id: bare, alt: "Bare" } })).toEqual([]);
  expect(await refusedFields(site, { steps: shot(bare, { decorative: true }) })).toEqual([]);
  expect(await refusedFields(site, {})).toEqual([]);
});

test("MED-14 accepts described and decorative images", async () => {
  const { site, bare, described } = await demandingBlog();
  const values = { title: "Post", cover: { id: bare } };
  const { id } = await site.save("posts", "post", values);
  await expect(publish(site, id)).rejects.toMatchObject({ code: "publish_refused" });
  await site.store.editMedia(bare, { alt: "A bare hill" }, { actor: ACTOR });
  await publish(site, id);

  const decorative = { title: "Line", cover: { id: described, decorative: true } } as const;
  const line = await site.save("posts", "line", decorative);
  await publish(site, line.id);

  const publisher = await blogPublisher(site);
  await publisher.follow();
  expect(await readPublic(publisher, "api/posts/post.json")).toMatchObject({
    cover: { alt: "A bare hill" },
  });
  expect(await readPublic(publisher, "api/posts/line.json")).toMatchObject({ cover: { alt: "" } });
});

test("MED-14 lists entries that the requirement would refuse", async () => {
  const site = await createBlog(await temporaryFolder("alt"));
  const [bare, described] = [await site.addMedia("bare"), await site.addMedia("hill", "A hill")];
  const live = await site.save("posts", "live", { title: "Live", cover: { id: bare } });
  const fine = await site.save("posts", "fine", { title: "Fine", cover: { id: described } });
  await site.save("posts", "none", { title: "None" });
  await publish(site, live.id, fine.id);

  const type = site.store.type("posts")?.type;
  if (type === undefined) throw new Error("no posts");
  const fields = withChanged("cover", { requireAlt: true })(type.fields);
  const impact = await schemaImpact(site.store, "posts", {
    live: await loadLiveSite(site.store.repository, { publicUrl: PUBLIC_URL }),
    type: { ...type, fields },
  });
  expect(impact).toMatchObject({
    changes: [{ kind: "alt_required", field: "cover" }],
    effects: [{ kind: "alt_missing", field: "cover", count: 1, ids: [live.id] }],
    republish: { refused: [live.id] },
  });
});
