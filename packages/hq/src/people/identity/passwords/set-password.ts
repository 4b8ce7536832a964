import type { ControlDatabase } from "../../../platform/db/database.ts";
import type { Clock } from "../sessions/sessions.ts";
import { endSessions } from "../sessions/sessions.ts";
import { revokeTokens } from "../tokens/personal-tokens.ts";

export interface NewPassword {
  readonly userId: string;
  readonly passwordHash: string;
  /** Goes on; every other session ends. */
  readonly keepSession?: string;
  /** Personal access tokens open as much as the password did; ended unless their owner keeps them. */
  readonly revokeTokens: boolean;
}

/**
 * Gives a person another password, and shuts out whoever came in by the old one: sessions, reset
 * links, and tokens if they are to go (AUT-09). One transaction, also as part of another.
 */
export async function setPassword(
  database: ControlDatabase,
  { userId, passwordHash, keepSession, revokeTokens: tokensToo }: NewPassword,
  { now }: Clock,
): Promise<void> {
  await database
    .updateTable("users")
    .set({ password_hash: passwordHash })
    .where("id", "=", userId)
    .execute();
  await database
    .updateTable("password_resets")
    .set({ used_at: now().toISOString() })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
  await endSessions(database, {
    userId,
    ...(keepSession !== undefined && { except: keepSession }),
  });
  await database.deleteFrom("challenges").where("user_id", "=", userId).execute();
  if (tokensToo) await revokeTokens(database, userId, { now });
}
