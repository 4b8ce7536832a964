import type { Layout } from "../frameworks/framework.ts";
import type { SourceTree } from "../source/source-tree.ts";

/** Pages that a site's code makes: templates and components, whose path is their address. */
export interface CodePages {
  /** The file that makes the page at an address. */
  at(address: string): string | undefined;
}

const TEMPLATE = /\.(?:html?|njk|liquid|webc|hbs|ejs|pug|astro|vue|svelte)$/i;
const SCRIPT = /\.[jt]sx?$/i;
/** Folders in which a script is a page. */
const PAGE_FOLDERS = ["src/pages", "pages", "src/app", "app"];
/** In the app folder of Next only these files are. */
const APP_FILE = /(?:^|\/)(?:page|route)\.[jt]sx?$/;

/** Finds the pages of code in a folder; what has a part that stands for any path is none, as it would be all. */
export function findCodePages({ files }: SourceTree, { contentRoot }: Layout): CodePages {
  const fixed = new Map<string, string>();
  const open: { readonly path: string; readonly parts: readonly string[] }[] = [];
  for (const path of files.keys()) {
    const parts = partsOf(path, contentRoot);
    if (parts === undefined || parts.some((part) => part.startsWith("[..."))) continue;
    if (parts.some((part) => part.startsWith("["))) open.push({ path, parts });
    else fixed.set(parts.join("/").toLowerCase(), path);
  }
  return {
    at: (address) => {
      const parts = address.toLowerCase().split("/").filter(Boolean);
      return fixed.get(parts.join("/")) ?? open.find((page) => fits(page.parts, parts))?.path;
    },
  };
}

/** The address of the page that a file makes, in parts; undefined for any other file. */
function partsOf(path: string, contentRoot: string): string[] | undefined {
  const folder = PAGE_FOLDERS.find((one) => path.startsWith(`${one}/`));
  const root = folder ?? contentRoot;
  if (!isPage(path, folder) || !path.startsWith(root === "" ? "" : `${root}/`)) return undefined;
  const stem = path
    .slice(root === "" ? 0 : root.length + 1)
    .replace(/(?:\.11ty)?\.\w+$/, "")
    .replace(/(?:^|\/)(?:index|page|route)$/, "");
  const parts = stem.split("/").filter((part) => part !== "" && !/^\(.*\)$/.test(part));
  if (parts.some((part) => part.startsWith("_"))) return undefined;
  // The language is in the address of no page, or of those in other languages.
  return /^\[(?:locale|lang|language)\]$/.test(parts[0] ?? "") ? parts.slice(1) : parts;
}

function isPage(path: string, folder: string | undefined): boolean {
  if (TEMPLATE.test(path) || path.endsWith(".11ty.js")) return true;
  if (folder === undefined || !SCRIPT.test(path)) return false;
  return !folder.endsWith("app") || APP_FILE.test(path);
}

/** `download/[version]` fits `download/v20`; a page that is nothing but a value fits nothing. */
function fits(wanted: readonly string[], given: readonly string[]): boolean {
  const isNamed = wanted.some((part) => !part.startsWith("["));
  return (
    isNamed &&
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith("[") || part.toLowerCase() === given[index])
  );
}
