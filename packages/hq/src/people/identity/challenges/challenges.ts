import type { ControlDatabase } from "../../../platform/db/database.ts";
import type { ChallengeKind } from "../../../platform/db/tables/identity.ts";
import { makeToken, parseToken, sameHash } from "../../../platform/secrets/secret-token.ts";
import type { Clock } from "../sessions/sessions.ts";

const LIFETIME_MS = 5 * 60 * 1000;

export interface NewChallenge {
  readonly kind: ChallengeKind;
  /** Absent while nobody knows who it is. */
  readonly userId?: string;
  /** What the answer is compared with; nobody sees it from outside. */
  readonly data?: string;
}

export interface Challenge {
  readonly id: string;
  readonly userId: string | undefined;
  readonly data: string;
}

/** Asks somebody for something; the text that is returned must come with the answer. */
export async function createChallenge(
  database: ControlDatabase,
  { kind, userId, data = "" }: NewChallenge,
  { now }: Clock,
): Promise<string> {
  const at = now();
  const token = makeToken("challenge");
  await database.deleteFrom("challenges").where("expires_at", "<=", at.toISOString()).execute();
  await database
    .insertInto("challenges")
    .values({
      id: token.id,
      token_hash: token.hash,
      kind,
      user_id: userId ?? null,
      data,
      expires_at: new Date(at.getTime() + LIFETIME_MS).toISOString(),
    })
    .execute();
  return token.text;
}

/** The challenge that a text names, while it waits for its answer. */
export async function findChallenge(
  database: ControlDatabase,
  kind: ChallengeKind,
  text: string,
  { now }: Clock,
): Promise<Challenge | undefined> {
  const token = parseToken("challenge", text);
  if (token === undefined) return undefined;
  const row = await database
    .selectFrom("challenges")
    .select(["id", "user_id", "data", "token_hash"])
    .where("id", "=", token.id)
    .where("kind", "=", kind)
    .where("expires_at", ">", now().toISOString())
    .executeTakeFirst();
  if (row === undefined || !sameHash(row.token_hash, token.hash)) return undefined;
  return { id: row.id, userId: row.user_id ?? undefined, data: row.data };
}

/** Ends a challenge; `false` when somebody else was faster. */
export async function takeChallenge(database: ControlDatabase, id: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom("challenges")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
