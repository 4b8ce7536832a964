import type { Node } from "prosemirror-model";
import type {
  EditorView,
  MarkViewConstructor,
  NodeView,
  NodeViewConstructor,
} from "prosemirror-view";
import { cellView } from "./header-cells.ts";

/** Texts and callbacks of the node views. */
export interface NodeViewTexts {
  readonly done: string;
  readonly language: string;
  readonly source: string;
  /** Label for an image's alt text. */
  readonly alt: string;
  /** Returns the thumbnail URL of a library image; undefined if there isn't one. */
  readonly pictureOf: (id: string) => Promise<string | undefined>;
}

type GetPosition = () => number | undefined;

/** Returns views for the nodes with attributes that can be edited in place. */
export function nodeViews(texts: NodeViewTexts): Record<string, NodeViewConstructor> {
  return {
    list_item: (node, view, position) => itemView(node, view, { position, label: texts.done }),
    code_block: (node, view, position) => codeView(node, view, { position, label: texts.language }),
    opaque: (node, view, position) =>
      sourceView(node, view, { position, label: texts.source, tag: "textarea" }),
    opaque_inline: (node, view, position) =>
      sourceView(node, view, { position, label: texts.source, tag: "input" }),
    image: (node, view, position) =>
      imageView(node, view, { position, label: texts.alt, pictureOf: texts.pictureOf }),
    table_cell: cellView,
  };
}

export const MARK_VIEWS: Record<string, MarkViewConstructor> = {
  link: ({ attrs }) => {
    const dom = document.createElement("a");
    // Not an href that could be followed, because a click places the cursor.
    dom.title = String(attrs["href"] === "" ? (attrs["ref"] ?? "") : attrs["href"]);
    return { dom };
  },
};

interface Place {
  readonly position: GetPosition;
  readonly label: string;
}

function setAttribute(
  view: EditorView,
  position: GetPosition,
  [name, value]: readonly [name: string, value: string | boolean | null],
): void {
  const at = position();
  if (at !== undefined) view.dispatch(view.state.tr.setNodeAttribute(at, name, value));
}

function itemView(node: Node, view: EditorView, { position, label }: Place): NodeView {
  const dom = document.createElement("li");
  if (node.attrs["checked"] === null) {
    const update = (next: Node): boolean =>
      next.type === node.type && next.attrs["checked"] === null;
    return { dom, contentDOM: dom, update };
  }
  const box = document.createElement("input");
  box.type = "checkbox";
  box.ariaLabel = label;
  box.checked = node.attrs["checked"] === true;
  box.contentEditable = "false";
  box.addEventListener("change", () => setAttribute(view, position, ["checked", box.checked]));
  const contentDOM = document.createElement("div");
  dom.dataset["task"] = "";
  dom.append(box, contentDOM);
  return {
    dom,
    contentDOM,
    stopEvent: ({ target }) => target === box,
    ignoreMutation: ({ target }) => target === box,
    update(next) {
      if (next.type !== node.type || next.attrs["checked"] === null) return false;
      box.checked = next.attrs["checked"] === true;
      return true;
    },
  };
}

function codeView(node: Node, view: EditorView, { position, label }: Place): NodeView {
  const dom = document.createElement("div");
  const language = document.createElement("input");
  const pre = document.createElement("pre");
  const contentDOM = document.createElement("code");
  const show = ({ attrs }: Node): void => {
    const lang = typeof attrs["lang"] === "string" ? attrs["lang"] : "";
    if (language.value !== lang) language.value = lang;
  };
  dom.dataset["code"] = "";
  language.placeholder = label;
  language.ariaLabel = label;
  language.spellcheck = false;
  language.addEventListener("input", () => {
    const lang = language.value.replaceAll(/[\s`]/g, "");
    setAttribute(view, position, ["lang", lang === "" ? null : lang]);
  });
  const head = document.createElement("div");
  head.contentEditable = "false";
  head.append(language);
  pre.append(contentDOM);
  dom.append(head, pre);
  show(node);
  return {
    dom,
    contentDOM,
    stopEvent: ({ target }) => target === language,
    // The editor must observe all other mutations. Browsers can insert text next to the code element, and it would be
    // lost.
    ignoreMutation: ({ target }) => head.contains(target),
    update(next) {
      if (next.type !== node.type) return false;
      show(next);
      return true;
    },
  };
}

interface SourcePlace extends Place {
  readonly tag: "textarea" | "input";
}

/** Shows content the editor doesn't support as source text, which can be edited. */
function sourceView(node: Node, view: EditorView, place: SourcePlace): NodeView {
  const { position, label, tag } = place;
  const dom = document.createElement(tag === "input" ? "span" : "div");
  const field = document.createElement(tag);
  field.value = String(node.attrs["source"]);
  field.ariaLabel = label;
  field.spellcheck = false;
  if (field instanceof HTMLTextAreaElement) field.rows = field.value.split("\n").length;
  field.addEventListener("input", () => setAttribute(view, position, ["source", field.value]));
  field.addEventListener("blur", () => {
    const at = position();
    if (field.value === "" && at !== undefined) view.dispatch(view.state.tr.delete(at, at + 1));
  });
  dom.dataset["source"] = tag;
  dom.contentEditable = "false";
  dom.append(field);
  return {
    dom,
    stopEvent: ({ target }) => target === field,
    ignoreMutation: () => true,
    update(next) {
      if (next.type !== node.type) return false;
      const source = String(next.attrs["source"]);
      if (field.value !== source) field.value = source;
      return true;
    },
  };
}

const MEDIA = /^media:(m[a-z2-7]{19})$/;

interface PicturePlace extends Place {
  readonly pictureOf: NodeViewTexts["pictureOf"];
}

/** An image with its alt text below, editable in place. */
function imageView(node: Node, view: EditorView, place: PicturePlace): NodeView {
  const { position, label, pictureOf } = place;
  const dom = document.createElement("span");
  const alt = document.createElement("input");
  const src = String(node.attrs["src"]);
  const [, id] = MEDIA.exec(src) ?? [];
  dom.dataset["picture"] = "";
  dom.contentEditable = "false";
  alt.placeholder = label;
  alt.ariaLabel = label;
  alt.value = String(node.attrs["alt"]);
  alt.addEventListener("input", () => setAttribute(view, position, ["alt", alt.value]));
  alt.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    view.focus();
  });
  dom.append(alt);
  // The page's CSP only allows images from the library.
  const named = (): void => dom.prepend(src);
  if (id === undefined) named();
  else {
    void pictureOf(id).then((address) => {
      if (address === undefined) return named();
      const picture = document.createElement("img");
      picture.src = address;
      // The input below already contains the alt text.
      picture.alt = "";
      dom.prepend(picture);
      return undefined;
    }, named);
  }
  return {
    dom,
    stopEvent: ({ target }) => target === alt,
    ignoreMutation: () => true,
    update(next) {
      if (next.type !== node.type || next.attrs["src"] !== src) return false;
      const text = String(next.attrs["alt"]);
      if (alt.value !== text) alt.value = text;
      return true;
    },
  };
}
