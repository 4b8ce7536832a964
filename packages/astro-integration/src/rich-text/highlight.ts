import { type ElementNode, type HtmlNode, textOf } from "./html-tree.ts";
import type { SourceNode } from "./sanitise.ts";

/** Names of two Shiki themes; the browser chooses by `color-scheme`. */
export interface HighlightThemes {
  readonly light: string;
  readonly dark: string;
}

export const DEFAULT_THEMES: HighlightThemes = { light: "github-light", dark: "github-dark" };

/**
 * Highlights the code blocks of a tree. Shiki is loaded by the first block that names a language;
 * a language that it does not know stays plain text.
 */
export async function highlightCode(
  nodes: readonly HtmlNode[],
  themes: HighlightThemes,
): Promise<readonly HtmlNode[]> {
  return Promise.all(
    nodes.map(async (node): Promise<HtmlNode> => {
      if (node.kind !== "element") return node;
      const language = node.tag === "pre" ? languageOf(node) : undefined;
      if (language === undefined) {
        return { ...node, children: await highlightCode(node.children, themes) };
      }
      const code = textOf(node.children).replace(/\n$/, "");
      return (await highlight(code, language, themes)) ?? node;
    }),
  );
}

function languageOf(pre: ElementNode): string | undefined {
  const [code] = pre.children;
  if (code?.kind !== "element" || code.tag !== "code") return undefined;
  const names = code.attributes["class"];
  return typeof names === "string" ? /language-(\S+)/.exec(names)?.[1] : undefined;
}

async function highlight(
  code: string,
  language: string,
  themes: HighlightThemes,
): Promise<HtmlNode | undefined> {
  const { bundledLanguages, bundledLanguagesAlias, codeToHast } = await import("shiki");
  const name = language.toLowerCase();
  if (!isKey(bundledLanguages, name) && !isKey(bundledLanguagesAlias, name)) return undefined;
  const { children } = await codeToHast(code, {
    lang: name,
    themes: { light: themes.light, dark: themes.dark },
    defaultColor: "light-dark()",
  });
  return children.flatMap(fromShiki)[0];
}

/** Made from text by Shiki, so it may have the styles that an author may not. */
function fromShiki(node: SourceNode): readonly HtmlNode[] {
  if (node.type === "text") return [{ kind: "text", value: node.value ?? "" }];
  if (node.type !== "element") return [];
  const attributes = Object.entries(node.properties ?? {}).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(" ") : String(value),
  ]);
  return [
    {
      kind: "element",
      tag: node.tagName ?? "span",
      attributes: Object.fromEntries(attributes),
      children: (node.children ?? []).flatMap(fromShiki),
    },
  ];
}

function isKey<T extends object>(table: T, name: PropertyKey): name is keyof T {
  return Object.hasOwn(table, name);
}
