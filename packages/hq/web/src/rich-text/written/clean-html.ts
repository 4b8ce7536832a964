import { plainTables } from "./pasted-tables.ts";

/**
 * HTML of a clipboard without what has no place in Markdown. Styles are kept under another name: the policy of the page
 * forbids `style`, and a rule still has to see that Google Docs writes bold words with it.
 */
export function cleanHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(withoutStyles(html), "text/html");
  for (const element of body.querySelectorAll(NOT_WORDS)) element.remove();
  // The whole clipboard of Google Docs is one <b> that is not bold.
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
 * The text of it that is parsed. What is begun and never ended goes to the end of the text, as browsers have it; to look
 * for the end again from each beginning would take minutes.
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

/** Fields of Word, and pictures that are nowhere but in the clipboard. */
const NOT_WORDS =
  'o\\:p, w\\:sdtpr, img:not([src^="http"], [data-src^="media:"], [data-src^="http"])';
const LEADS_SOMEWHERE = /^(?:https?|mailto|tel|sms|entry|media):|^[/#]/i;

/** Word has nine. */
const WORD_LEVEL = /mso-list:[^;]*\blevel([1-9])\b/;

/** Word has no lists in HTML, but paragraphs that say of which list and level they are. */
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

/** Takes away what Word drew before an item, and tells what it was. */
function markerOf(paragraph: HTMLElement): string {
  const drawn = paragraph.querySelector('[data-style*="mso-list:Ignore" i]');
  drawn?.remove();
  return drawn?.textContent.trim() ?? "";
}

/** Google Docs puts a list into a list, where it belongs into the item before. */
function listsInLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll("ul > ul, ul > ol, ol > ul, ol > ol")) {
    const before = list.previousElementSibling;
    if (before?.tagName === "LI") before.append(list);
  }
}
