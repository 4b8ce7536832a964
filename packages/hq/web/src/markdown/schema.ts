import { Schema, type NodeSpec } from "prosemirror-model";

const SAFE_ADDRESS = /^(?:https?:|mailto:|tel:|sms:|[/#.?])/i;

const textBlock = { content: "inline*", group: "block" } as const;

/**
 * Schema of the rich-text editor. Everything Markdown can express has a node or mark. Content the editor doesn't render
 * (HTML, definitions, footnotes, shortcodes) is an `opaque` node with its source.
 */
export const schema = new Schema({
  nodes: {
    doc: { content: "block*" },
    paragraph: { ...textBlock, parseDOM: [{ tag: "p" }], toDOM: () => ["p", 0] },
    heading: {
      ...textBlock,
      defining: true,
      attrs: { level: { default: 1 } },
      parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: (node) => [`h${node.attrs["level"]}`, 0],
    },
    blockquote: {
      content: "block*",
      group: "block",
      defining: true,
      parseDOM: [{ tag: "blockquote" }],
      toDOM: () => ["blockquote", 0],
    },
    bullet_list: {
      content: "list_item*",
      group: "block",
      attrs: { spread: { default: false } },
      parseDOM: [{ tag: "ul" }],
      toDOM: () => ["ul", 0],
    },
    ordered_list: {
      content: "list_item*",
      group: "block",
      attrs: { start: { default: 1 }, spread: { default: false } },
      parseDOM: [
        { tag: "ol", getAttrs: (dom) => ({ start: Number(dom.getAttribute("start") ?? 1) || 1 }) },
      ],
      toDOM: (node) => ["ol", { start: node.attrs["start"] }, 0],
    },
    list_item: {
      content: "block*",
      defining: true,
      attrs: { checked: { default: null } },
      parseDOM: [{ tag: "li", getAttrs: (dom) => ({ checked: checkedOf(dom) }) }],
      toDOM: (node) => [
        "li",
        node.attrs["checked"] === null ? {} : { "data-checked": String(node.attrs["checked"]) },
        0,
      ],
    },
    code_block: {
      content: "text*",
      marks: "",
      group: "block",
      code: true,
      defining: true,
      attrs: { lang: { default: null }, meta: { default: null } },
      parseDOM: [
        {
          tag: "pre",
          preserveWhitespace: "full",
          getAttrs: (dom) => ({
            lang: dom.getAttribute("data-lang"),
            meta: dom.getAttribute("data-meta"),
          }),
        },
      ],
      toDOM: (node) => [
        "pre",
        { "data-lang": node.attrs["lang"], "data-meta": node.attrs["meta"] },
        ["code", 0],
      ],
    },
    rule: { group: "block", parseDOM: [{ tag: "hr" }], toDOM: () => ["hr"] },
    table: {
      content: "table_row*",
      group: "block",
      isolating: true,
      // The cursor can't be placed between rows and cells.
      allowGapCursor: false,
      tableRole: "table",
      attrs: { align: { default: "" } },
      parseDOM: [
        { tag: "table", getAttrs: (dom) => ({ align: dom.getAttribute("data-align") ?? "" }) },
      ],
      toDOM: (node) => ["table", { "data-align": node.attrs["align"] }, ["tbody", 0]],
    },
    table_row: {
      content: "table_cell*",
      allowGapCursor: false,
      tableRole: "row",
      parseDOM: [{ tag: "tr" }],
      toDOM: () => ["tr", 0],
    },
    table_cell: {
      content: "inline*",
      isolating: true,
      // Required by prosemirror-tables. Markdown has no merged cells.
      tableRole: "cell",
      attrs: { colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null } },
      parseDOM: [{ tag: "td" }, { tag: "th" }],
      toDOM: () => ["td", 0],
    },
    opaque: { ...sourceNode("pre"), group: "block" },
    text: { group: "inline" },
    image: {
      inline: true,
      group: "inline",
      attrs: { src: {}, alt: { default: "" }, title: { default: null } },
      parseDOM: [
        {
          tag: "img[src], img[data-src]",
          getAttrs: (dom) => ({
            src: dom.getAttribute("data-src") ?? dom.getAttribute("src") ?? "",
            alt: dom.getAttribute("alt") ?? "",
            title: dom.getAttribute("title"),
          }),
        },
      ],
      // No `src`: the node view decides what to load and from where.
      toDOM: ({ attrs: { src, alt, title } }) => ["img", { "data-src": src, alt, title }],
    },
    hard_break: {
      inline: true,
      group: "inline",
      parseDOM: [{ tag: "br" }],
      toDOM: () => ["br"],
    },
    opaque_inline: { ...sourceNode("code"), inline: true, group: "inline" },
  },
  marks: {
    link: {
      attrs: { href: {}, title: { default: null }, ref: { default: null } },
      inclusive: false,
      parseDOM: [
        {
          tag: "a[href], a[data-href]",
          getAttrs: (dom) => ({
            href: dom.getAttribute("data-href") ?? dom.getAttribute("href") ?? "",
            title: dom.getAttribute("title"),
            ref: dom.getAttribute("data-ref"),
          }),
        },
      ],
      toDOM: ({ attrs: { href, title, ref } }) => [
        "a",
        {
          href: SAFE_ADDRESS.test(String(href)) ? href : "#",
          "data-href": href,
          "data-ref": ref,
          title,
        },
        0,
      ],
    },
    em: { parseDOM: [{ tag: "em" }, { tag: "i" }], toDOM: () => ["em", 0] },
    strong: { parseDOM: [{ tag: "strong" }, { tag: "b" }], toDOM: () => ["strong", 0] },
    strike: {
      parseDOM: [{ tag: "s" }, { tag: "del" }, { tag: "strike" }],
      toDOM: () => ["s", 0],
    },
    // Markdown has no syntax for these, so they are written as HTML.
    underline: { parseDOM: [{ tag: "u" }], toDOM: () => ["u", 0] },
    highlight: { parseDOM: [{ tag: "mark" }], toDOM: () => ["mark", 0] },
    superscript: { parseDOM: [{ tag: "sup" }], toDOM: () => ["sup", 0] },
    subscript: { parseDOM: [{ tag: "sub" }], toDOM: () => ["sub", 0] },
    code: { excludes: "", parseDOM: [{ tag: "code" }], toDOM: () => ["code", 0] },
  },
});

/** Returns the spec of a node that displays its source. */
function sourceNode(tag: "pre" | "code"): NodeSpec {
  return {
    atom: true,
    attrs: { source: {}, kind: {} },
    parseDOM: [
      {
        tag: `${tag}[data-opaque]`,
        priority: 60,
        getAttrs: (dom) => ({
          source: dom.textContent ?? "",
          kind: dom.getAttribute("data-opaque"),
        }),
      },
    ],
    toDOM: (node) => [
      tag,
      { class: "opaque", "data-opaque": node.attrs["kind"] },
      String(node.attrs["source"]),
    ],
  };
}

function checkedOf(dom: { getAttribute(name: string): string | null }): boolean | null {
  const checked = dom.getAttribute("data-checked");
  return checked === null ? null : checked === "true";
}
