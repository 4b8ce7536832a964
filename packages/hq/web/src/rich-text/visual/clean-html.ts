import { plainTables } from "./paste-tables.ts";

/**
 * Removes clipboard HTML that Markdown can't express. Styles are renamed, because the page's CSP forbids `style`, and
 * parse rules need them to detect bold text from Google Docs.
 */
export function cleanHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(withoutStyles(html), "text/html");
  for (const element of body.querySelectorAll(NOT_WORDS)) element.remove();
  // Google Docs wraps the whole clipboard in a <b> that isn't bold.
  for (const element of body.querySelectorAll('b[data-style*="font-weight:normal"]')) {
    element.replaceWith(...element.childNodes);
  }
  for (const link of body.querySelectorAll("a[href]")) {
    if (!LEADS_SOMEWHERE.test(link.getAttribute("href") ?? "")) link.removeAttribute("href");
  }
  for (const drawn of body.querySelectorAll("a u")) drawn.replaceWith(...drawn.childNodes);
  listsOfWord(body);
  listsInLists(body);
  plainTables(body);
  return body.innerHTML;
}

/**
 * Returns the HTML to parse. An unclosed element extends to the end, as in browsers. Searching for its end repeatedly
 * would take minutes.
 */
export function withoutStyles(html: string): string {
  return html
    .replaceAll(/<!--(?:[^]*?-->|[^]*$)|<!\[[^>]*(?:>|$)/g, "")
    .replaceAll(
      /<(style|script|xml|title)(?=[\s/>])(?:[^]*?<\/\1\s*>|[^]*$)|<(?:meta|link)(?=[\s/>])[^>]*(?:>|$)/gi,
      "",
    )
    .replaceAll(/<[a-z][^>]*(?:>|$)/gi, (tag) => tag.replaceAll(/\sstyle\s*=/gi, " data-style="));
}

/** Fields of Word, and images that exist only in the clipboard. */
const NOT_WORDS =
  'o\\:p, w\\:sdtpr, img:not([src^="http"], [data-src^="media:"], [data-src^="http"])';
const LEADS_SOMEWHERE = /^(?:https?|mailto|tel|sms|entry|media):|^[/#]/i;

/** Word has nine levels. */
const WORD_LEVEL = /mso-list:[^;]*\blevel([1-9])\b/;

/** Word's HTML has no lists, only paragraphs annotated with a list and level. */
function listsOfWord(body: HTMLElement): void {
  const open: HTMLElement[] = [];
  for (const paragraph of body.querySelectorAll<HTMLElement>("p")) {
    const [, depth] = WORD_LEVEL.exec(paragraph.dataset["style"] ?? "") ?? [];
    const follows = open[0] !== undefined && open[0].nextElementSibling === paragraph;
    if (!follows) open.length = 0;
    if (depth === undefined) continue;
    const level = Number(depth);
    const marker = markerOf(paragraph);
    open.length = Math.min(open.length, level);
    while (open.length < level) {
      const list = document.createElement(/^\w+[.)]/.test(marker) ? "ol" : "ul");
      const parent = open.at(-1);
      if (parent === undefined) paragraph.before(list);
      else (parent.lastElementChild ?? parent).append(list);
      open.push(list);
    }
    const item = document.createElement("li");
    item.append(...paragraph.childNodes);
    open.at(-1)?.append(item);
    paragraph.remove();
  }
}

/** Removes the marker that Word rendered before an item, and returns it. */
function markerOf(paragraph: HTMLElement): string {
  const drawn = paragraph.querySelector('[data-style*="mso-list:Ignore" i]');
  drawn?.remove();
  return drawn?.textContent.trim() ?? "";
}

/** Google Docs nests a list directly in a list instead of in the preceding item. */
function listsInLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll("ul > ul, ul > ol, ol > ul, ol > ol")) {
    const before = list.previousElementSibling;
    if (before?.tagName === "LI") before.append(list);
  }
}
