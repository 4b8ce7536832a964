import { posix } from "node:path";
import type { Heading, Nodes, Paragraph, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { toString } from "mdast-util-to-string";
import { gfm } from "micromark-extension-gfm";

/** A parsed page of `docs/`. */
export interface DocsPage {
  /** Relative to `docs/`. */
  readonly path: string;
  /** URL path on the site: `how-to/deploy`. */
  readonly id: string;
  readonly title: string;
  /** The first sentences, for search engines and cards; undefined if the page starts with something else. */
  readonly description: string | undefined;
  /** The page without its front matter and its first heading. */
  readonly body: string;
  readonly tree: Root;
}

const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n/;
const LONGEST_DESCRIPTION = 200;

/** Parses a page. Its title is its first heading, which Starlight renders, and its description is the first text. */
export function readPage(path: string, markdown: string): DocsPage {
  const [whole = "", front = ""] = FRONT_MATTER.exec(markdown) ?? [];
  const text = markdown.slice(whole.length);
  const tree = parseMarkdown(text);
  const first = tree.children.find((node) => node.type !== "html");
  const heading = first?.type === "heading" && first.depth === 1 ? first : undefined;
  const title = valueOf(front, "title") ?? (heading && toString(heading));
  if (title === undefined) throw new Error(`docs/${path} has no title: start it with "# Title".`);
  const body = heading === undefined ? text : text.slice(endOf(heading));
  const withoutTitle = parseMarkdown(body);
  const description = valueOf(front, "description") ?? descriptionOf(withoutTitle);
  return { path, id: idOf(path), title, description, body, tree: withoutTitle };
}

function idOf(path: string): string {
  const id = path.replace(/\.md$/, "");
  const name = posix.basename(id);
  if (name === "README") return posix.dirname(id);
  // Starlight would treat it as the folder's page.
  return name === "index" ? `${id}-page` : id;
}

function parseMarkdown(text: string): Root {
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/** Yields all nodes of a tree in order. */
export function* nodesOf(node: Nodes): Generator<Nodes> {
  yield node;
  if (!("children" in node)) return;
  for (const child of node.children) yield* nodesOf(child);
}

export function startOf({ position }: Nodes): number {
  return position?.start.offset ?? 0;
}

export function endOf({ position }: Nodes): number {
  return position?.end.offset ?? 0;
}

/** Reads a plain value from the front matter. Pages use no other YAML. */
function valueOf(front: string, key: "title" | "description"): string | undefined {
  return new RegExp(`^${key}: *(?:"(.*)"|(.*))$`, "m").exec(front)?.slice(1).find(Boolean)?.trim();
}

function descriptionOf(tree: Root): string | undefined {
  const first = tree.children.find((node): node is Paragraph | Heading =>
    ["paragraph", "heading"].includes(node.type),
  );
  if (first?.type !== "paragraph") return undefined;
  const text = toString(first).replaceAll(/\s+/g, " ").trim().replace(/:$/, ".");
  return text.length <= LONGEST_DESCRIPTION ? text : wholeSentences(text);
}

/** Returns as many sentences as fit; a longer first one is cut at a word. */
function wholeSentences(text: string): string {
  const start = text.slice(0, LONGEST_DESCRIPTION);
  const end = start.lastIndexOf(". ");
  return end > 0 ? start.slice(0, end + 1) : `${start.slice(0, start.lastIndexOf(" "))} …`;
}
