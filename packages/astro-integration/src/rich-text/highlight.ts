import type { Highlighter } from "shiki";
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

/**
 * Highlights the code blocks of a tree. Shiki is loaded by the first block that names a language;
 * a language that it does not know stays plain text.
 */
export async function highlightCode(
  nodes: readonly HtmlNode[],
  themes: HighlightThemes,
): Promise<readonly HtmlNode[]> {
  const highlighted = new Map<ElementNode, HtmlNode>();
  for (const pre of elementsOf(nodes)) {
    const language = pre.tag === "pre" ? languageOf(pre) : undefined;
    if (language === undefined) continue;
    const code = textOf(pre.children).replace(/\n$/, "");
    highlighted.set(pre, (await highlight(code, language, themes)) ?? pre);
  }
  return mapElements(nodes, (element) => highlighted.get(element) ?? element);
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
  { light, dark }: HighlightThemes,
): Promise<HtmlNode | undefined> {
  const highlighter = await loadHighlighter(language.toLowerCase(), light, dark);
  const tree = highlighter?.codeToHast(code, {
    lang: language.toLowerCase(),
    themes: { light, dark },
    defaultColor: "light-dark()",
    ...SAME_EVERYWHERE,
  });
  // Made from text by Shiki, so it may have the styles that an author may not.
  return tree && fromHast(tree.children)[0];
}

/** By language and themes: Shiki takes a theme in anew each time it is asked to load it. */
const highlighters = new Map<string, Promise<Highlighter>>();

async function loadHighlighter(
  language: string,
  light: string,
  dark: string,
): Promise<Highlighter | undefined> {
  const { bundledLanguages, bundledLanguagesAlias, getSingletonHighlighter } =
    await import("shiki");
  if (!isKey(bundledLanguages, language) && !isKey(bundledLanguagesAlias, language))
    return undefined;
  const key = [language, light, dark].join(" ");
  const known = highlighters.get(key);
  if (known) return known;
  const loaded = getSingletonHighlighter({ langs: [language], themes: [light, dark] });
  highlighters.set(key, loaded);
  return loaded;
}

function isKey<T extends object>(table: T, name: PropertyKey): name is keyof T {
  return Object.hasOwn(table, name);
}
