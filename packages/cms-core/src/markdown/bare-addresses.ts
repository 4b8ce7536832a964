import type { FoundUrl } from "./scan-attributes.ts";

const BARE_URL = /https?:\/\/[^\s<>]{1,2000}/iy;

/** How far before a URL the start of a link around it is searched. */
const LONGEST_LINK = 1000;

/**
 * Returns the URL at an offset of a text if GFM makes a link of it: it starts a word, and punctuation at its end is not
 * part of it. A URL in an HTML link already is one.
 */
export function bareUrlAt(text: string, at: number): string | undefined {
  if (at > 0 && !/[\s*_~(]/.test(text[at - 1] ?? "")) return undefined;
  BARE_URL.lastIndex = at;
  const [found] = BARE_URL.exec(text) ?? [];
  if (found === undefined) return undefined;
  const before = text.slice(Math.max(0, at - LONGEST_LINK), at).toLowerCase();
  const isInLink = before.lastIndexOf("<a ") > before.lastIndexOf("</a>");
  return isInLink ? undefined : withoutPunctuation(found);
}

function withoutPunctuation(url: string): string {
  let end = url.length;
  for (; end > 0; end -= 1) {
    const last = url[end - 1] ?? "";
    const isExtra = last === ")" && isUnbalanced(url.slice(0, end));
    if (!isExtra && !/[?!.,:;*_~'"]/.test(last)) break;
  }
  return url.slice(0, end);
}

function isUnbalanced(url: string): boolean {
  return url.split(")").length > url.split("(").length;
}

/** How long the content of a shortcode can be that lists paths. */
const LONGEST_LIST = 4000;

const LINE =
  /^[ \t]*(?:[-*+][ \t]+)?(?!https?:)([^\s|<>{}[\]()"'`]{1,1000}\.[a-z]\w{1,4})(?=[ \t]*(?:\||$))/gim;

/** Shortcodes whose content is shown as it is. */
const SHOWS_CODE = /code|highlight|raw|pre|mermaid|tree|terminal|console/i;

/** Finds the paths that are alone on their lines between a shortcode of Hugo and its end, as in a gallery. */
export function pathsBetween(text: string, code: string, after: number): FoundUrl[] {
  const name = /^\{\{[<%]\s*([\w-]+)/.exec(code)?.[1];
  if (name === undefined || SHOWS_CODE.test(name) || /\/\s*[>%]\}\}$/.test(code)) return [];
  const rest = text.slice(after, after + LONGEST_LIST);
  const end = new RegExp(String.raw`\{\{[<%]\s*/\s*${name}\s*[>%]\}\}`).exec(rest)?.index;
  if (end === undefined) return [];
  return [...rest.slice(0, end).matchAll(LINE)].map((match) => {
    const target = match[1] ?? "";
    const start = after + match.index + match[0].lastIndexOf(target);
    return { start, target, named: false };
  });
}
