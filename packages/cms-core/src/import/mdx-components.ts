import type { ImportedComponent } from "./report.ts";

const FENCE = /^[ \t>]*(`{3,}|~{3,})/;
const COMPONENT = /<([A-Z][\w.]*)(?=[\s/>]|$)/g;

interface Mdx {
  readonly path: string;
  readonly body: string;
}

/**
 * The components that files use, each with the number of files, the most used first. Many sites read all
 * their Markdown as MDX; in `.md` a component is what is closed, because `<T>` may just be text.
 */
export function countComponents(files: readonly Mdx[]): ImportedComponent[] {
  const counts = new Map<string, number>();
  for (const { path, body } of files) {
    const isMdx = /\.mdx$/i.test(path);
    for (const name of componentsIn(body)) {
      if (isMdx || body.includes(`</${name}>`)) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const components = [...counts].map(([name, count]) => ({ name, files: count }));
  return components.toSorted((a, b) => b.files - a.files || (a.name < b.name ? -1 : 1));
}

/** Names in tags outside of code. MDX has no indented code: there tags are indented. */
function componentsIn(body: string): Set<string> {
  const names = new Set<string>();
  let fence = "";
  for (const line of body.split("\n")) {
    const marker = FENCE.exec(line)?.[1] ?? "";
    if (fence === "" && marker === "") {
      for (const [, name = ""] of line.replaceAll(/`[^`]*`/g, "").matchAll(COMPONENT))
        names.add(name);
    } else if (fence === "") fence = marker;
    else if (marker.startsWith(fence)) fence = "";
  }
  return names;
}
