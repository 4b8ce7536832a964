import { checkPublish, loadLiveSite, schemaImpact } from "@loam/cms-core/publish";
import { expect, test } from "vitest";
import { createBlog, publish, PUBLIC_URL } from "../../support/site/blog-site.ts";
import { changeSchema, withField } from "../../support/site/change-schema.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const MINUTES = {
  id: "minutes",
  apiId: "minutes",
  label: "Minutes",
  type: "number",
  required: false,
  multiple: false,
} as const;

test("a later limit refuses the next publish of longer values and lists them", async () => {
  const site = await createBlog(await temporaryFolder("limits"));
  await changeSchema(site, "posts", withField(MINUTES));
  const long = await site.save("posts", "long", { title: "Long", minutes: 90 });
  const short = await site.save("posts", "short", { title: "Short", minutes: 5 });
  await publish(site, long.id, short.id);

  const type = site.store.type("posts")?.type;
  if (type === undefined) throw new Error("no posts");
  const fields = type.fields.map((field) =>
    field.id === "minutes" ? { ...MINUTES, max: 60 } : field,
  );
  const live = await loadLiveSite(site.store.repository, { publicUrl: PUBLIC_URL });
  expect(
    await schemaImpact(site.store, "posts", { live, type: { ...type, fields } }),
  ).toMatchObject({
    changes: [{ kind: "limits_changed", field: "minutes" }],
    effects: [{ kind: "limit_broken", field: "minutes", count: 1, ids: [long.id] }],
    republish: { refused: [long.id] },
  });

  await changeSchema(site, "posts", () => fields);
  const { issues } = await checkPublish(site.store, [long.id, short.id]);
  expect(issues.get(long.id)).toMatchObject([
    { field: "minutes", message: "minutes must be at most 60." },
  ]);
  expect(issues.get(short.id)).toEqual([]);
  expect(site.store.problems()).toEqual([]);
});
