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

/** Elements that start a new line in a cell. */
const BLOCKS =
  "address, article, aside, blockquote, div, dd, dl, dt, figure, footer, h1, h2, h3, h4, h5, h6, header, hr, li, ol, p, pre, section, table, tr, ul";

/**
 * Converts tables to Markdown's structure: single-line cells with breaks between paragraphs and items, no spans, and
 * alignment per column. Without this, the parser ends a table at a paragraph.
 */
function plainTables(body: HTMLElement): void {
  for (const table of body.querySelectorAll("table")) {
    // A table nested in a cell becomes part of the cell's text.
    if (table.parentElement?.closest("table") != null) continue;
    const [only, second] = table.querySelectorAll("td, th");
    if (only !== undefined && second === undefined) {
      table.replaceWith(...only.childNodes);
      continue;
    }
    fillSpans([...table.rows]);
    table.dataset["align"] = alignmentOf([...table.rows]);
    keepCaption(table);
    for (const row of table.rows) for (const cell of row.cells) flatten(cell);
  }
}

/** Moves the caption in front of the table, because Markdown has none. */
function keepCaption(table: HTMLTableElement): void {
  if (table.caption === null) return;
  const paragraph = document.createElement("p");
  paragraph.append(...table.caption.childNodes);
  table.before(paragraph);
  table.caption.remove();
}

/** Returns the alignment of a column: that of the cells below the header, if they all agree. */
function alignmentOf(rows: readonly HTMLTableRowElement[]): string {
  const columns = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  return Array.from({ length: columns }, (_, column) => {
    const body = rows.slice(1).flatMap((row) => row.cells[column] ?? []);
    const cells = body.filter((cell) => cell.textContent.trim() !== "");
    const [first = "", ...others] = new Set(cells.map(alignOf));
    return others.length === 0 ? first : "";
  }).join();
}

const ALIGN = /(?:^|;)\s*text-align:\s*(right|center|left)/i;

function alignOf(cell: HTMLElement): string {
  for (const element of [cell, cell.querySelector<HTMLElement>("p, div")]) {
    const styled = ALIGN.exec(element?.dataset["style"] ?? "")?.[1];
    const align = (styled ?? element?.getAttribute("align") ?? "").toLowerCase();
    if (align === "right" || align === "center") return align;
  }
  return "";
}

const MOST_COLUMNS = 100;

/** Replaces a spanning cell by itself and empty cells. */
function fillSpans(rows: readonly HTMLTableRowElement[]): void {
  // Number of following rows in which each column is covered.
  const taken: number[] = [];
  for (const row of rows) {
    let column = 0;
    const skip = (before: Element | null): void => {
      for (; (taken[column] ?? 0) > 0; column += 1) {
        taken[column] = (taken[column] ?? 0) - 1;
        row.insertBefore(document.createElement("td"), before);
      }
    };
    for (const cell of Array.from(row.cells)) {
      skip(cell);
      const width = Math.min(cell.colSpan, MOST_COLUMNS);
      taken.length = Math.max(taken.length, column + width);
      taken.fill(cell.rowSpan - 1, column, column + width);
      cell.after(...Array.from({ length: width - 1 }, () => document.createElement("td")));
      column += width;
    }
    skip(null);
  }
}

/** Flattens the content of a cell to one line. */
function flatten(cell: HTMLElement): void {
  for (const item of cell.querySelectorAll("li")) firstBlockOf(item).prepend(`${markOf(item)} `);
  for (const other of cell.querySelectorAll("td, th")) other.append(" ");
  // From the innermost block outwards, add a break on each side; redundant ones are removed later.
  for (const block of [...cell.querySelectorAll(BLOCKS)].toReversed()) {
    block.replaceWith(
      document.createElement("br"),
      ...block.childNodes,
      document.createElement("br"),
    );
  }
  for (const part of cell.querySelectorAll("tbody, thead, tfoot, td, th")) {
    part.replaceWith(...part.childNodes);
  }
  dropIdleBreaks(cell);
}

/** Returns the block in which the text of an item starts. */
function firstBlockOf(item: Element): Element {
  const first = [...item.childNodes].find((node) => node.textContent?.trim() !== "");
  return first instanceof Element && first.matches("p, div, span") ? firstBlockOf(first) : item;
}

function markOf(item: HTMLElement): string {
  const list = item.parentElement;
  if (!(list instanceof HTMLOListElement)) return "•";
  return `${list.start + [...list.children].indexOf(item)}.`;
}

/** Reduces consecutive breaks to one, and removes those at the ends. */
function dropIdleBreaks(cell: HTMLElement): void {
  const walker = document.createTreeWalker(cell);
  let isLineStart = true;
  let last: Element | undefined;
  const idle: Element[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof HTMLBRElement) {
      if (isLineStart) idle.push(node);
      else last = node;
      isLineStart = true;
    } else if (
      node instanceof HTMLImageElement ||
      (node instanceof Text && node.data.trim() !== "")
    ) {
      [isLineStart, last] = [false, undefined];
    }
  }
  for (const line of last === undefined ? idle : [...idle, last]) line.remove();
}
