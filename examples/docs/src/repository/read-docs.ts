import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { readPage, type DocsPage } from "./read-page.ts";

const ROOT = resolve(import.meta.dirname, "../../../..");

/** The folder this site is built from. */
export const DOCS: string = join(ROOT, "docs");

/** Reads all pages of `docs/`, sorted by path. */
export function readDocs(folder: string = DOCS): readonly DocsPage[] {
  return globSync("**/*.md", { cwd: folder })
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted()
    .map((path) => readPage(path, readFileSync(join(folder, path), "utf8")));
}

/** Returns the kind of a repository path; undefined if it doesn't exist. */
export function repositoryFile(path: string): "file" | "folder" | undefined {
  if (path.startsWith("../")) return undefined;
  const file = join(ROOT, path);
  if (!existsSync(file)) return undefined;
  return statSync(file).isDirectory() ? "folder" : "file";
}

/** The repository's URL from `package.json`, without a slash at its end; undefined if none is configured. */
export function repositoryUrl(): string | undefined {
  const { repository }: { repository?: string | { url?: string } } = JSON.parse(
    readFileSync(join(ROOT, "package.json"), "utf8"),
  );
  const url = typeof repository === "string" ? repository : repository?.url;
  const web = url?.replace(/^git\+/, "").replace(/(?:\.git)?\/?$/, "");
  return web?.startsWith("https://") === true ? web : undefined;
}
