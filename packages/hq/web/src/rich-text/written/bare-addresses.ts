import type { Node } from "prosemirror-model";
import { Plugin, type Transaction } from "prosemirror-state";
import { schema } from "../../markdown/schema.ts";

const { link } = schema.marks;

/**
 * Has an address that stands in the text as itself lead to what is written there, also when that changes: who mends a
 * letter of it does not mean a link to the old one.
 */
export function bareAddresses(): Plugin {
  return new Plugin({
    appendTransaction(transactions, _before, { tr }) {
      for (const [index, one] of transactions.entries()) {
        // What came from elsewhere says where it leads.
        if (one.getMeta("loam") === true) continue;
        for (const { from, to, lead } of changedAddresses(one, transactions.slice(index + 1))) {
          const text = tr.doc.textBetween(from, to);
          tr.removeMark(from, to, link);
          if (isAddress(text, lead)) tr.addMark(from, to, link.create({ href: lead + text }));
        }
      }
      return tr.docChanged ? tr : null;
    },
  });
}

/** What an address may leave out that its link has. */
const LEADS = ["", "http://", "mailto:"] as const;

function isAddress(text: string, lead: (typeof LEADS)[number]): boolean {
  if (lead === "mailto:") return /^\S+@\S+\.\S+$/.test(text);
  return (lead === "" ? /^https?:\/\/[^\s<]+$/i : /^www\.[^\s<]+$/i).test(text);
}

interface Address {
  readonly from: number;
  readonly to: number;
  readonly lead: (typeof LEADS)[number];
}

/** The addresses in which a transaction wrote, as they stand after it and later ones. */
function changedAddresses(one: Transaction, later: readonly Transaction[]): readonly Address[] {
  const { before, doc, mapping } = one;
  const start = before.content.findDiffStart(doc.content);
  const end = before.content.findDiffEnd(doc.content);
  if (start === null || end === null) return [];
  const now = (position: number, side: -1 | 1): number =>
    later.reduce((at, next) => next.mapping.map(at, side), mapping.map(position, side));
  const found: Address[] = [];
  before.nodesBetween(start, Math.max(start, end.a), (node, position) => {
    const lead = leadOf(node);
    const after = position + node.nodeSize;
    // What is written in front of it or behind it is no part of it.
    if (lead === undefined || end.a <= position || start >= after) return;
    const [from, to] = [now(position, 1), now(after, -1)];
    if (from < to) found.push({ from, to, lead });
  });
  return found;
}

/** Undefined for what is no address as itself. */
function leadOf({ text, marks }: Node): Address["lead"] | undefined {
  const href: unknown = marks.find(({ type }) => type === link)?.attrs["href"];
  if (text === undefined) return undefined;
  return LEADS.find((lead) => lead + text === href && isAddress(text, lead));
}
