import type { Node } from "prosemirror-model";
import { Plugin, type Transaction } from "prosemirror-state";
import { schema } from "../../markdown/schema.ts";

const { link } = schema.marks;

/**
 * Keeps the target of a bare URL equal to its text when the text is edited, because correcting a URL shouldn't keep the
 * old target.
 */
export function bareUrls(): Plugin {
  return new Plugin({
    appendTransaction(transactions, _before, { tr }) {
      for (const [index, one] of transactions.entries()) {
        // Text from elsewhere already has the right targets.
        if (one.getMeta("loam") === true) continue;
        for (const { from, to, lead } of changedUrls(one, transactions.slice(index + 1))) {
          const text = tr.doc.textBetween(from, to);
          tr.removeMark(from, to, link);
          if (isUrl(text, lead)) tr.addMark(from, to, link.create({ href: lead + text }));
        }
      }
      return tr.docChanged ? tr : null;
    },
  });
}

/** Prefixes of link targets that bare URLs can omit. */
const LEADS = ["", "http://", "mailto:"] as const;

function isUrl(text: string, lead: (typeof LEADS)[number]): boolean {
  if (lead === "mailto:") return /^\S+@\S+\.\S+$/.test(text);
  return (lead === "" ? /^https?:\/\/[^\s<]+$/i : /^www\.[^\s<]+$/i).test(text);
}

interface BareUrl {
  readonly from: number;
  readonly to: number;
  readonly lead: (typeof LEADS)[number];
}

/** Returns the bare URLs edited by a transaction, with their positions after later transactions. */
function changedUrls(one: Transaction, later: readonly Transaction[]): readonly BareUrl[] {
  const { before, doc, mapping } = one;
  const start = before.content.findDiffStart(doc.content);
  const end = before.content.findDiffEnd(doc.content);
  if (start === null || end === null) return [];
  const now = (position: number, side: -1 | 1): number =>
    later.reduce((at, next) => next.mapping.map(at, side), mapping.map(position, side));
  const found: BareUrl[] = [];
  before.nodesBetween(start, Math.max(start, end.a), (node, position) => {
    const lead = leadOf(node);
    const after = position + node.nodeSize;
    // Text typed before or after a URL isn't part of it.
    if (lead === undefined || end.a <= position || start >= after) return;
    const [from, to] = [now(position, 1), now(after, -1)];
    if (from < to) found.push({ from, to, lead });
  });
  return found;
}

/** Returns the omitted prefix; undefined if the text isn't a bare URL. */
function leadOf({ text, marks }: Node): BareUrl["lead"] | undefined {
  const href: unknown = marks.find(({ type }) => type === link)?.attrs["href"];
  if (text === undefined) return undefined;
  return LEADS.find((lead) => lead + text === href && isUrl(text, lead));
}
