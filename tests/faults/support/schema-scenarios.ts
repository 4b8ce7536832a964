import { expect } from "vitest";
import { ACTOR, type Blog, openBlog } from "../../support/site/blog-site.ts";
import { withField } from "../../support/site/change-schema.ts";
import { checkSite } from "./check-site.ts";
import type { Acknowledge, Scenario } from "./scenario.ts";

/** Adds a field to a type, publishes its next version, and saves an entry with it. */
export const PUBLISH_SCHEMA: Scenario<Blog> = {
  open: openBlog,
  act: (blog, acknowledge) => publishWith(blog, "added", acknowledge),
  again: (blog, acknowledge) => publishWith(blog, "again", acknowledge),
  close: ({ store }) => store.close(),
  check: (folder, acknowledged) =>
    checkSite(folder, [], async (blog) => expectSchemas(blog, acknowledged)),
};

async function publishWith(
  { store }: Blog,
  field: string,
  acknowledge: Acknowledge,
): Promise<void> {
  const state = store.type("posts");
  if (state === undefined) throw new Error("The blog has no posts.");
  const common = { required: false, multiple: false, type: "text" } as const;
  const fields = withField({ ...common, id: field, apiId: field, label: field })(state.type.fields);
  await store.saveType({ ...state.type, fields }, { actor: ACTOR });
  acknowledge(`working ${field}`);
  const { version } = await store.publishSchema("posts", { actor: ACTOR });
  acknowledge(`version ${version} ${field}`);
}

function expectSchemas({ store }: Blog, acknowledged: readonly string[]): void {
  const state = store.type("posts");
  const numbers = [...(state?.versions.keys() ?? [])];
  // Version numbers have no gaps, whatever was interrupted.
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  for (const [what, first = "", field = first] of acknowledged.map((line) => line.split(" "))) {
    const shown = what === "working" ? state?.type : state?.versions.get(Number(first));
    expect(shown?.fields.map(({ id }) => id)).toContain(field);
  }
}
