import type { Highlighter, ShikiTransformer } from "shiki";
import {
  type ElementNode,
  elementsOf,
  fromHast,
  type HtmlNode,
  mapElements,
  textOf,
} from "./html-tree.ts";

/** Names of two Shiki themes; the browser chooses by `color-scheme`. */
export interface HighlightThemes {
  readonly light: string;
  readonly dark: string;
}

export const DEFAULT_THEMES: HighlightThemes = {
  light: "github-light",
  dark: "github-dark-default",
};

/**
 * Shiki leaves a line half done after half a second, which a busy machine needs for the first one, so
 * that two builds differ. What could take long is a long line; it stays plain.
 */
const SAME_EVERYWHERE = { tokenizeTimeLimit: 0, tokenizeMaxLineLength: 5000 };

/** As Astro's own Markdown: a long line is scrolled in its block and not with the page, whatever the theme of the site. */
const SCROLLS: ShikiTransformer = {
  pre({ properties }) {
    properties["style"] = `${String(properties["style"])};overflow-x:auto`;
  },
};

/** Shiki's name for what has no colours. */
const PLAIN = "text";

/**
 * Highlights the code blocks of a tree, those without a language, or with one that Shiki does not know, as plain text on the colours of the
 * theme. Shiki is loaded by the first block.
 */
export async function highlightCode(
  nodes: readonly HtmlNode[],
  themes: HighlightThemes,
): Promise<readonly HtmlNode[]> {
  const highlighted = new Map<ElementNode, HtmlNode>();
  for (const pre of elementsOf(nodes)) {
    const code = codeIn(pre);
    if (code === undefined) continue;
    highlighted.set(pre, (await highlight(code, themes)) ?? pre);
  }
  return mapElements(nodes, (element) => highlighted.get(element) ?? element);
}

interface Code {
  readonly text: string;
  readonly language: string;
}

/** Of a block as Markdown makes it; one that was written in HTML may have elements in it, and keeps them. */
function codeIn({ tag, children: [code] }: ElementNode): Code | undefined {
  if (tag !== "pre" || code?.kind !== "element" || code.tag !== "code") return undefined;
  if (code.children.some(({ kind }) => kind === "element")) return undefined;
  const names = code.attributes["class"];
  const named = typeof names === "string" ? /language-(\S+)/.exec(names)?.[1] : undefined;
  return {
    text: textOf(code.children).replace(/\n$/, ""),
    language: named?.toLowerCase() ?? PLAIN,
  };
}

async function highlight(
  { text, language }: Code,
  { light, dark }: HighlightThemes,
): Promise<HtmlNode | undefined> {
  const { bundledLanguages, bundledLanguagesAlias } = await import("shiki");
  const isKnown = isKey(bundledLanguages, language) || isKey(bundledLanguagesAlias, language);
  const lang = isKnown ? language : PLAIN;
  const highlighter = await loadHighlighter(lang, light, dark);
  const tree = highlighter.codeToHast(text, {
    lang,
    themes: { light, dark },
    defaultColor: "light-dark()",
    transformers: [SCROLLS],
    ...SAME_EVERYWHERE,
  });
  // Made from text by Shiki, so it may have the styles that an author may not.
  return fromHast(tree.children)[0];
}

/** By language and themes: Shiki takes a theme in anew each time it is asked to load it. */
const highlighters = new Map<string, Promise<Highlighter>>();

async function loadHighlighter(
  language: string,
  light: string,
  dark: string,
): Promise<Highlighter> {
  const key = [language, light, dark].join(" ");
  const known = highlighters.get(key);
  if (known) return known;
  const { getSingletonHighlighter } = await import("shiki");
  const loaded = getSingletonHighlighter({ langs: [language], themes: [light, dark] });
  highlighters.set(key, loaded);
  return loaded;
}

function isKey<T extends object>(table: T, name: PropertyKey): name is keyof T {
  return Object.hasOwn(table, name);
}
