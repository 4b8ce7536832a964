import { testDatabase } from "../../platform/db/database.fixture.ts";
import { rateLimiters } from "../../platform/limits/rate-limit.ts";
import { createSealer, makeSecretKey } from "../../platform/secrets/sealer.ts";
import { createSignInLimits } from "./attempts/attempt-limit.ts";
import type { Client } from "./sessions/sessions.ts";
import type { SignInDeps } from "./sign-in/sign-in.ts";
import { createUser, type User } from "./users/users.ts";

export const PASSWORD = "correct horse battery";
export const HERE: Client = { address: "192.0.2.1", userAgent: "test" };

export interface TestIdentity {
  readonly deps: SignInDeps;
  readonly ada: User;
  /** Advances the clock. */
  readonly wait: (ms: number) => void;
}

/** Creates a control database with one user, for one test. */
export async function testIdentity(): Promise<TestIdentity> {
  const database = await testDatabase();
  let time = Date.parse("2026-11-20T09:30:00.000Z");
  const now = (): Date => new Date(time);
  const account = { email: "ada@example.test", password: PASSWORD, instanceAdmin: true };
  return {
    deps: {
      database,
      now,
      passwordSignIn: true,
      baseUrl: "https://hq.example.test",
      sealer: createSealer([makeSecretKey()]),
      limits: createSignInLimits(rateLimiters(database, { now })),
    },
    ada: await createUser(database, account, { now }),
    wait: (ms) => void (time += ms),
  };
}
