import { CmsError } from "@loam/cms-core";
import type { Request } from "express";
import { z } from "zod";
import { anyone, inSession } from "../../../api/policy.ts";
import {
  type AuditedPerson,
  defineRoute,
  nothing,
  type Reply,
  type Route,
} from "../../../api/route.ts";
import { readClient, openSession } from "../authenticate-request.ts";
import type { Identity } from "../identity.ts";
import { assertionSchema, type AssertionAnswer } from "../passkeys/passkeys.ts";
import { provePasskey } from "../passkeys/prove-passkey.ts";
import type { PasskeyDeps } from "../passkeys/register-passkey.ts";
import { totpState } from "../totp/totp.ts";
import { personAnswer } from "../users/user-routes.ts";
import { type Claimant, claimantOf, claimantOfSession, setDeviceCookie } from "./known-device.ts";
import { requireSession } from "./require-session.ts";
import { setCookie, clearCookie } from "./session-cookie.ts";
import {
  type CreatedSession,
  createSession,
  endSession,
  type OpenSession,
  renewSession,
} from "./sessions.ts";
import {
  answerSecondFactor,
  signIn,
  type CodeAnswer,
  proveCode,
  provePassword,
  type SignInDeps,
  type SignInPlace,
} from "./sign-in.ts";

const password: z.ZodString = z.string().max(4096);

const code: z.ZodString = z.string().regex(/^\d{6}$/, "A code has six digits.");
const recoveryCode: z.ZodString = z.string().max(100);
const challenge: z.ZodString = z.string().max(200);

const passkeyAnswer = z
  .strictObject({ challenge, credential: assertionSchema })
  .meta({ id: "PasskeyAnswer" });

const signedInAnswer = z
  .object({
    user: personAnswer,
    csrfToken: z.string().meta({ description: "Send it as X-CSRF-Token with every change." }),
    authenticatedAt: z.string(),
    expiresAt: z.string(),
    billing: z.boolean().meta({
      description: "Whether workspaces have plans and payment methods (`LOAM_BILLING`).",
    }),
  })
  .meta({ id: "SignIn" });

const secondFactorAnswer = z
  .object({
    secondFactor: z.object({
      challenge: z.string(),
      methods: z.array(z.string()).meta({ description: "totp, recovery-code" }),
    }),
  })
  .meta({ id: "SecondFactorRequired" });

/** `/session`: sign in, second factor, step-up, sign out. */
export function sessionRoutes(identity: Identity): readonly Route[] {
  return [
    signInRoute(identity),
    secondFactorRoute(identity),
    passkeyRoute(identity),
    currentRoute(identity),
    stepUpRoute(identity),
    signOutRoute(identity),
    methodsRoute(identity),
  ];
}

function signInRoute(identity: Identity): Route {
  return defineRoute({
    method: "post",
    path: "/session",
    id: "signIn",
    summary: "Sign in with a password. Asks for a code if the user has two-factor authentication",
    policy: anyone,
    input: { body: z.strictObject({ email: z.string().max(254), password }) },
    audit: { event: "session.opened" },
    answer: z.union([signedInAnswer, secondFactorAnswer]),
    handle: async ({ body, request }) => {
      const result = await signIn(identity, body, signInPlace(identity, request));
      if (result.kind === "session") return replaceSession(identity, request, result.session);
      const { challenge: text } = result;
      const methods = ["totp", "recovery-code"] as const;
      return { body: { secondFactor: { challenge: text, methods: [...methods] } }, isHalf: true };
    },
  });
}

function secondFactorRoute(identity: Identity): Route {
  return defineRoute({
    method: "post",
    path: "/session/second-factor",
    id: "signInSecondFactor",
    summary: "Complete a sign-in with a code or a recovery code",
    policy: anyone,
    input: {
      body: z.union(
        [z.strictObject({ challenge, code }), z.strictObject({ challenge, recoveryCode })],
        { error: "Send the challenge and either a code or a recoveryCode." },
      ),
    },
    audit: { event: "session.opened" },
    answer: signedInAnswer,
    handle: async ({ body, request }) =>
      replaceSession(
        identity,
        request,
        await answerSecondFactor(identity, body, signInPlace(identity, request)),
      ),
  });
}

function passkeyRoute(identity: Identity): Route {
  return defineRoute({
    method: "post",
    path: "/session/passkey",
    id: "signInPasskey",
    summary: "Sign in with a passkey",
    policy: anyone,
    input: { body: passkeyAnswer },
    audit: { event: "session.opened" },
    answer: signedInAnswer,
    handle: async ({ body, request }) => {
      const user = await provePasskey(identity, body);
      const client = readClient(request);
      const session = { user, method: "passkey", client } as const;
      return replaceSession(
        identity,
        request,
        await createSession(identity.database, session, identity),
      );
    },
  });
}

function currentRoute(identity: Identity): Route {
  return defineRoute({
    method: "get",
    path: "/session",
    id: "getSession",
    summary: "Get the signed-in user and the CSRF token of the session",
    policy: inSession,
    input: {},
    answer: signedInAnswer,
    handle: async ({ request }) => ({
      body: describe(identity, await requireSession(identity, request)),
    }),
  });
}

function methodsRoute({ passwordSignIn, oidc, baseUrl }: Identity): Route {
  return defineRoute({
    method: "get",
    path: "/session/methods",
    id: "listSignInMethods",
    summary: "List the available ways to sign in",
    policy: anyone,
    input: {},
    answer: z.object({
      password: z.boolean(),
      passkey: z.boolean(),
      oidc: z
        .object({
          startUrl: z
            .string()
            .meta({ description: "Single sign-on URL. Takes `returnTo`, a path in HQ." }),
        })
        .nullable(),
    }),
    handle: () => ({
      body: {
        password: passwordSignIn,
        passkey: true,
        oidc: oidc === undefined ? null : { startUrl: `${baseUrl}/auth/oidc/start` },
      },
    }),
  });
}

function stepUpRoute(identity: Identity): Route {
  return defineRoute({
    method: "post",
    path: "/session/step-up",
    id: "stepUp",
    summary:
      "Confirm the caller's identity for sensitive actions. The session gets a new cookie and its full lifetime",
    policy: inSession,
    input: {
      body: z.union(
        [
          z.strictObject({
            password,
            code: code.optional(),
            recoveryCode: recoveryCode.optional(),
          }),
          passkeyAnswer,
        ],
        { error: "Send the password, or the challenge and credential of a passkey." },
      ),
    },
    audit: { event: "session.proven" },
    answer: signedInAnswer,
    handle: async ({ body, request }) => {
      const open = await requireSession(identity, request);
      return reply(identity, await stepUp(identity, open, body));
    },
  });
}

function signOutRoute(identity: Identity): Route {
  return defineRoute({
    method: "delete",
    path: "/session",
    id: "signOut",
    summary: "Sign out",
    policy: inSession,
    input: {},
    audit: { event: "session.closed" },
    answer: nothing,
    handle: async ({ request }) => {
      const { user, session } = await requireSession(identity, request);
      await endSession(identity.database, { userId: user.id, id: session.id });
      const headers = { "Set-Cookie": clearCookie("session", identity.baseUrl) };
      return { body: undefined, headers };
    },
  });
}

/** Creates a session and ends the browser's previous one (AUT-01). */
async function replaceSession(
  identity: Identity,
  request: Request,
  created: CreatedSession,
): Promise<Reply<z.input<typeof signedInAnswer>>> {
  const before = await openSession(request, identity);
  if (before !== undefined) {
    const { user, session } = before;
    await endSession(identity.database, { userId: user.id, id: session.id });
  }
  return reply(identity, created);
}

/** Responds with a new session cookie, and marks the browser as known. */
function reply(identity: Identity, created: CreatedSession): Reply<z.input<typeof signedInAnswer>> {
  const session = setCookie("session", created.cookie, identity);
  const headers = { "Set-Cookie": [session, setDeviceCookie(identity, created.user.email)] };
  return { body: describe(identity, created), headers, by: audited(created) };
}

/** Returns the user and session for the audit log. */
export function audited({ user, session }: Pick<OpenSession, "user" | "session">): AuditedPerson {
  return { userId: user.id, credential: { kind: "session", id: session.id } };
}

function signInPlace(identity: Identity, request: Request): SignInPlace {
  const claimantAt = (email: string): Claimant => claimantOf(identity, request, email);
  return { client: readClient(request), claimantAt };
}

function describe(
  { billing }: Identity,
  { user, session, csrfToken }: OpenSession,
): z.input<typeof signedInAnswer> {
  const { authenticatedAt, expiresAt } = session;
  return { user, csrfToken, authenticatedAt, expiresAt, billing };
}

/** A password, with a code if two-factor authentication is on, or a passkey. */
type StepUpAnswer =
  | ({ readonly password: string } & CodeAnswer)
  | { readonly challenge: string; readonly credential: AssertionAnswer };

/**
 * Reauthenticates a signed-in user. The session continues with a new cookie.
 *
 * @throws CmsError `invalid_credentials`, `rate_limited`, `unavailable`
 */
async function stepUp(
  deps: SignInDeps & PasskeyDeps,
  open: OpenSession,
  answer: StepUpAnswer,
): Promise<CreatedSession> {
  const { user } = open;
  if ("credential" in answer) {
    await provePasskey(deps, { ...answer, userId: user.id });
  } else {
    const claimant = claimantOfSession(open);
    await provePassword(deps, { email: user.email, password: answer.password }, claimant);
    const { enabled } = await totpState(deps.database, user.id);
    if (enabled) await proveCode(deps, { userId: user.id, answer }, claimant);
    else if (answer.code !== undefined || answer.recoveryCode !== undefined) {
      throw new CmsError("invalid", "Two-factor authentication is not set up. Omit the code.");
    }
  }
  return renewSession(deps.database, open, { now: deps.now, extended: true });
}
