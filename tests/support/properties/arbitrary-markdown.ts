import * as fc from "fast-check";

/** A document whose sentences are numbered: `s12v0.` is the first wording of sentence 12. */
export interface MarkdownDocument {
  readonly blocks: readonly MarkdownBlock[];
}

type MarkdownBlock = Sentences | List | Line;

interface Sentences {
  readonly kind: "paragraph" | "quote" | "heading";
  readonly sentences: readonly string[];
}

interface List {
  readonly kind: "list";
  readonly mark: string;
  readonly isLoose: boolean;
  readonly items: readonly Item[];
}

interface Item {
  readonly depth: number;
  readonly sentences: readonly string[];
}

/** A tag or definition. */
interface Line {
  readonly kind: "line";
  readonly text: string;
}

const DEFINITION = "[1]: /one";
const LINK = "[1]";

export function printMarkdown({ blocks }: MarkdownDocument): string {
  return blocks.map(printBlock).join("\n\n");
}

function printBlock(block: MarkdownBlock): string {
  switch (block.kind) {
    case "paragraph":
      return block.sentences.join(" ");
    case "quote":
      return `> ${block.sentences.join(" ")}`;
    case "heading":
      return `## ${block.sentences.join(" ")}`;
    case "line":
      return block.text;
    case "list": {
      const indent = " ".repeat(block.mark.length + 1);
      const lines = block.items.map(
        ({ depth, sentences }) => `${indent.repeat(depth)}${block.mark} ${sentences.join(" ")}`,
      );
      return lines.join(block.isLoose ? "\n\n" : "\n");
    }
  }
}

/** Generates unique sentence numbers. */
type NextNumber = () => number;

function counting(from: number): NextNumber {
  let next = from;
  return () => next++;
}

function makeSentence(next: NextNumber): string {
  return `s${next()}v0.`;
}

type MakeBlock = (next: NextNumber) => MarkdownBlock;

function sentencesOf(count: number, next: NextNumber): string[] {
  return Array.from({ length: count }, () => makeSentence(next));
}

const items = fc.array(fc.record({ depth: fc.nat(2), count: fc.integer({ min: 1, max: 2 }) }), {
  minLength: 1,
  maxLength: 4,
});

const blocks: fc.Arbitrary<MakeBlock> = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 4 }).map(makeParagraph) },
  fc.constant<MakeBlock>((next) => ({ kind: "quote", sentences: sentencesOf(2, next) })),
  fc.constant<MakeBlock>((next) => ({ kind: "heading", sentences: sentencesOf(1, next) })),
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom("-", "*", "1."), fc.boolean(), items).map(makeList),
  },
);

function makeParagraph(count: number): MakeBlock {
  return (next) => ({ kind: "paragraph", sentences: sentencesOf(count, next) });
}

function makeList([mark, isLoose, rows]: readonly [
  string,
  boolean,
  readonly { readonly depth: number; readonly count: number }[],
]): MakeBlock {
  return (next) => ({
    kind: "list",
    mark,
    isLoose,
    items: nested(rows.map(({ depth, count }) => ({ depth, sentences: sentencesOf(count, next) }))),
  });
}

/** Limits nesting to one level below the previous item. */
function nested(all: readonly Item[]): Item[] {
  let above = -1;
  return all.map((item) => {
    above = Math.min(item.depth, above + 1);
    return { ...item, depth: above };
  });
}

const ACT_NAMES = [
  "insert",
  "remove",
  "move",
  "reword",
  "insertSentence",
  "removeSentence",
  "emphasise",
  "link",
  "unlink",
  "insertItem",
  "removeItem",
  "wrap",
] as const;
type Act = (typeof ACT_NAMES)[number];

/** An edit, and two numbers that select its place. */
interface Edit {
  readonly act: Act;
  readonly a: number;
  readonly b: number;
  readonly block: MakeBlock;
}

interface Making extends Edit {
  readonly next: NextNumber;
  readonly wording: number;
}

type Change = (document: MarkdownDocument, making: Making) => readonly MarkdownBlock[];

const ACTS: Readonly<Record<Act, Change>> = {
  insert: ({ blocks: all }, { a, block, next }) =>
    all.toSpliced(a % (all.length + 1), 0, block(next)),
  remove: ({ blocks: all }, { a }) => (all.length > 1 ? all.toSpliced(a % all.length, 1) : all),
  move: ({ blocks: all }, { a, b }) => {
    const moved = all.slice(a % all.length).slice(0, 1);
    return all.toSpliced(a % all.length, 1).toSpliced(b % all.length, 0, ...moved);
  },
  reword: (document, { a, b, wording }) =>
    withSentences(document, a, (sentences) => {
      const at = b % sentences.length;
      return sentences.with(at, (sentences[at] ?? "").replace(/v\d+/, `v${wording}`));
    }),
  insertSentence: (document, { a, b, next }) =>
    withSentences(document, a, (sentences, kind) =>
      kind === "heading"
        ? sentences
        : sentences.toSpliced(b % (sentences.length + 1), 0, makeSentence(next)),
    ),
  removeSentence: (document, { a, b }) =>
    withSentences(document, a, (sentences) =>
      sentences.length > 1 ? sentences.toSpliced(b % sentences.length, 1) : sentences,
    ),
  emphasise: (document, { a, b }) =>
    withSentences(document, a, (sentences, kind) => {
      if (kind !== "paragraph" || sentences.some((text) => text.includes("*"))) return sentences;
      const start = b % sentences.length;
      const end = start + (a % (sentences.length - start));
      const mark = b % 2 === 0 ? "*" : "**";
      return sentences
        .with(start, mark + sentences[start])
        .map((text, at) => (at === end ? text + mark : text));
    }),
  link: (document, { a, b }) => {
    const isDefined = document.blocks.some((block) => printBlock(block) === DEFINITION);
    return withSentences(document, a, (sentences, kind) => {
      const at = b % sentences.length;
      const text = sentences[at] ?? "";
      const isPlain = isDefined && kind === "paragraph" && /^s\d+v\d+\.$/.test(text);
      return isPlain ? sentences.with(at, `[${text.slice(0, -1)}]${LINK}.`) : sentences;
    });
  },
  unlink: ({ blocks: all }) =>
    all
      .filter((block) => printBlock(block) !== DEFINITION || all.length === 1)
      .map((block) => {
        if (block.kind !== "paragraph") return block;
        const sentences = block.sentences.map((text) => text.replace(/\[(\w+)\]\[1\]/, "$1"));
        return { kind: block.kind, sentences };
      }),
  insertItem: (document, { a, b, next }) =>
    withItems(document, a, (all) => {
      const item = { depth: a % 3, sentences: [makeSentence(next)] };
      return all.toSpliced(b % (all.length + 1), 0, item);
    }),
  removeItem: (document, { a, b }) =>
    withItems(document, a, (all) => {
      const at = b % all.length;
      const depth = all[at]?.depth ?? 0;
      const below = all.findIndex((item, index) => index > at && item.depth <= depth);
      const kept = all.toSpliced(at, (below === -1 ? all.length : below) - at);
      return kept.length === 0 ? all : kept;
    }),
  wrap: ({ blocks: all }, { a, b }) => {
    const tag = ["div", "section"][a % 2] ?? "div";
    const start = a % all.length;
    const end = start + 1 + (b % (all.length - start));
    return all
      .toSpliced(end, 0, { kind: "line", text: `</${tag}>` })
      .toSpliced(start, 0, { kind: "line", text: `<${tag}>` });
  },
};

function withSentences(
  { blocks: all }: MarkdownDocument,
  which: number,
  change: (sentences: readonly string[], kind: string) => readonly string[],
): readonly MarkdownBlock[] {
  const places = all.flatMap((block, at) => ("sentences" in block ? [at] : []));
  const place = places[which % Math.max(places.length, 1)];
  return all.map((block, at) =>
    at === place && "sentences" in block
      ? { ...block, sentences: change(block.sentences, block.kind) }
      : block,
  );
}

function withItems(
  { blocks: all }: MarkdownDocument,
  which: number,
  change: (items: readonly Item[]) => readonly Item[],
): readonly MarkdownBlock[] {
  const places = all.flatMap((block, at) => (block.kind === "list" ? [at] : []));
  const place = places[which % Math.max(places.length, 1)];
  return all.map((block, at) =>
    at === place && block.kind === "list"
      ? { ...block, items: nested(change(block.items)) }
      : block,
  );
}

const edits: fc.Arbitrary<Edit> = fc.record({
  act: fc.constantFrom(...ACT_NAMES),
  a: fc.nat(1000),
  b: fc.nat(1000),
  block: blocks,
});

/** A document and one edit on each side. */
export const editedMarkdown = fc
  .tuple(fc.array(blocks, { minLength: 2, maxLength: 5 }), fc.nat(3), fc.tuple(edits, edits))
  .map(([makes, link, [mine, other]]) => {
    const next = counting(0);
    const line: MarkdownBlock = { kind: "line", text: DEFINITION };
    const made = { blocks: [...makes.map((make) => make(next)), ...(link > 0 ? [line] : [])] };
    const linked = {
      act: "link",
      a: link,
      b: 0,
      block: makeParagraph(1),
      next,
      wording: 0,
    } as const;
    const base = link > 1 ? { blocks: ACTS.link(made, linked) } : made;
    const edited = (edit: Edit, wording: number): MarkdownDocument => {
      return { blocks: ACTS[edit.act](base, { ...edit, next, wording }) };
    };
    return { base, ours: edited(mine, 1), theirs: edited(other, 2) };
  });
