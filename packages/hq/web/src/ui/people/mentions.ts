/** A person who can be mentioned. */
export interface Nameable {
  readonly id: string;
  readonly name: string;
}

/** A part of a comment: plain text or a mention. */
export type CommentPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "mention"; readonly id: string; readonly name: string };

/** HQ's format: the name for readers elsewhere, the id for HQ. */
const MENTION = /@\[([^\][\n]{1,200})\]\((u[a-z0-9-]{1,40})\)/g;

/** Splits a comment into its parts. */
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

/** Converts a stored comment for editing: mentions become plain names. */
export function writtenOf(body: string): string {
  return body.replaceAll(MENTION, (_, name: string) => `@${name}`);
}

/**
 * Converts an edited comment for storing. Among people with the same name, the chosen one is mentioned. Without a
 * choice, and for unknown names, the text stays unchanged.
 */
export function sentOf(written: string, people: readonly Nameable[]): string {
  // Longer names first: Ann Müller is not Ann.
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
  // The @ of an email address isn't a mention.
  if (WORD.test(text[at - 1] ?? " ")) return undefined;
  return people.find(({ name }) => text.startsWith(name, at + 1));
}

/** Removes characters from a name that would end the mention. */
function cleaned(name: string): string {
  return name.replaceAll(/[[\]\n]/g, " ").trim();
}

/** Names can contain spaces, but longer text is not a name being typed. */
const MOST_TYPED = 40;

export interface TypedName {
  /** Position of the @. */
  readonly from: number;
  readonly query: string;
}

/** Returns the name being typed at the cursor; undefined if there is no mention. */
export function typedName(text: string, cursor: number): TypedName | undefined {
  const from = text.lastIndexOf("@", cursor - 1);
  if (from === -1 || WORD.test(text[from - 1] ?? " ")) return undefined;
  const query = text.slice(from + 1, cursor);
  if (query.length > MOST_TYPED || query.includes("\n")) return undefined;
  return { from, query };
}

/** Returns the people whose name, or a word of it, starts with the query. Empty once a full name is typed. */
export function matching(query: string, people: readonly Nameable[]): readonly Nameable[] {
  const wanted = query.toLocaleLowerCase();
  return people.filter(({ name }) => {
    const whole = name.toLocaleLowerCase();
    if (wanted.startsWith(`${whole} `)) return false;
    return whole.startsWith(wanted) || whole.split(/\s+/).some((word) => word.startsWith(wanted));
  });
}
