import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import { inSession, signedIn } from "../../../api/policy.ts";
import { defineRoute, nothing, type Route } from "../../../api/route.ts";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { listExternal } from "../oidc/external-identities.ts";
import { listPasskeys } from "../passkeys/passkeys.ts";
import { changePassword } from "../passwords/change-password.ts";
import type { PasswordDeps } from "../passwords/prove-password.ts";
import { requireSession, type SessionDeps } from "../sessions/request-session.ts";
import { setCookie } from "../sessions/session-cookie.ts";
import { endSession, endSessions, listSessions } from "../sessions/sessions.ts";
import { totpState } from "../totp/totp.ts";
import { renameUser, type User, USER_COLUMNS, toUser } from "../users/users.ts";

const meAnswer = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    instanceAdmin: z.boolean(),
    password: z.boolean().meta({ description: "Whether the user has a password." }),
    totp: z.boolean(),
    passkeys: z.int(),
    identities: z.int().meta({ description: "Linked single sign-on identities." }),
  })
  .meta({ id: "Me" });

const sessionAnswer = z
  .object({
    id: z.string(),
    method: z.enum(["password", "passkey", "oidc", "link"]),
    createdAt: z.string(),
    authenticatedAt: z.string(),
    lastUsedAt: z.string(),
    expiresAt: z.string(),
    address: z.string(),
    userAgent: z.string(),
    current: z.boolean().meta({ description: "Whether it is the session of this request." }),
  })
  .meta({ id: "Session" });

interface AccountDeps extends SessionDeps, PasswordDeps {}

/** `/me` and `/me/sessions`. */
export function meRoutes(deps: AccountDeps): readonly Route[] {
  return [
    getRoute(deps),
    changeRoute(deps),
    sessionsRoute(deps),
    endOneRoute(deps),
    endOthersRoute(deps),
  ];
}

function getRoute({ database }: AccountDeps): Route {
  return defineRoute({
    method: "get",
    path: "/me",
    id: "getMe",
    summary: "Get the caller and their ways to sign in",
    policy: signedIn,
    input: {},
    answer: meAnswer,
    handle: async ({ actor }) => ({ body: await describeAccount(database, actor.userId) }),
  });
}

function changeRoute(deps: AccountDeps): Route {
  const password = z.string().max(4096);
  return defineRoute({
    method: "patch",
    path: "/me",
    id: "updateMe",
    summary:
      "Update the caller's name or password. A new password ends all other sessions and revokes tokens unless kept",
    policy: inSession,
    input: {
      body: z.strictObject({
        name: z.string().trim().min(1).max(200).optional(),
        password: password.optional(),
        currentPassword: password.optional(),
        keepTokens: z.boolean().default(false),
      }),
    },
    audit: { event: "account.changed" },
    answer: meAnswer.extend({ csrfToken: z.string() }).meta({ id: "UpdatedMe" }),
    handle: async ({ body, request }) => {
      const { name, password: wanted, currentPassword, keepTokens } = body;
      let open = await requireSession(deps, request);
      let headers: Record<string, string> = {};
      if (wanted !== undefined) {
        if (currentPassword === undefined) {
          throw new CmsError("invalid", "Also send the current password.", {
            details: { field: "currentPassword" },
          });
        }
        const change = { currentPassword, password: wanted, keepTokens };
        const renewed = await changePassword(deps, open, change);
        headers = { "Set-Cookie": setCookie("session", renewed.cookie, deps) };
        open = renewed;
      }
      if (name !== undefined) await renameUser(deps.database, { id: open.user.id, name });
      const account = await describeAccount(deps.database, open.user.id);
      return { body: { ...account, csrfToken: open.csrfToken }, headers };
    },
  });
}

function sessionsRoute(deps: AccountDeps): Route {
  return defineRoute({
    method: "get",
    path: "/me/sessions",
    id: "listSessions",
    summary: "List the caller's sessions, last used first",
    policy: inSession,
    input: {},
    answer: z.object({ sessions: z.array(sessionAnswer) }),
    handle: async ({ actor }) => {
      const sessions = await listSessions(deps.database, actor.userId, deps);
      const { id } = actor.credential;
      return {
        body: {
          sessions: sessions.map((one) => Object.assign({}, one, { current: one.id === id })),
        },
      };
    },
  });
}

function endOneRoute({ database }: AccountDeps): Route {
  return defineRoute({
    method: "delete",
    path: "/me/sessions/{id}",
    id: "endSession",
    summary: "End one of the caller's sessions",
    policy: inSession,
    input: { params: z.object({ id: z.string() }) },
    audit: { event: "session.ended" },
    answer: nothing,
    handle: async ({ actor, params }) => {
      await endSession(database, { userId: actor.userId, id: params.id });
      return { body: undefined };
    },
  });
}

function endOthersRoute({ database }: AccountDeps): Route {
  return defineRoute({
    method: "delete",
    path: "/me/sessions",
    id: "endOtherSessions",
    summary: "End all other sessions of the caller",
    policy: inSession,
    input: {},
    audit: { event: "session.ended" },
    answer: nothing,
    handle: async ({ actor }) => {
      await endSessions(database, { userId: actor.userId, except: actor.credential.id });
      return { body: undefined };
    },
  });
}

/** A user and their sign-in methods. */
interface Account extends User {
  readonly password: boolean;
  readonly totp: boolean;
  readonly passkeys: number;
  readonly identities: number;
}

async function describeAccount(database: ControlDatabase, id: string): Promise<Account> {
  const row = await database
    .selectFrom("users")
    .select([...USER_COLUMNS, "users.password_hash"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { enabled } = await totpState(database, id);
  return {
    ...toUser(row),
    password: row.password_hash !== null,
    totp: enabled,
    passkeys: (await listPasskeys(database, id)).length,
    identities: (await listExternal(database, id)).length,
  };
}
