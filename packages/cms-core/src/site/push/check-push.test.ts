import { expect, test } from "vitest";
import type { ContentType } from "../../model/content-type.ts";
import { git, newStoreOf } from "../site-store.fixture.ts";
import type { SiteStore } from "../site-store.ts";

const FLAGS = { required: false, multiple: false };
const FAQ: ContentType = {
  apiId: "faqs",
  kind: "list",
  label: "FAQs",
  fields: [
    {
      ...FLAGS,
      id: "rows",
      apiId: "rows",
      label: "Rows",
      type: "repeat",
      fields: [{ ...FLAGS, id: "q", apiId: "q", label: "Question", type: "text" }],
    },
    { ...FLAGS, id: "rating", apiId: "rating", label: "Rating", type: "number" },
  ],
};
const PATH = "content/faqs/one.yml";

/** Commits a file as a push and returns the result of the check. */
async function pushed(store: SiteStore, text: string) {
  const { repository } = store;
  const from = store.head();
  const files = new Map([[PATH, Buffer.from(text)]]);
  const branch = "refs/heads/pushed";
  git(store, "update-ref", branch, from);
  const { commit: to } = await repository.commit(branch, {
    files,
    author: { name: "Ben", email: "ben@example.test" },
    message: "Push",
  });
  const checked = await store.checkPush({ incoming: repository, from, to });
  if (checked.issues.length === 0) {
    git(store, "update-ref", "refs/heads/main", to);
    await store.refresh();
    await store.completePushed({ paths: checked.incomplete, since: from });
  }
  return checked;
}

test("adds ids to pushed rows without one, next to those with ids", async () => {
  const store = await newStoreOf(FAQ);
  const first = await pushed(store, "rows:\n  - q: A\n  - q: B\n");
  expect(first).toMatchObject({ issues: [], incomplete: [PATH] });
  const written = git(store, "show", `main:${PATH}`);
  expect(written).toMatch(/\nrows:\n  - id: row1\n    q: A\n  - id: row2\n    q: B$/);

  const more = written.replace("  - id: row2", "  - q: New\n  - id: row2");
  expect((await pushed(store, `${more}\n`)).issues).toEqual([]);
  expect(git(store, "show", `main:${PATH}`)).toContain("  - id: row3\n    q: New\n  - id: row2");
  expect(git(store, "log", "-1", "--format=%an", "main")).toBe("Ben");
  expect((await pushed(store, git(store, "show", `main:${PATH}`))).incomplete).toEqual([]);
});

test("reports a problem after rows without ids at its line in the pushed file", async () => {
  const store = await newStoreOf(FAQ);
  const { issues } = await pushed(store, "rows:\n  - q: A\n  - q: B\nrating: many\n");

  expect(issues).toMatchObject([{ code: "invalid_entry", path: PATH, line: 4 }]);
});
