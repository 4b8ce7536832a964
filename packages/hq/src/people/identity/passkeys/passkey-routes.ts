import { z } from "zod";
import { anyone, inSession } from "../../../api/policy.ts";
import { defineRoute, nothing, type Route } from "../../../api/route.ts";
import { addressKey } from "../../../platform/limits/rate-limit.ts";
import type { SignInLimits } from "../attempts/attempt-limit.ts";
import { readClient, requireSession } from "../sessions/request-session.ts";
import { registrationSchema, listPasskeys, removePasskey } from "./passkeys.ts";
import { askForPasskey } from "./prove-passkey.ts";
import { finishRegistration, type PasskeyDeps, startRegistration } from "./register-passkey.ts";

const passkeyAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    backedUp: z.boolean(),
    createdAt: z.string(),
    lastUsedAt: z.string().optional(),
  })
  .meta({ id: "Passkey" });

const questionAnswer = z
  .object({
    challenge: z.string().meta({ description: "Send it back with the response." }),
    options: z.unknown().meta({ description: "Options for navigator.credentials." }),
  })
  .meta({ id: "PasskeyOptions" });

interface PasskeyRoutesDeps extends PasskeyDeps {
  readonly limits: Pick<SignInLimits, "questions">;
}

/** `/me/passkeys`, and challenges for signing in with a passkey. */
export function passkeyRoutes(deps: PasskeyRoutesDeps): readonly Route[] {
  return [...questionRoutes(deps), listRoute(deps), addRoute(deps), removeRoute(deps)];
}

function questionRoutes(deps: PasskeyRoutesDeps): readonly Route[] {
  return [
    defineRoute({
      method: "post",
      path: "/session/passkey/options",
      id: "signInPasskeyOptions",
      summary: "Get a passkey challenge for signing in",
      policy: anyone,
      input: {},
      answer: questionAnswer,
      handle: async ({ request }) => {
        // Each challenge is a row until it expires, so repeated requests are rate limited.
        await deps.limits.questions.take(addressKey(readClient(request).address));
        return { body: await askForPasskey(deps) };
      },
    }),
    defineRoute({
      method: "post",
      path: "/session/step-up/passkey-options",
      id: "stepUpPasskeyOptions",
      summary: "Get a passkey challenge for confirming the caller's identity",
      policy: inSession,
      input: {},
      answer: questionAnswer,
      handle: async ({ actor }) => ({ body: await askForPasskey(deps, actor.userId) }),
    }),
    defineRoute({
      method: "post",
      path: "/me/passkeys/options",
      id: "newPasskeyOptions",
      summary: "Get the options for creating a passkey",
      policy: inSession,
      input: {},
      sensitive: true,
      answer: questionAnswer,
      handle: async ({ request }) => {
        const { user } = await requireSession(deps, request);
        return { body: await startRegistration(deps, user) };
      },
    }),
  ];
}

function listRoute({ database }: PasskeyRoutesDeps): Route {
  return defineRoute({
    method: "get",
    path: "/me/passkeys",
    id: "listPasskeys",
    summary: "List the caller's passkeys, oldest first",
    policy: inSession,
    input: {},
    answer: z.object({ passkeys: z.array(passkeyAnswer) }),
    handle: async ({ actor }) => ({
      body: { passkeys: [...(await listPasskeys(database, actor.userId))] },
    }),
  });
}

function addRoute(deps: PasskeyRoutesDeps): Route {
  return defineRoute({
    method: "post",
    path: "/me/passkeys",
    id: "addPasskey",
    summary: "Add a passkey that a browser created",
    policy: inSession,
    input: {
      body: z.strictObject({
        challenge: z.string().max(200),
        name: z.string().trim().min(1).max(200),
        credential: registrationSchema,
      }),
    },
    audit: { event: "passkey.added" },
    sensitive: true,
    status: 201,
    answer: passkeyAnswer,
    handle: async ({ body, request }) => {
      const { user } = await requireSession(deps, request);
      return {
        body: await finishRegistration(deps, { ...body, userId: user.id }),
      };
    },
  });
}

function removeRoute(deps: PasskeyRoutesDeps): Route {
  return defineRoute({
    method: "delete",
    path: "/me/passkeys/{id}",
    id: "removePasskey",
    summary: "Remove one of the caller's passkeys",
    policy: inSession,
    input: { params: z.object({ id: z.string() }) },
    audit: { event: "passkey.removed" },
    sensitive: true,
    answer: nothing,
    handle: async ({ params, request }) => {
      const { user } = await requireSession(deps, request);
      await removePasskey(deps.database, { userId: user.id, id: params.id });
      return { body: undefined };
    },
  });
}
