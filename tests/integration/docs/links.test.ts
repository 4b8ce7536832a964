import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { DOCS, documentationPages, pageText } from "./documentation-pages.ts";

const LINK = /!?\[[^\]]*\]\(([^)\s]+)(?: "[^"]*")?\)/g;
const HEADING = /^#{1,6} (.+)$/gm;

test.for(documentationPages())("docs/%s links to existing files and headings", (page) => {
  expect(deadLinks(page)).toEqual([]);
});

function deadLinks(page: string): readonly string[] {
  const text = withoutCode(pageText(page));
  const links = [...text.matchAll(LINK)].map(([, link = ""]) => link);
  return links.filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(page, link));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = "", heading] = link.split("#");
  const file = path === "" ? join(DOCS, page) : resolve(DOCS, dirname(page), path);
  // A link out of the repository leads nowhere.
  if (relative(resolve(DOCS, ".."), file).startsWith("..") || !existsSync(file)) return false;
  if (heading === undefined) return true;
  return statSync(file).isFile() && headingsOf(readFileSync(file, "utf8")).has(heading);
}

/** Anchors of headings, as GitHub makes them. */
function headingsOf(markdown: string): ReadonlySet<string> {
  const anchors = [...withoutFences(markdown).matchAll(HEADING)].map(([, title = ""]) =>
    title
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
  return new Set(anchors);
}

function withoutFences(markdown: string): string {
  return markdown.replaceAll(/^ *(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ *\1\s*$/gm, "");
}

function withoutCode(markdown: string): string {
  return withoutFences(markdown).replaceAll(/<!--[\s\S]*?-->|`[^`\n]*`/g, "");
}
