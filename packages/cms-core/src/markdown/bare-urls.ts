import type { FoundUrl } from "./scan-attributes.ts";

const BARE_URL = /https?:\/\/[^\s<>]{1,2000}/iy;

/** Maximum distance from a URL to the start of the link that contains it. */
const MAX_LINK_LENGTH = 1000;

/**
 * Returns the URL at an offset of a text if GFM makes a link of it: it starts a word, and punctuation at its end is not
 * part of it. A URL in an HTML link already is one.
 */
export function bareUrlAt(text: string, at: number): string | undefined {
  if (at > 0 && !/[\s*_~(]/.test(text[at - 1] ?? "")) return undefined;
  BARE_URL.lastIndex = at;
  const [found] = BARE_URL.exec(text) ?? [];
  if (found === undefined) return undefined;
  const before = text.slice(Math.max(0, at - MAX_LINK_LENGTH), at).toLowerCase();
  const isInLink = before.lastIndexOf("<a ") > before.lastIndexOf("</a>");
  return isInLink ? undefined : stripPunctuation(found);
}

function stripPunctuation(url: string): string {
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

/** Maximum length of a shortcode's content that lists paths. */
const MAX_LIST_LENGTH = 4000;

const LINE =
  /^[ \t]*(?:[-*+][ \t]+)?(?!https?:)([^\s|<>{}[\]()"'`]{1,1000}\.[a-z]\w{1,4})(?=[ \t]*(?:\||$))/gim;

/** Shortcodes whose content is shown as it is. */
const SHOWS_CODE = /code|highlight|raw|pre|mermaid|tree|terminal|console/i;

/** Finds paths that are on separate lines between a Hugo shortcode and its end, as in a gallery. */
export function findListedPaths(text: string, code: string, after: number): FoundUrl[] {
  const name = /^\{\{[<%]\s*([\w-]+)/.exec(code)?.[1];
  if (name === undefined || SHOWS_CODE.test(name) || /\/\s*[>%]\}\}$/.test(code)) return [];
  const rest = text.slice(after, after + MAX_LIST_LENGTH);
  const end = new RegExp(String.raw`\{\{[<%]\s*/\s*${name}\s*[>%]\}\}`).exec(rest)?.index;
  if (end === undefined) return [];
  return [...rest.slice(0, end).matchAll(LINE)].map((match) => {
    const target = match[1] ?? "";
    const start = after + match.index + match[0].lastIndexOf(target);
    return { start, target, named: false };
  });
}
