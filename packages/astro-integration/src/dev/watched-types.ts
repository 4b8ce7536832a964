import { readFile, writeFile } from "node:fs/promises";
import { readSiteIndex } from "../source/site-index.ts";
import type { Source } from "../source/source.ts";

/** A file with the content types that Astro watches: it restarts with new types and collections when they change. */
export interface WatchedTypes {
  /** Sets the folder of the file and returns its URL. */
  at(folder: URL): URL;
  /** Writes the source's current types and returns whether they changed. */
  isOther(source: Source): Promise<boolean>;
}

export function watchedTypes(): WatchedTypes {
  let file: URL | undefined;
  return {
    at(folder) {
      file = new URL("content-types.json", folder);
      return file;
    },
    async isOther(source) {
      if (file === undefined) return false;
      const { contentTypes } = await readSiteIndex(source);
      const types = contentTypes.map(({ apiId, kind, fields }) => ({ apiId, kind, fields }));
      const text = `${JSON.stringify(types, undefined, 2)}\n`;
      const before = await readFile(file, "utf8").catch(() => undefined);
      if (before === text) return false;
      await writeFile(file, text);
      return true;
    },
  };
}
