import type { ControlDatabase } from "../../../platform/db/database.ts";

/** Somebody who is named in an answer. */
export interface NamedPerson {
  readonly id: string;
  readonly name: string;
}

/** `@[Ann Müller](u4jc…)`: somebody by name for who reads it, by id for HQ. */
const MENTION = /@\[([^\][\n]{1,200})\]\((u[a-z0-9-]{1,40})\)/g;

/** The ids of the people whom a text names with @, each once. */
export function mentionedIn(text: string): readonly string[] {
  return [...new Set(Array.from(text.matchAll(MENTION), ([, , id = ""]) => id))];
}

/** A text for a mail: people by their names. */
export function plainMentions(text: string): string {
  return text.replaceAll(MENTION, (_, name: string) => `@${name}`);
}

/** People by their ids, by name; who is not known any more is left out. */
export async function namePeople(
  database: ControlDatabase,
  ids: Iterable<string | null | undefined>,
): Promise<readonly NamedPerson[]> {
  const known = [...new Set(ids)].filter((id) => typeof id === "string");
  if (known.length === 0) return [];
  return database
    .selectFrom("users")
    .select(["id", "name"])
    .where("id", "in", known)
    .orderBy("name")
    .orderBy("id")
    .execute();
}
