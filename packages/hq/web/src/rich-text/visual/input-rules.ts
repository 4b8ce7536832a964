import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  wrappingInputRule,
} from "prosemirror-inputrules";
import type { MarkType } from "prosemirror-model";
import type { Plugin } from "prosemirror-state";
import { schema } from "../../markdown/schema.ts";
import { nodes } from "./kinds.ts";

/** Converts Markdown syntax while typing: `## `, `- `, `1. `, `- [ ] `, `> `, three backticks, `---`, `**bold**`. */
export function markdownShortcuts(): Plugin {
  return inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,6}) $/, nodes.heading, ([, marks = ""]) => ({
        level: marks.length,
      })),
      textblockTypeInputRule(/^```([\w+#-]*) $/, nodes.code, ([, lang]) => ({
        lang: lang === "" ? null : lang,
      })),
      wrappingInputRule(/^> $/, nodes.quote),
      wrappingInputRule(/^[-+*] $/, nodes.bullets),
      wrappingInputRule(
        /^(\d+)[.)] $/,
        nodes.numbers,
        ([, start]) => ({ start: Number(start) }),
        ([, start], before) => Number(before.attrs["start"]) + before.childCount === Number(start),
      ),
      task,
      rule,
      around(/(?:^|[^*])(\*\*([^*\s](?:[^*]*[^*\s])?)\*\*)$/, "strong"),
      around(/(?:^|[^*])(\*([^*\s](?:[^*]*[^*\s])?)\*)$/, "em"),
      around(/(?:^|[^\w_])(_([^_\s](?:[^_]*[^_\s])?)_)$/, "em"),
      around(/(?:^|[^~])(~~([^~\s](?:[^~]*[^~\s])?)~~)$/, "strike"),
      around(/(?:^|[^`])(`([^`]+)`)$/, "code"),
      link,
    ],
  });
}

/** `[ ] ` at the start of an item. */
const task = new InputRule(/^\[([ xX])\] $/, (state, [, mark], from, to) => {
  const $from = state.doc.resolve(from);
  const depth = $from.depth - 1;
  if (depth < 1 || $from.node(depth).type !== nodes.item) return null;
  return state.tr.delete(from, to).setNodeAttribute($from.before(depth), "checked", mark !== " ");
});

const rule = new InputRule(/^(?:---|\*\*\*|___)$/, (state, _match, from, to) => {
  const $from = state.doc.resolve(from);
  if ($from.parent.type !== nodes.paragraph || to !== $from.end()) return null;
  return state.tr.delete(from, to).insert($from.before(), nodes.rule.create());
});

const link = new InputRule(
  /\[([^\]]+)\]\(([^\s)]+)\)$/,
  (state, [whole, words = "", href], from) => {
    const type = schema.marks["link"];
    if (type === undefined || whole === undefined) return null;
    const { tr } = state;
    tr.replaceWith(from, from + whole.length - 1, schema.text(words, [type.create({ href })]));
    return tr.removeStoredMark(type);
  },
  { inCodeMark: false },
);

function around(pattern: RegExp, name: string): InputRule {
  const type = markNamed(name);
  return new InputRule(
    pattern,
    (state, [, marked = "", inner = ""], _from, to) => {
      // The last character of the match is not in the document yet.
      const start = to - (marked.length - 1);
      const at = start + marked.indexOf(inner);
      const { tr } = state;
      if (at + inner.length < to) tr.delete(at + inner.length, to);
      tr.delete(start, at).addMark(start, start + inner.length, type.create());
      return tr.removeStoredMark(type);
    },
    { inCodeMark: false },
  );
}

function markNamed(name: string): MarkType {
  const type = schema.marks[name];
  if (type === undefined) throw new Error(`the schema has no mark ${name}`);
  return type;
}
