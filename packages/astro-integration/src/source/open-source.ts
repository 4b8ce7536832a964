import { resolve } from "node:path";
import type { ResolvedOptions } from "../options/options.ts";
import { apiSource } from "./api/api-source.ts";
import { folderSource } from "./folder-source.ts";
import { gitSource } from "./git/git-source.ts";
import { httpSource } from "./http-source.ts";
import type { Source } from "./source.ts";

/** One source per location in a process, so that conditional requests and running reads are shared. */
const opened = new Map<string, Source>();

/** @throws CmsError `invalid_options` if a required key is missing */
export function openSource(options: Pick<ResolvedOptions, "source" | "root" | "keys">): Source {
  const place = JSON.stringify([options.source, options.root, options.keys]);
  const known = opened.get(place);
  if (known) return known;
  const made = makeSource(options);
  opened.set(place, made);
  return made;
}

function makeSource({
  source,
  root,
  keys,
}: Pick<ResolvedOptions, "source" | "root" | "keys">): Source {
  switch (source.kind) {
    case "files":
      return source.url === undefined
        ? folderSource(resolve(root, source.folder ?? "."))
        : httpSource(source.url);
    case "git": {
      const { repo, ref = "published", publicUrl = "" } = source;
      return gitSource({
        repo: resolve(root, repo),
        ref,
        publicUrl: publicUrl.replace(/\/$/, ""),
      });
    }
    case "api":
      return apiSource({ ...source, keys });
  }
}
