import type { DropItem } from "react-aria-components";
import type { Chosen } from "./read-upload.ts";

/** Files that were dropped, or selected in a file dialog. */
export type Dropped = { readonly items: readonly DropItem[] } | { readonly list: readonly File[] };

/** Returns all files with their paths, including those of dropped folders. */
export async function chosenOf(dropped: Dropped): Promise<readonly Chosen[]> {
  if ("list" in dropped) {
    return dropped.list.map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  }
  const lists = await Promise.all(dropped.items.map((item) => filesIn(item, "")));
  return lists.flat();
}

async function filesIn(item: DropItem, above: string): Promise<readonly Chosen[]> {
  if (item.kind === "text") return [];
  const path = above + item.name;
  if (item.kind === "file") return [{ path, file: await item.getFile() }];
  const found: Chosen[] = [];
  for await (const entry of item.getEntries()) found.push(...(await filesIn(entry, `${path}/`)));
  return found;
}
