import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect } from "vitest";
import { openBlog, type Blog } from "../../support/site/blog-site.ts";

/** Says that an entry is safe with this title. */
export function savedEntry(id: string, title: string): string {
  return `${id} ${title}`;
}

/**
 * What a crash left of a blog is a valid repository before anything opens it; then `checkOpened`.
 */
export async function checkSite(
  folder: string,
  acknowledged: readonly string[],
  more?: (blog: Blog) => Promise<void>,
): Promise<void> {
  expect(fsck(join(folder, "site.git"))).toBe("");
  await checkOpened(folder, acknowledged, more);
}

/**
 * Opens what a crash left of a blog: every entry that was acknowledged has its title, no file of a crash is
 * left, saving goes on, and the repository is valid.
 */
export async function checkOpened(
  folder: string,
  acknowledged: readonly string[],
  more: (blog: Blog) => Promise<void> = async () => undefined,
): Promise<void> {
  const gitDir = join(folder, "site.git");
  buryWriter(gitDir);
  const blog = await openBlog(folder);
  try {
    expect(blog.store.problems()).toEqual([]);
    expect(await titlesOf(blog, acknowledged)).toEqual(acknowledged);
    await more(blog);
    expect(leftovers(gitDir)).toEqual([]);
    const { id } = await blog.save("posts", "after-the-crash", { title: "After" });
    expect(blog.store.entryById(id)?.slug).toBe("after-the-crash");
  } finally {
    await blog.store.close();
  }
  expect(fsck(gitDir)).toBe("");
}

async function titlesOf({ store }: Blog, acknowledged: readonly string[]): Promise<string[]> {
  return Promise.all(
    acknowledged.map(async (line) => {
      const [id = ""] = line.split(" ");
      const ref = store.entryById(id);
      const title = ref && (await store.readEntry(ref)).values.get("title");
      return savedEntry(id, typeof title === "string" ? title : "is lost");
    }),
  );
}

/**
 * The process that had the repository open is gone, and in these tests it was this one. When a power cut
 * took away even its name, the machine has started since: no lock is young.
 */
export function buryWriter(gitDir: string): void {
  const note = join(gitDir, "loam", "writer");
  if (existsSync(note)) writeFileSync(note, "4000000 1 gone");
  const minuteAgo = new Date(Date.now() - 60_000);
  for (const path of leftovers(gitDir)) {
    if (!existsSync(note) && path.endsWith(".lock")) {
      utimesSync(join(gitDir, path), minuteAgo, minuteAgo);
    }
  }
}

/** Files that only an unfinished write has. */
function leftovers(gitDir: string): string[] {
  return readdirSync(gitDir, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => relative(gitDir, join(parentPath, name)))
    .filter((path) => /\.lock$|\.keep$|loam-new-|tmp_|^loam\/(?!writer$)/.test(path));
}

/** What git has to say about a repository; nothing when it is sound. */
export function fsck(gitDir: string): string {
  const args = ["--git-dir", gitDir, "fsck", "--full", "--strict", "--no-dangling"];
  return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}
