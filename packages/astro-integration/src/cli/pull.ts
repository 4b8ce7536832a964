import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { openSource } from "../source/open-source.ts";
import { readAll } from "../source/published-content.ts";
import { withConsistentSite } from "../source/site-snapshot.ts";
import type { Source } from "../source/source.ts";
import type { Project } from "./project-options.ts";

export interface PullReport {
  /** Folder relative to the project. */
  readonly folder: string;
  readonly files: number;
  readonly entries: number;
}

/**
 * Copies the source's content into a folder of the same layout, to build from it offline. The files are one consistent
 * set, verified against its digests, and replace the previous content of the folder.
 */
export async function pull(
  { root, options }: Project,
  { to }: { readonly to: string },
): Promise<PullReport> {
  const source = openSource(options);
  const { files, entries } = await withConsistentSite(source, async ({ index }) => {
    const read = new Map<string, Uint8Array>();
    const recording: Source = {
      name: source.name,
      async read(path) {
        const bytes = await source.read(path);
        if (bytes !== undefined) read.set(path, bytes);
        return bytes;
      },
    };
    await recording.read("api/index.json");
    let count = 0;
    for (const type of index.contentTypes) {
      count += (await readAll(recording, type)).length;
      await recording.read(`api/${type.apiId}/_index.json`);
    }
    return { files: read, entries: count };
  });
  const folder = resolve(root, to);
  await replaceFolder(folder, files);
  return { folder: relative(root, folder), files: files.size, entries };
}

/** Replaces the folder atomically: readers see either the old or the new set. */
async function replaceFolder(
  folder: string,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const [next, last] = [`${folder}.next-${process.pid}`, `${folder}.last-${process.pid}`];
  await rm(next, { recursive: true, force: true });
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(next, path)), { recursive: true });
    await writeFile(join(next, path), bytes);
  }
  await rename(folder, last).catch((error: unknown) => {
    if (Reflect.get(Object(error), "code") !== "ENOENT") throw error;
  });
  await rename(next, folder);
  await rm(last, { recursive: true, force: true });
}
