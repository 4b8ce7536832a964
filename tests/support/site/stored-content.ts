import { text } from "node:stream/consumers";
import type { PublicFiles } from "@loam/cms-core/publish";

/** Returns the text of every file of a public storage, by path. */
export async function storedContent(files: PublicFiles): Promise<Record<string, string>> {
  const found: [string, string][] = [];
  for await (const { path, byteSize } of files.scan()) {
    const opened = await files.open(path);
    if (opened === undefined) throw new Error(`${path} is listed and cannot be read`);
    if (opened.byteSize !== byteSize) throw new Error(`${path} has two sizes`);
    found.push([path, await text(opened.stream)]);
  }
  return Object.fromEntries(found.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
