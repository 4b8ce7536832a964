import { z } from "zod";
import { namedAnswer } from "../../../api/shared-answers.ts";
import type { ControlDatabase } from "../../../platform/db/database.ts";

/** A user mentioned in a response. */
export interface NamedPerson {
  readonly id: string;
  readonly name: string;
}

/** Schema of the names that a response needs. */
export const namedPeople: z.ZodType<NamedPerson[], NamedPerson[]> = z
  .array(namedAnswer)
  .meta({ description: "Names of all users whose IDs are in the response." });

/** `@[Ann Müller](u4jc…)`: the name for readers, the id for HQ. */
const MENTION = /@\[([^\][\n]{1,200})\]\((u[a-z0-9-]{1,40})\)/g;

/** Returns the ids of users mentioned in a text, without duplicates. */
export function mentionedIn(text: string): readonly string[] {
  return [...new Set(Array.from(text.matchAll(MENTION), ([, , id = ""]) => id))];
}

/** Replaces mentions with names, for mail. */
export function plainMentions(text: string): string {
  return text.replaceAll(MENTION, (_, name: string) => `@${name}`);
}

/** Returns users by id, sorted by name. Unknown users are omitted. */
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
