import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect } from "vitest";
import { openBlog, type Blog } from "../../support/site/blog-site.ts";

/** Returns the acknowledgement that an entry is saved with this title. */
export function savedEntry(id: string, title: string): string {
  return `${id} ${title}`;
}

/** Checks that a crashed blog is a valid repository before it is opened, then runs `checkOpened`. */
export async function checkSite(
  folder: string,
  acknowledged: readonly string[],
  more?: (blog: Blog) => Promise<void>,
): Promise<void> {
  expect(fsck(join(folder, "site.git"))).toBe("");
  await checkOpened(folder, acknowledged, more);
}

/**
 * Opens a crashed blog: every acknowledged entry has its title, no unfinished files are left, saving works, and the
 * repository is valid.
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
 * Pretends that the process that had the repository open, which in these tests is this one, has ended. If a power cut
 * removed even its name, the machine was restarted, so no lock is recent.
 */
export function buryWriter(gitDir: string): void {
  const note = join(gitDir, "loam", "writer");
  if (existsSync(note)) writeFileSync(note, "4000000 1 gone");
  for (const path of leftovers(gitDir)) {
    if (!existsSync(note) && path.endsWith(".lock")) {
      utimesSync(join(gitDir, path), 0, 0);
    }
  }
}

/** Returns files that only an unfinished write has. */
function leftovers(gitDir: string): string[] {
  return readdirSync(gitDir, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => relative(gitDir, join(parentPath, name)))
    .filter((path) => /\.lock$|\.keep$|loam-new-|tmp_|^loam\/(?!writer$)/.test(path));
}

/** Returns the problems that Git finds in a repository; empty if it is sound. */
export function fsck(gitDir: string): string {
  const args = ["--git-dir", gitDir, "fsck", "--full", "--strict", "--no-dangling"];
  return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}
