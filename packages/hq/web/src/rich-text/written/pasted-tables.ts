/** What begins a line of its own within a cell. */
const BLOCKS =
  "address, article, aside, blockquote, div, dd, dl, dt, figure, footer, h1, h2, h3, h4, h5, h6, header, hr, li, ol, p, pre, section, table, tr, ul";

/**
 * Tables as Markdown has them: each cell is one line of text, with breaks where paragraphs and items were, as many cells
 * in each row as it spans columns, and an alignment for a column. Without this the parser ends a table at a paragraph.
 */
export function plainTables(body: HTMLElement): void {
  for (const table of body.querySelectorAll("table")) {
    // One that lies in a cell of another is its text.
    if (table.parentElement?.closest("table") != null) continue;
    const [only, second] = table.querySelectorAll("td, th");
    if (only !== undefined && second === undefined) {
      table.replaceWith(...only.childNodes);
      continue;
    }
    fillSpans([...table.rows]);
    table.dataset["align"] = alignmentOf([...table.rows]);
    table.caption?.remove();
    for (const row of table.rows) for (const cell of row.cells) flatten(cell);
  }
}

/** A column is aligned as the cells below its head are, if they agree. */
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

/** A cell that spans columns or rows has empty ones in its other places. */
function fillSpans(rows: readonly HTMLTableRowElement[]): void {
  // Rows to come in which a column is taken.
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

/** The content of a cell as one line. */
function flatten(cell: HTMLElement): void {
  for (const item of cell.querySelectorAll("li")) firstBlockOf(item).prepend(`${markOf(item)} `);
  for (const other of cell.querySelectorAll("td, th")) other.append(" ");
  // From the innermost outwards; a break on each side, of which those that part nothing go.
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

/** The block that the words of an item begin in. */
function firstBlockOf(item: Element): Element {
  const first = [...item.childNodes].find((node) => node.textContent?.trim() !== "");
  return first instanceof Element && first.matches("p, div, span") ? firstBlockOf(first) : item;
}

function markOf(item: HTMLElement): string {
  const list = item.parentElement;
  if (!(list instanceof HTMLOListElement)) return "•";
  return `${list.start + [...list.children].indexOf(item)}.`;
}

/** One break of several that follow each other stays, and none at the ends. */
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
