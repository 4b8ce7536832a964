import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { Issue } from "../../../base/errors.ts";
import type { FoundLink } from "../../../markdown/scan-links.ts";
import { isMediaExtension } from "../../../media/kinds/media-kinds.ts";
import { stableMediaId } from "../infer/field-plan.ts";
import { type LinkWorld, type Resolved, resolveLink } from "../links/resolve-link.ts";
import type { BodyLink } from "../links/rewrite-body.ts";
import { filePath, issuesOf, mapBounded } from "../project/read-sources.ts";
import { type SourceValue, isSourceList } from "../source/source-keys.ts";
import type { SourceTree } from "../source/source-tree.ts";
import type { NamedEntry } from "./collect-entries.ts";

const MEDIA_NAME = /\.(\w{2,5})(?:[?#].*)?$/;
const IMAGE = /\.(?:jpe?g|a?png|webp|avif|gif)$/i;

/** A file of the folder that content uses and that can be stored. */
export interface MediaFile {
  readonly path: string;
  readonly id: string;
  readonly accept: "image" | "file";
  /** Alternative text of its first use in a body. */
  readonly alt: string;
}

/** Paths of the files that front matter and bodies lead to, with the first alt text of each. */
export function usedMedia(
  entries: readonly NamedEntry[],
  links: ReadonlyMap<string, readonly BodyLink[]>,
  world: LinkWorld,
): Map<string, string> {
  const used = new Map<string, string>();
  const add = (resolved: Resolved, alt: string): void => {
    if (resolved.kind !== "asset" || !isStorable(resolved.path)) return;
    const before = used.get(resolved.path);
    if (before === undefined || before === "") used.set(resolved.path, alt);
  };
  for (const { place, values } of entries) {
    for (const link of links.get(place.path) ?? []) {
      add(link.resolved, altOf(link.found));
    }
    for (const written of texts(values)) add(resolveLink(written, place.path, world), "");
  }
  return used;
}

/** Obsidian's `![[photo.png|300]]` has a size where others have an alternative text. */
function altOf({ kind, text }: FoundLink): string {
  const isImage = kind === "image" || kind === "wiki-embed";
  return isImage && !/^\d+(?:x\d+)?$/.test(text) ? text : "";
}

/** Whether media storage takes files of that name; what is inside is looked at when it is stored. */
export function isStorable(path: string): boolean {
  const extension = MEDIA_NAME.exec(path)?.[1];
  return extension !== undefined && isMediaExtension(extension.toLowerCase());
}

/** Texts in front matter that end like the name of a file. */
function* texts(value: SourceValue): Generator<string> {
  if (typeof value === "string") {
    const dot = value.lastIndexOf(".");
    const mayBeName = dot !== -1 && dot < value.length - 2 && value.length < 2000;
    if (mayBeName && !value.includes("\n") && MEDIA_NAME.test(value)) yield value;
  } else if (isSourceList(value)) {
    for (const item of value) yield* texts(item);
  } else {
    for (const inner of value.values()) yield* texts(inner);
  }
}

/** Reads the used files once for their hashes, from which their media ids follow. */
export async function identifyMedia(
  used: ReadonlyMap<string, string>,
  { tree, siteId }: { readonly tree: SourceTree; readonly siteId: string },
): Promise<{ files: MediaFile[]; failed: Issue[] }> {
  const failed: Issue[] = [];
  const read = await mapBounded([...used], 4, async ([path, alt]) => {
    try {
      const id = stableMediaId(siteId, await hashFile(filePath(tree, path)));
      return { path, id, alt, accept: IMAGE.test(path) ? "image" : "file" } as const;
    } catch (error) {
      failed.push(...issuesOf(error, path));
      return undefined;
    }
  });
  return { files: read.filter((file) => file !== undefined), failed };
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}
