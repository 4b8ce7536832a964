/** Somebody who can be named. */
export interface Nameable {
  readonly id: string;
  readonly name: string;
}

/** A stretch of a comment: plain words, or somebody's name. */
export type CommentPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "mention"; readonly id: string; readonly name: string };

/** As HQ keeps it: the name for who reads it elsewhere, the id for HQ. */
const MENTION = /@\[([^\][\n]{1,200})\]\((u[a-z0-9-]{1,40})\)/g;

/** A comment in its parts, in their order. */
export function partsOf(body: string): readonly CommentPart[] {
  const parts: CommentPart[] = [];
  let from = 0;
  for (const match of body.matchAll(MENTION)) {
    const [whole, name = "", id = ""] = match;
    if (match.index > from) parts.push({ kind: "text", text: body.slice(from, match.index) });
    parts.push({ kind: "mention", id, name });
    from = match.index + whole.length;
  }
  if (from < body.length) parts.push({ kind: "text", text: body.slice(from) });
  return parts;
}

/** A comment as it is written: people by their names alone. */
export function writtenOf(body: string): string {
  return body.replaceAll(MENTION, (_, name: string) => `@${name}`);
}

/**
 * What was written as HQ keeps it. Of two people with one name it is the one that was chosen; without a choice, and
 * for a name that nobody has, the words stay as they are.
 */
export function sentOf(written: string, people: readonly Nameable[]): string {
  // A longer name first: Ann Müller is not Ann.
  const byLength = people.toSorted((a, b) => b.name.length - a.name.length);
  let sent = "";
  let at = 0;
  while (at < written.length) {
    const person = written[at] === "@" ? personAt(written, at, byLength) : undefined;
    if (person === undefined) {
      sent += written[at];
      at += 1;
    } else {
      sent += `@[${cleaned(person.name)}](${person.id})`;
      at += person.name.length + 1;
    }
  }
  return sent;
}

const WORD = /[\p{L}\p{N}]/u;

function personAt(text: string, at: number, people: readonly Nameable[]): Nameable | undefined {
  // An address of mail names nobody.
  if (WORD.test(text[at - 1] ?? " ")) return undefined;
  return people.find(({ name }) => text.startsWith(name, at + 1));
}

/** A name without what would end it. */
function cleaned(name: string): string {
  return name.replaceAll(/[[\]\n]/g, " ").trim();
}

/** Names may have spaces; a longer stretch is no name that is being typed. */
const MOST_TYPED = 40;

export interface TypedName {
  /** Where the @ stands. */
  readonly from: number;
  readonly query: string;
}

/** The name that is being typed at the cursor; undefined where none is. */
export function typedName(text: string, cursor: number): TypedName | undefined {
  const from = text.lastIndexOf("@", cursor - 1);
  if (from === -1 || WORD.test(text[from - 1] ?? " ")) return undefined;
  const query = text.slice(from + 1, cursor);
  if (query.length > MOST_TYPED || query.includes("\n")) return undefined;
  return { from, query };
}

/** Those whose name, or a word of it, begins as it is typed; nobody once all of a name stands there. */
export function matching(query: string, people: readonly Nameable[]): readonly Nameable[] {
  const wanted = query.toLocaleLowerCase();
  return people.filter(({ name }) => {
    const whole = name.toLocaleLowerCase();
    if (wanted.startsWith(`${whole} `)) return false;
    return whole.startsWith(wanted) || whole.split(/\s+/).some((word) => word.startsWith(wanted));
  });
}
