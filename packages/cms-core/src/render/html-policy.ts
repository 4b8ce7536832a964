/** What may stay of an attribute, by its hast name: any value, or those that are listed. */
type AllowedAttribute = string | [name: string, ...values: (string | number | boolean | RegExp)[]];

/** The schema of `hast-util-sanitize`. */
export interface HtmlPolicy {
  tagNames: string[];
  strip: string[];
  ancestors: Record<string, string[]>;
  attributes: Record<string, AllowedAttribute[]>;
  required: Record<string, Record<string, string | boolean>>;
  protocols: Record<string, string[]>;
  clobber: string[];
}

const NUMBER = /^\d{1,6}$/;
const FOOTNOTE_LABEL = "footnote-label";

const cell: AllowedAttribute[] = [
  ["align", "left", "right", "center"],
  ["colSpan", NUMBER],
  ["rowSpan", NUMBER],
  ["scope", "row", "col", "rowgroup", "colgroup"],
];

/**
 * The HTML that rich text may become, wherever it is shown: what Markdown makes, and tags an author
 * may write for it. Classes are those that Markdown makes, so a site's own styles cannot be used.
 * Elements that are not listed leave their content behind, or go with it where it is no text for
 * readers.
 */
export const HTML_POLICY: HtmlPolicy = {
  tagNames: names(
    "h1 h2 h3 h4 h5 h6 p blockquote pre hr div section ul ol li dl dt dd details summary",
    "table thead tbody tfoot tr th td a img br span b strong i em s del ins code kbd samp var",
    "q sub sup u mark ruby rp rt input",
  ),
  strip: names(
    "script style template noscript iframe frame frameset noframes object embed noembed applet",
    "param audio video canvas svg math head title base link meta select option textarea",
    "plaintext xmp",
  ),
  ancestors: {
    thead: ["table"],
    tbody: ["table"],
    tfoot: ["table"],
    tr: ["table"],
    th: ["table"],
    td: ["table"],
  },
  attributes: {
    "*": ["title", "lang", ["dir", "ltr", "rtl", "auto"], ["id", /^user-content-/]],
    a: [
      "href",
      "ariaLabel",
      ["ariaDescribedBy", FOOTNOTE_LABEL],
      "dataFootnoteRef",
      "dataFootnoteBackref",
      ["className", "data-footnote-backref"],
    ],
    blockquote: ["cite"],
    code: [["className", /^language-[\w+#.-]{1,40}$/]],
    del: ["cite", "dateTime"],
    details: ["open"],
    dl: ["ariaLabel"],
    h2: [
      ["id", FOOTNOTE_LABEL],
      ["className", "sr-only"],
    ],
    img: ["src", "alt", "ariaLabel", ["width", NUMBER], ["height", NUMBER]],
    input: [["type", "checkbox"], ["disabled", true], "checked"],
    ins: ["cite", "dateTime"],
    li: [
      ["className", "task-list-item"],
      ["value", NUMBER],
    ],
    ol: ["ariaLabel", ["className", "contains-task-list"], ["start", NUMBER]],
    q: ["cite"],
    section: ["dataFootnotes", ["className", "footnotes"]],
    summary: ["ariaLabel"],
    table: ["ariaLabel"],
    td: cell,
    th: cell,
    ul: ["ariaLabel", ["className", "contains-task-list"]],
  },
  required: { input: { type: "checkbox", disabled: true } },
  protocols: {
    href: ["http", "https", "mailto", "tel", "sms"],
    src: ["http", "https"],
    cite: ["http", "https"],
  },
  // An id without the prefix is dropped instead of given it: Markdown's footnotes have it already,
  // in their links, too.
  clobber: [],
};

function names(...lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(" "));
}
