import type { Field } from "@loam/cms-core";
import { loadLiveSite, schemaImpact, type SchemaImpact } from "@loam/cms-core/publish";
import { describe, expect, test } from "vitest";
import { makeField } from "../../support/properties/make-fields.ts";
import { freshContent } from "../../support/site/blog-publisher.ts";
import { ACTOR, createBlog, publish, PUBLIC_URL, type Blog } from "../../support/site/blog-site.ts";
import {
  changeSchema,
  withChanged,
  withField,
  without,
  withOptions,
} from "../../support/site/change-schema.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

interface LiveBlog {
  readonly site: Blog;
  readonly ids: readonly string[];
}

/** Creates twelve posts, ten of them live; five live ones have a kind, and a person references one. */
async function liveBlog(): Promise<LiveBlog> {
  const site = await createBlog(await temporaryFolder("impact"));
  const ids: string[] = [];
  for (let number = 0; number < 12; number += 1) {
    const kind = number % 2 === 0 ? { kind: "note" } : {};
    const { id } = await site.save("posts", `post-${number}`, { title: `${number}`, ...kind });
    ids.push(id);
  }
  const home = await site.save("home", "home", { title: "Home", author: { id: ids[0] ?? "" } });
  await publish(site, ...ids.slice(0, 10));
  return { site, ids: [...ids, home.id] };
}

async function impactOf(
  { store }: Blog,
  change: (fields: readonly Field[]) => readonly Field[],
): Promise<SchemaImpact> {
  const live = await loadLiveSite(store.repository, { publicUrl: PUBLIC_URL });
  const state = store.type("posts");
  if (state === undefined) throw new Error("no posts");
  const type = { ...state.type, fields: change(state.type.fields) };
  return schemaImpact(store, "posts", { live, type });
}

/** Returns the paths of public files that a change affects, by rendering everything before and after. */
async function changedFiles(site: Blog, change: () => Promise<unknown>): Promise<string[]> {
  const before = await freshContent(site);
  await change();
  const after = await freshContent(site);
  return Object.keys(after)
    .filter((path) => after[path] !== before[path])
    .toSorted();
}

describe("the impact of a working schema", () => {
  test("lists entries that lack a required field and which are live", async () => {
    const { site, ids } = await liveBlog();
    const impact = await impactOf(site, withChanged("kind", { required: true }));

    expect(impact).toMatchObject({
      version: 1,
      issues: [],
      changes: [{ kind: "field_required", field: "kind" }],
      entries: 12,
      effects: [{ kind: "missing", field: "kind", count: 6 }],
    });
    expect(impact.effects[0]?.ids.toSorted()).toEqual(
      ids
        .slice(0, 12)
        .filter((_, at) => at % 2 === 1)
        .toSorted(),
    );
    expect(impact.republish.refused).toHaveLength(5);
    expect(impact.republish.files).toEqual(["api/index.json"]);
  });

  test("SCH-10 lists entries and files that republishing would change", async () => {
    const { site, ids } = await liveBlog();
    const rename = withOptions("kind", { note: "Jotting", essay: "An essay" });
    const impact = await impactOf(site, rename);
    const changed = await changedFiles(site, async () => {
      await changeSchema(site, "posts", rename);
      await publish(site, ...ids.slice(0, 10));
    });

    expect(impact.effects).toEqual([]);
    expect(impact.republish.entries.map(({ slug }) => slug).toSorted()).toEqual(
      [0, 2, 4, 6, 8].map((number) => `post-${number}`),
    );
    expect(impact.republish.files).toEqual(changed);
    expect(changed).toHaveLength(13);
  });

  test("counts hidden values and entries that show such an entry", async () => {
    const { site, ids } = await liveBlog();
    const [first = ""] = ids;
    const other = await site.save("posts", "other", { title: "Other", related: [{ id: first }] });
    await publish(site, other.id);
    const impact = await impactOf(site, without("kind"));
    const changed = await changedFiles(site, async () => {
      await changeSchema(site, "posts", without("kind"));
      await publish(site, ...ids.slice(0, 10), other.id);
    });

    expect(impact.effects).toMatchObject([{ kind: "deleted", field: "kind", count: 6 }]);
    expect(impact.republish.entries.map(({ slug }) => slug)).toContain("other");
    expect(impact.republish.files).toEqual(changed);
  });

  test("counts removed options in use and no longer allowed references", async () => {
    const { site, ids } = await liveBlog();
    const [first = "", second = ""] = ids;
    await site.save("posts", "one", { title: "1", kind: "note", related: [{ id: second }] }, first);
    const impact = await impactOf(site, (fields) =>
      withOptions("kind", { essay: "An essay" })(fields).map((field) =>
        field.type === "reference" ? Object.assign({}, field, { to: ["people"] }) : field,
      ),
    );

    expect(impact.effects).toEqual([
      { kind: "option_removed", field: "kind", count: 6, ids: expect.any(Array) },
      { kind: "target_not_taken", field: "related", count: 1, ids: [first] },
    ]);
  });

  test("affects only the index for a renamed label, and nothing without changes", async () => {
    const { site, ids } = await liveBlog();
    const renamed = withChanged("title", { label: "Headline" });
    const impact = await impactOf(site, renamed);
    const none = await impactOf(site, (fields) => fields);
    await site.store.saveType(
      {
        apiId: "posts",
        kind: "list",
        label: "posts",
        fields: renamed(site.store.type("posts")?.type.fields ?? []),
      },
      { actor: ACTOR },
    );
    const head = site.store.head();
    const live = await loadLiveSite(site.store.repository, { publicUrl: PUBLIC_URL });

    expect(impact).toMatchObject({
      changes: [{ kind: "field_renamed", field: "title", before: "Title", after: "Headline" }],
      effects: [],
      republish: { entries: [], files: ["api/index.json"], refused: [] },
    });
    expect(none).toMatchObject({ changes: [], republish: { files: [] } });
    expect(await schemaImpact(site.store, "posts", { live })).toEqual(impact);
    expect(site.store.head()).toBe(head);
    expect(
      await changedFiles(site, async () => {
        await site.store.publishSchema("posts", { actor: ACTOR });
        await publish(site, ...ids.slice(0, 10));
      }),
    ).toEqual(["api/index.json"]);
  });

  test("explains why a schema can't be published and stops there", async () => {
    const { site } = await liveBlog();
    const impact = await impactOf(site, withChanged("title", { apiId: "headline" }));
    expect(impact).toMatchObject({ issues: [{ code: "api_id_fixed" }], entries: 0, effects: [] });
    const twice = await impactOf(site, withField(makeField("title", "number")));
    expect(twice.issues).not.toEqual([]);
    const live = await loadLiveSite(site.store.repository, { publicUrl: PUBLIC_URL });
    await expect(schemaImpact(site.store, "none", { live })).rejects.toMatchObject({
      code: "content_type_not_found",
    });
  });
});
