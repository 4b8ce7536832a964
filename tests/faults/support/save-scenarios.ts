import { newId } from "@loam/cms-core";
import { ACTOR, createBlog, openBlog, type Blog } from "../../support/site/blog-site.ts";
import { checkSite, savedEntry } from "./check-site.ts";
import type { Acknowledge, Scenario } from "./scenario.ts";

/** Creates and closes a blog with some posts. */
export async function makeBase(folder: string): Promise<void> {
  const blog = await createBlog(folder);
  for (const name of ["a", "b", "c"]) await blog.save("posts", name, { title: name });
  await blog.store.close();
}

function importedPost(id: string, number: number): Uint8Array {
  const created = "createdAt: 2026-01-01T00:00:00.000Z";
  return Buffer.from(`---\nid: ${id}\nschema: 1\n${created}\ntitle: ${number}\n---\n`);
}

async function saveNew(blog: Blog, slug: string, acknowledge: Acknowledge): Promise<void> {
  const title = `The title of ${slug}`;
  const { id } = await blog.save("posts", slug, { title, body: `${title}\n`.repeat(40) });
  acknowledge(savedEntry(id, title));
}

/** Waits for all tasks, so that none keeps running when one fails. */
async function allOf(tasks: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(tasks);
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

const SAVING = {
  open: openBlog,
  again: (blog, acknowledge) => saveNew(blog, "again", acknowledge),
  close: ({ store }) => store.close(),
  check: (folder, acknowledged) => checkSite(folder, acknowledged),
} as const satisfies Omit<Scenario<Blog>, "act">;

/** Saves an entry, then changes it. */
export const ONE_SAVE: Scenario<Blog> = {
  ...SAVING,
  act: (blog, acknowledge) => saveNew(blog, "new", acknowledge),
};

/** Saves so many files that their index is synced explicitly. */
export const ONE_IMPORT: Scenario<Blog> = {
  ...SAVING,
  act: async (blog, acknowledge) => {
    const id = newId("entry");
    const files = Array.from({ length: 2400 }, (_, n) => {
      const entry = n === 0 ? id : newId("entry");
      return [`content/posts/import-${n}.md`, importedPost(entry, n)] as const;
    });
    await blog.store.applyFiles(new Map(files), { actor: ACTOR, message: "Import" });
    acknowledge(savedEntry(id, "0"));
  },
};

export function savers(count: number, rounds = 1): Scenario<Blog> {
  return {
    ...SAVING,
    act: async (blog, acknowledge) => {
      const editor = async (name: number): Promise<void> => {
        for (let n = 0; n < rounds; n += 1) await saveNew(blog, `e${name}-${n}`, acknowledge);
      };
      await allOf(Array.from({ length: count }, (_, name) => editor(name)));
    },
  };
}
