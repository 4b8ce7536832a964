import type { Request } from "express";
import { z } from "zod";
import { anyone, inSession } from "../../../api/policy.ts";
import { defineRoute, nothing, type Reply, type Route } from "../../../api/route.ts";
import { type Claimant, claimantOf, setDeviceCookie } from "../attempts/known-device.ts";
import type { OidcIssuer } from "../oidc/oidc-flow.ts";
import { assertionSchema } from "../passkeys/passkeys.ts";
import { openSession, readClient, requireSession } from "../sessions/request-session.ts";
import { setCookie, clearCookie } from "../sessions/session-cookie.ts";
import { type CreatedSession, endSession, type OpenSession } from "../sessions/sessions.ts";
import { personAnswer } from "../users/users.ts";
import {
  answerSecondFactor,
  audited,
  signIn,
  type SignInDeps,
  type SignInPlace,
  signInWithPasskey,
  stepUp,
} from "./sign-in.ts";

/** Dependencies of the routes for signing in and out. */
export interface SessionRoutesDeps extends SignInDeps {
  /** Absent if no issuer is configured. */
  readonly oidc?: OidcIssuer;
  /** Whether this instance has plans and payment methods. */
  readonly billing: boolean;
}

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
export function sessionRoutes(deps: SessionRoutesDeps): readonly Route[] {
  return [
    signInRoute(deps),
    secondFactorRoute(deps),
    passkeyRoute(deps),
    currentRoute(deps),
    stepUpRoute(deps),
    signOutRoute(deps),
    methodsRoute(deps),
  ];
}

function signInRoute(deps: SessionRoutesDeps): Route {
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
      const result = await signIn(deps, body, signInPlace(deps, request));
      if (result.kind === "session") return replaceSession(deps, request, result.session);
      const { challenge: text } = result;
      const methods = ["totp", "recovery-code"] as const;
      return { body: { secondFactor: { challenge: text, methods: [...methods] } }, isHalf: true };
    },
  });
}

function secondFactorRoute(deps: SessionRoutesDeps): Route {
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
        deps,
        request,
        await answerSecondFactor(deps, body, signInPlace(deps, request)),
      ),
  });
}

function passkeyRoute(deps: SessionRoutesDeps): Route {
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
      const created = await signInWithPasskey(deps, body, readClient(request));
      return replaceSession(deps, request, created);
    },
  });
}

function currentRoute(deps: SessionRoutesDeps): Route {
  return defineRoute({
    method: "get",
    path: "/session",
    id: "getSession",
    summary: "Get the signed-in user and the CSRF token of the session",
    policy: inSession,
    input: {},
    answer: signedInAnswer,
    handle: async ({ request }) => ({
      body: describe(deps, await requireSession(deps, request)),
    }),
  });
}

function methodsRoute({ passwordSignIn, oidc, baseUrl }: SessionRoutesDeps): Route {
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

function stepUpRoute(deps: SessionRoutesDeps): Route {
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
      const open = await requireSession(deps, request);
      return reply(deps, await stepUp(deps, open, body));
    },
  });
}

function signOutRoute(deps: SessionRoutesDeps): Route {
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
      const { user, session } = await requireSession(deps, request);
      await endSession(deps.database, { userId: user.id, id: session.id });
      const headers = { "Set-Cookie": clearCookie("session", deps.baseUrl) };
      return { body: undefined, headers };
    },
  });
}

/** Creates a session and ends the browser's previous one (AUT-01). */
async function replaceSession(
  deps: SessionRoutesDeps,
  request: Request,
  created: CreatedSession,
): Promise<Reply<z.input<typeof signedInAnswer>>> {
  const before = await openSession(request, deps);
  if (before !== undefined) {
    const { user, session } = before;
    await endSession(deps.database, { userId: user.id, id: session.id });
  }
  return reply(deps, created);
}

/** Responds with a new session cookie, and marks the browser as known. */
function reply(
  deps: SessionRoutesDeps,
  created: CreatedSession,
): Reply<z.input<typeof signedInAnswer>> {
  const session = setCookie("session", created.cookie, deps);
  const headers = { "Set-Cookie": [session, setDeviceCookie(deps, created.user.email)] };
  return { body: describe(deps, created), headers, by: audited(created) };
}

function signInPlace(deps: SessionRoutesDeps, request: Request): SignInPlace {
  const claimantAt = (email: string): Claimant => claimantOf(deps, request, email);
  return { client: readClient(request), claimantAt };
}

function describe(
  { billing }: SessionRoutesDeps,
  { user, session, csrfToken }: OpenSession,
): z.input<typeof signedInAnswer> {
  const { authenticatedAt, expiresAt } = session;
  return { user, csrfToken, authenticatedAt, expiresAt, billing };
}
