import {
  Code,
  Film,
  Heading1,
  Heading2,
  Heading3,
  ImagePlus,
  Link2,
  List,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  Minus,
  Quote,
  Table,
} from "lucide-react";
import type { Command } from "prosemirror-state";
import type { MessageId } from "../../messages/messages.ts";
import { insertRule, insertTable, makeBlock } from "../visual/commands.ts";

/** Insertions that open a dialog first. */
export type DialogName = "link" | "image" | "embed";

/** An item of the `/` menu. */
export interface Insertion {
  readonly id: string;
  readonly label: MessageId;
  /** Search keywords. */
  readonly words: MessageId;
  readonly icon: LucideIcon;
  /** Whether it is inline content, which is also allowed in table cells. */
  readonly isInline?: boolean;
  readonly does:
    | { readonly command: Command }
    | { readonly ask: DialogName }
    | { readonly type: string };
}

export const INSERTIONS: readonly Insertion[] = [
  {
    id: "heading1",
    label: "richText.heading1",
    words: "richText.seek.heading1",
    icon: Heading1,
    does: { command: makeBlock("heading1") },
  },
  {
    id: "heading2",
    label: "richText.heading2",
    words: "richText.seek.heading2",
    icon: Heading2,
    does: { command: makeBlock("heading2") },
  },
  {
    id: "heading3",
    label: "richText.heading3",
    words: "richText.seek.heading3",
    icon: Heading3,
    does: { command: makeBlock("heading3") },
  },
  {
    id: "bullets",
    label: "richText.bullets",
    words: "richText.seek.bullets",
    icon: List,
    does: { command: makeBlock("bullets") },
  },
  {
    id: "numbers",
    label: "richText.numbers",
    words: "richText.seek.numbers",
    icon: ListOrdered,
    does: { command: makeBlock("numbers") },
  },
  {
    id: "tasks",
    label: "richText.tasks",
    words: "richText.seek.tasks",
    icon: ListChecks,
    does: { command: makeBlock("tasks") },
  },
  {
    id: "quote",
    label: "richText.quote",
    words: "richText.seek.quote",
    icon: Quote,
    does: { command: makeBlock("quote") },
  },
  {
    id: "code",
    label: "richText.codeBlock",
    words: "richText.seek.code",
    icon: Code,
    does: { command: makeBlock("code") },
  },
  {
    id: "table",
    label: "richText.table",
    words: "richText.seek.table",
    icon: Table,
    does: { command: insertTable },
  },
  {
    id: "image",
    label: "richText.image",
    words: "richText.seek.image",
    icon: ImagePlus,
    isInline: true,
    does: { ask: "image" },
  },
  {
    id: "embed",
    label: "richText.embed",
    words: "richText.seek.embed",
    icon: Film,
    does: { ask: "embed" },
  },
  {
    id: "entry",
    label: "richText.entryLink",
    words: "richText.seek.entry",
    icon: Link2,
    isInline: true,
    does: { type: "[[" },
  },
  {
    id: "rule",
    label: "richText.rule",
    words: "richText.seek.rule",
    icon: Minus,
    does: { command: insertRule },
  },
];

/** Returns the items whose name or keyword starts with the query, matches by name first. */
export function foundInsertions(
  query: string,
  wordsOf: (insertion: Insertion) => { readonly label: string; readonly words: string },
): readonly Insertion[] {
  const wanted = folded(query);
  if (wanted === "") return INSERTIONS;
  const rank = (insertion: Insertion): number => {
    const { label, words } = wordsOf(insertion);
    const name = folded(label);
    if (name.startsWith(wanted)) return 0;
    if (name.split(" ").some((word) => word.startsWith(wanted))) return 1;
    return folded(words)
      .split(" ")
      .some((word) => word.startsWith(wanted))
      ? 2
      : 3;
  };
  return INSERTIONS.map((insertion) => ({ insertion, at: rank(insertion) }))
    .filter(({ at }) => at < 3)
    .toSorted((one, other) => one.at - other.at)
    .map(({ insertion }) => insertion);
}

/** Normalizes text for searching: full-width to half-width, katakana to hiragana, and lowercase. */
function folded(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\u30A1-\u30F6]/g, (kana) =>
      String.fromCodePoint((kana.codePointAt(0) ?? 0) - 0x60),
    );
}
