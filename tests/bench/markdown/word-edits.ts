import type { Node } from "prosemirror-model";
import { EditorState } from "prosemirror-state";
import { schema } from "../../../packages/hq/web/src/markdown/schema.ts";
import { bareUrls } from "../../../packages/hq/web/src/rich-text/visual/bare-urls.ts";

/** Doesn't occur in real texts. */
export const NEW_WORD = "loamword";

/** A word of a document to change in the editor. */
export interface WordEdit {
  /** Its surroundings, as named in the results. */
  readonly place: string;
  readonly apply: (doc: Node) => Node;
}

const WORD = /\p{L}[\p{L}\p{M}\p{N}]+/u;

/** Content that the editor shows as source. Definitions are the targets of references. */
const SOURCE_PLACES: Readonly<Record<string, string>> = {
  html: "HTML",
  footnoteDefinition: "footnote",
  definition: "definition",
  text: "MDX, a directive or a shortcode",
};

/** Returns the first, middle, and last word for each kind of place in a document. */
export function wordEdits(doc: Node): WordEdit[] {
  const edits: WordEdit[] = [];
  doc.descendants((node, pos, parent, index) => {
    if (node.type === schema.nodes.opaque) edits.push(...sourceEdits(node, pos));
    if (node.isTextblock) edits.push(...textEdits(node, pos, placesOf(doc, pos, parent, index)));
    return !node.isTextblock;
  });
  return Map.groupBy(edits, ({ place }) => place)
    .values()
    .flatMap(someOf)
    .toArray();
}

function someOf(edits: readonly WordEdit[]): WordEdit[] {
  const places = new Set([0, Math.floor(edits.length / 2), edits.length - 1]);
  return [...places].flatMap((at) => edits[at] ?? []);
}

function sourceEdits(node: Node, pos: number): WordEdit[] {
  const { source, kind } = node.attrs;
  const word = WORD.exec(String(source))?.[0];
  const place = SOURCE_PLACES[String(kind)];
  if (word === undefined || place === undefined) return [];
  const changed = node.type.create({ ...node.attrs, source: source.replace(word, NEW_WORD) });
  return [{ place, apply: (doc) => put(doc, pos, pos + node.nodeSize, changed) }];
}

function textEdits(block: Node, pos: number, places: readonly string[]): WordEdit[] {
  const edits: WordEdit[] = [];
  let start = pos + 1;
  for (const node of block.children) {
    const match = WORD.exec(node.text ?? "");
    if (match !== null) {
      const from = start + match.index;
      const apply = (doc: Node): Node =>
        put(doc, from, from + match[0].length, schema.text(NEW_WORD, node.marks));
      edits.push(...[...places, ...markPlaces(node)].map((place) => ({ place, apply })));
    }
    start += node.nodeSize;
  }
  return edits;
}

/** Replaces text like the editor does: the target of a bare URL follows its text. */
function put(doc: Node, from: number, to: number, node: Node): Node {
  const state = EditorState.create({ doc, plugins: [bareUrls()] });
  return state.apply(state.tr.replaceWith(from, to, node)).doc;
}

/** Returns the kinds of places of a text block: its own and those around it. */
function placesOf(doc: Node, pos: number, parent: Node | null, index: number): string[] {
  const block = parent?.maybeChild(index);
  const at = doc.resolve(pos);
  const holders = Array.from({ length: at.depth + 1 }, (_, depth) => at.node(depth).type.name);
  const neighbours = [index - 1, index + 1].map((place) => kindOf(parent?.maybeChild(place)));
  const names = new Set([
    block?.type.name,
    ...holders,
    ...neighbours.map((kind) => `beside ${kind}`),
    ...(block?.children ?? []).map((child) => `with ${kindOf(child)}`),
  ]);
  return TEXT_PLACES.flatMap(([name, place]) => (names.has(name) ? place : []));
}

function kindOf(node: Node | null | undefined): string {
  return String(node?.attrs["kind"]);
}

const TEXT_PLACES = [
  ["paragraph", "paragraph"],
  ["heading", "heading"],
  ["table_cell", "table cell"],
  ["code_block", "code"],
  ["blockquote", "quote"],
  ["list_item", "list item"],
  ["beside html", "beside HTML"],
  ["beside text", "beside MDX, a directive or a shortcode"],
  ["with html", "beside HTML in the line"],
  ["with footnoteReference", "beside a footnote's mark"],
] as const;

function markPlaces({ marks }: Node): string[] {
  return marks.flatMap(({ type, attrs }) => {
    if (type !== schema.marks.link) return "emphasis or code in the line";
    return attrs["ref"] === null ? "link" : "reference link";
  });
}
