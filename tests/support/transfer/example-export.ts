import { buffer } from "node:stream/consumers";
import { type ExportOptions, openExport, type SiteExport } from "@loam/cms-core/export";
import { unpublishEntries } from "@loam/cms-core/publish";
import { ACTOR, type Blog, createBlog, PUBLIC_URL, publish } from "../site/blog-site.ts";
import { temporaryFolder } from "../temporary-folder.ts";

export interface Example {
  readonly blog: Blog;
  readonly ids: Readonly<Record<"a" | "b" | "c" | "d" | "removed" | "ann", string>>;
  readonly photo: string;
}

/** Creates a blog with an entry in every state, and used and unused media. */
export async function exampleBlog(): Promise<Example> {
  const blog = await createBlog(await temporaryFolder("export"));
  const photo = await blog.addMedia("cover", "A field");
  await blog.addMedia("unused");
  const ann = await blog.save("people", "ann", { name: "Ann" });
  const a = await blog.save("posts", "a", {
    title: "A",
    kind: "note",
    cover: { id: photo },
    author: { id: ann.id },
    body: `See ![it](media:${photo}).`,
  });
  const b = await blog.save("posts", "b", { title: "B", related: [{ id: a.id }] });
  const c = await blog.save("posts", "c", { title: "C" });
  const d = await blog.save("posts", "d", { kind: "essay" });
  const removed = await blog.save("posts", "removed", { title: "Removed from main" });
  await publish(blog, a.id, b.id, c.id, ann.id, removed.id);
  await unpublishEntries(blog.store, { ids: [c.id], actor: ACTOR });
  await blog.save("posts", "b", { title: "B, changed" }, b.id);
  await blog.store.deleteEntry(removed.id, { actor: ACTOR });
  const ids = { a: a.id, b: b.id, c: c.id, d: d.id, removed: removed.id, ann: ann.id };
  return { blog, photo, ids };
}

/** Exports the current blog. */
export async function exportOf(
  { store, media }: Blog,
  options: Partial<ExportOptions> = {},
): Promise<SiteExport> {
  const { repository } = store;
  return openExport({ repository, media, publicUrl: PUBLIC_URL, ...options });
}

/** Returns the bytes of an export. */
export async function zipOf(blog: Blog, options: Partial<ExportOptions> = {}): Promise<Buffer> {
  return buffer((await exportOf(blog, options)).zip());
}
