import { posix } from "node:path";
import type { Blockquote, Nodes } from "mdast";
import { toString } from "mdast-util-to-string";
import { type DocsPage, endOf, nodesOf, startOf } from "./read-page.ts";

/** Data for resolving links. */
export interface SiteLinks {
  /** URL path of the site's root, with slashes at both ends. */
  readonly base: string;
  /** Page IDs by path relative to `docs/`. */
  readonly pages: ReadonlyMap<string, string>;
  /** Returns the kind of a repository path. */
  readonly fileAt: (path: string) => "file" | "folder" | undefined;
  readonly repositoryUrl: string | undefined;
}

export interface SiteMarkdown {
  readonly text: string;
  /** Links to headings, checked once the headings of all pages are known. */
  readonly anchors: readonly { readonly page: string; readonly heading: string }[];
  /** Dead links. */
  readonly broken: readonly string[];
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Starlight's names of callouts. */
const ASIDES: Readonly<Record<string, string>> = {
  Note: "note",
  Tip: "tip",
  Important: "note",
  Caution: "caution",
  Warning: "caution",
};

/**
 * Converts a page for the site: links to pages and repository files become URLs, callouts become Starlight's asides,
 * and comments are removed. Everything else keeps its bytes.
 */
export function siteMarkdown(page: DocsPage, links: SiteLinks): SiteMarkdown {
  const edits: Edit[] = [];
  const anchors: { page: string; heading: string }[] = [];
  const broken: string[] = [];
  for (const node of nodesOf(page.tree)) {
    if (node.type === "html") edits.push(...withoutComment(node));
    if (node.type === "blockquote") edits.push(...asideEdits(node, page.body));
    if (node.type !== "link" && node.type !== "definition") continue;
    const target = targetOf(node.url, page.path, links);
    if (target === undefined) broken.push(node.url);
    else edits.push(...linkEdits(node, target, page.body));
    if (target?.kind === "page" && target.heading !== undefined) {
      anchors.push({ page: target.page, heading: target.heading });
    }
  }
  return { text: applyEdits(page.body, edits), anchors, broken };
}

type Target =
  /** Another website. */
  | { readonly kind: "web" }
  | {
      readonly kind: "page";
      readonly url: string;
      readonly page: string;
      readonly heading: string | undefined;
    }
  | { readonly kind: "repository"; readonly url: string }
  /** A repository file without a URL. */
  | { readonly kind: "code"; readonly path: string };

/** Resolves a link of a page; undefined if it is dead. */
function targetOf(url: string, from: string, links: SiteLinks): Target | undefined {
  if (/^[a-z][a-z+.-]*:/i.test(url)) return { kind: "web" };
  const [address = "", heading] = url.split("#");
  if (address === "") return { kind: "page", url, page: from, heading };
  const path = posix.join("docs", posix.dirname(from), decodeURI(address)).replace(/\/$/, "");
  const below = posix.relative("docs", path);
  const page = [below, `${below}/README.md`].find((one) => links.pages.has(one));
  const id = page === undefined ? undefined : links.pages.get(page);
  if (page !== undefined && id !== undefined) {
    const anchor = heading === undefined ? "" : `#${heading}`;
    return { kind: "page", url: `${links.base}${id}/${anchor}`, page, heading };
  }
  const kind = links.fileAt(path);
  if (kind === undefined) return undefined;
  if (links.repositoryUrl === undefined) return { kind: "code", path };
  const view = kind === "file" ? "blob" : "tree";
  return { kind: "repository", url: `${links.repositoryUrl}/${view}/main/${path}` };
}

type LinkNode = Extract<Nodes, { type: "link" | "definition" }>;

function linkEdits(node: LinkNode, target: Target, body: string): readonly Edit[] {
  const [start, end] = [startOf(node), endOf(node)];
  if (target.kind === "web") return [];
  if (target.kind === "code") {
    const text = node.type === "link" ? toString(node) : "";
    const code = `\`${target.path}\``;
    return [{ start, end, text: text === target.path ? code : `${text} (${code})`.trim() }];
  }
  // The text of a link comes before its URL.
  const at = start + body.slice(start, end).lastIndexOf(node.url);
  return [{ start: at, end: at + node.url.length, text: target.url }];
}

function withoutComment(node: Nodes & { type: "html" }): readonly Edit[] {
  const isComment = /^<!--(?:(?!-->)[\s\S])*-->$/.test(node.value.trim());
  return isComment ? [{ start: startOf(node), end: endOf(node), text: "" }] : [];
}

/** Converts `> **Note**` to Starlight's `:::note`. Leaves its text unchanged, because other edits can change it. */
function asideEdits(node: Blockquote, body: string): readonly Edit[] {
  const [first] = node.children;
  const label = first?.type === "paragraph" ? first.children[0] : undefined;
  const name = label?.type === "strong" ? ASIDES[toString(label).replace(/:$/, "")] : undefined;
  if (name === undefined || label === undefined) return [];
  const [start, end] = [startOf(node), endOf(node)];
  const prefixes = [...body.slice(start, end).matchAll(/^( *)> ?/gm)].map(
    ({ 0: prefix, 1: indent = "", index }) => {
      const at = start + index;
      return { start: at + indent.length, end: at + prefix.length, text: "" };
    },
  );
  const afterLabel = body[endOf(label)] === "\n" ? "" : "\n";
  const indent = " ".repeat((node.position?.start.column ?? 1) - 1);
  return [
    ...prefixes,
    { start: startOf(label), end: endOf(label), text: `:::${name}${afterLabel}` },
    { start: end, end, text: `\n${indent}:::` },
  ];
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = text;
  for (const { start, end, text: replacement } of edits.toSorted((a, b) => b.start - a.start)) {
    result = result.slice(0, start) + replacement + result.slice(end);
  }
  return result;
}
