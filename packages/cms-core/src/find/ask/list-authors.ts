import type { IndexSession } from "../follow/index-session.ts";
import { prepared } from "../schema/database.ts";

/** Somebody who saved entries last. */
export interface EntryAuthor {
  readonly name: string;
  readonly email: string;
  /** How many entries nobody changed since. */
  readonly entries: number;
}

/** By name; one who is known by several names, by the one that most entries have. */
export function listAuthors({ database }: IndexSession): readonly EntryAuthor[] {
  const rows = prepared(
    database,
    `SELECT author, author_email, count(*) AS n FROM entries WHERE author_email <> ''
     GROUP BY author_email, author ORDER BY n DESC`,
  ).all();
  const found = new Map<string, EntryAuthor>();
  for (const row of rows) {
    const email = String(row["author_email"]);
    const key = email.toLowerCase();
    const { name = String(row["author"]), entries = 0 } = found.get(key) ?? {};
    found.set(key, { name, email, entries: entries + Number(row["n"]) });
  }
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}
