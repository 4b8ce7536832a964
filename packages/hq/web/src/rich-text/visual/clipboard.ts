import { DOMParser as SchemaParser, type ParseRule, Slice } from "prosemirror-model";
import { Plugin } from "prosemirror-state";
import { openMarkdown } from "../../markdown/open-markdown.ts";
import { saveMarkdown } from "../../markdown/save-markdown.ts";
import { schema } from "../../markdown/schema.ts";
import { cleanHtml } from "./clean-html.ts";
import { nodes } from "./kinds.ts";
import { pasteIntoCell, pasteItems, withoutControls } from "./paste.ts";

/** Formatting that Google Docs and Word express only with styles. */
const STYLED: readonly ParseRule[] = [
  styled("strong", /font-weight:\s*(?:bold|[6-9]00)/),
  styled("em", /font-style:\s*italic/),
  styled("strike", /text-decoration(?:-line)?:[^;]*line-through/),
  styled("superscript", /vertical-align:\s*super/),
  styled("subscript", /vertical-align:\s*sub(?!\w)/),
];

function styled(mark: string, pattern: RegExp): ParseRule {
  return {
    tag: "span[data-style]",
    mark,
    consuming: false,
    getAttrs: (element) => pattern.test(element.dataset["style"] ?? "") && null,
  };
}

/** Matches Markdown syntax that is unlikely in plain text. */
const LOOKS_LIKE_MARKDOWN =
  /^(?:#{1,6} |> |[-*+] |\d+[.)] |```|~~~|\|.+\||---$)|\*\*\S[^*]*\*\*|\[[^\]\n]+\]\([^)\s]+\)|`[^`\n]+`/m;

/**
 * Handles the clipboard: pastes HTML from Word, Google Docs, and web pages without styling, pastes Markdown as rich
 * text, and copies plain text as Markdown.
 */
export function clipboard(): Plugin {
  return new Plugin({
    props: {
      clipboardParser: new SchemaParser(schema, [
        ...STYLED,
        ...SchemaParser.fromSchema(schema).rules,
      ]),
      transformPastedHTML: cleanHtml,
      transformPasted: (slice, { state: { selection } }) =>
        withoutControls(slice, selection.$from.parent.type.spec.code === true),
      handlePaste: (view, _event, slice) =>
        pasteIntoCell(view.state, slice, view.dispatch) ||
        pasteItems(view.state, slice, view.dispatch),
      clipboardTextParser(given, $context, isPlain) {
        const text = given.toWellFormed();
        const isCode = $context.parent.type.spec.code === true;
        if (isPlain || isCode || !LOOKS_LIKE_MARKDOWN.test(text)) return asLines(text);
        const { doc } = openMarkdown(text);
        const isOne = doc.childCount === 1 && doc.firstChild?.type === nodes.paragraph;
        return new Slice(doc.content, isOne ? 1 : 0, isOne ? 1 : 0);
      },
      clipboardTextSerializer({ content }) {
        const { firstChild } = content;
        if (content.childCount === 1 && firstChild?.isTextblock === true) {
          return firstChild.textContent;
        }
        const { base } = openMarkdown("");
        return saveMarkdown(base, schema.topNodeType.create(null, content));
      },
    },
  });
}

/** Pastes each line as a paragraph. */
function asLines(text: string): Slice {
  const paragraphs = text
    .split(/(?:\r\n?|\n)+/)
    .map((line) => nodes.paragraph.create(null, line === "" ? null : schema.text(line)));
  return new Slice(schema.topNodeType.create(null, paragraphs).content, 1, 1);
}
