import { resolve } from "node:path";
import type { ResolvedOptions } from "../options/options.ts";
import { folderSource } from "./folder-source.ts";
import { httpSource } from "./http-source.ts";
import type { Source } from "./source.ts";

/** One source per address in a process, so that conditional requests and running reads are shared. */
const opened = new Map<string, Source>();

export function openSource({ source, root }: Pick<ResolvedOptions, "source" | "root">): Source {
  const place = source.url ?? resolve(root, source.folder ?? ".");
  const known = opened.get(place);
  if (known) return known;
  const made = source.url === undefined ? folderSource(place) : httpSource(source.url);
  opened.set(place, made);
  return made;
}
