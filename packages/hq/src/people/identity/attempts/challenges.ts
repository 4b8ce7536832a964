import type { ControlDatabase } from "../../../platform/db/database.ts";
import type { ChallengeKind } from "../../../platform/db/tables/identity.ts";
import { makeToken, parseToken, sameHash } from "../../../platform/secrets/secret-token.ts";
import type { Clock } from "../sessions/sessions.ts";

const LIFETIME_MS = 5 * 60 * 1000;

export interface NewChallenge {
  readonly kind: ChallengeKind;
  /** Absent while the user is unknown. */
  readonly userId?: string;
  /** The expected answer, which is never exposed. */
  readonly data?: string;
}

export interface Challenge {
  readonly id: string;
  readonly userId: string | undefined;
  readonly data: string;
}

/** Creates a challenge. The returned text must be sent with the answer. */
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

/** Returns a pending challenge by its text. */
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

/** Uses up a challenge. Returns `false` if another request was faster. */
export async function takeChallenge(database: ControlDatabase, id: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom("challenges")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
