import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import { inSession } from "../../../api/policy.ts";
import { defineRoute, nothing, type Route } from "../../../api/route.ts";
import type { Identity } from "../identity.ts";
import { requireSession } from "../sessions/require-session.ts";
import { replaceRecoveryCodes, confirmTotp, removeTotp, startTotp, totpState } from "./totp.ts";

const codesAnswer = z
  .object({ recoveryCodes: z.array(z.string()).meta({ description: "Returned only once." }) })
  .meta({ id: "RecoveryCodes" });

/** `/me/totp`: an authenticator app as a second factor. */
export function totpRoutes(identity: Identity): readonly Route[] {
  const { database } = identity;
  return [
    defineRoute({
      method: "get",
      path: "/me/totp",
      id: "getTotp",
      summary:
        "Get the state of two-factor authentication. Contains the number of recovery codes left",
      policy: inSession,
      input: {},
      answer: z.object({
        enabled: z.boolean(),
        since: z.string().optional(),
        recoveryCodesLeft: z.int().optional(),
      }),
      handle: async ({ actor }) => ({ body: await totpState(database, actor.userId) }),
    }),
    defineRoute({
      method: "post",
      path: "/me/totp",
      id: "startTotp",
      summary:
        "Create the secret for an authenticator app. Codes are required after the first one was confirmed",
      policy: inSession,
      input: {},
      audit: { event: "totp.started" },
      sensitive: true,
      status: 201,
      answer: z.object({ secret: z.string(), uri: z.string() }),
      handle: async ({ request }) => {
        const { user } = await requireSession(identity, request);
        return { body: await startTotp(identity, user) };
      },
    }),
    confirmRoute(identity),
    recoveryCodesRoute(identity),
    defineRoute({
      method: "delete",
      path: "/me/totp",
      id: "removeTotp",
      summary: "Remove the authenticator app and the recovery codes",
      policy: inSession,
      input: {},
      audit: { event: "totp.removed" },
      sensitive: true,
      answer: nothing,
      handle: async ({ request }) => {
        const { user } = await requireSession(identity, request);
        await removeTotp(database, user.id);
        return { body: undefined };
      },
    }),
  ];
}

function confirmRoute(identity: Identity): Route {
  return defineRoute({
    method: "post",
    path: "/me/totp/confirm",
    id: "confirmTotp",
    summary: "Confirm the authenticator app with its first code. Returns recovery codes",
    policy: inSession,
    input: {
      body: z.strictObject({ code: z.string().regex(/^\d{6}$/, "A code has six digits.") }),
    },
    audit: { event: "totp.confirmed" },
    sensitive: true,
    answer: codesAnswer,
    handle: async ({ body: { code }, request }) => {
      const { user, session } = await requireSession(identity, request);
      const giveBack = await identity.limits.codes.take(`session ${session.id}`);
      const recoveryCodes = [...(await confirmTotp(identity, { userId: user.id, code }))];
      await giveBack();
      return { body: { recoveryCodes } };
    },
  });
}

function recoveryCodesRoute(identity: Identity): Route {
  const { database } = identity;
  return defineRoute({
    method: "post",
    path: "/me/totp/recovery-codes",
    id: "replaceRecoveryCodes",
    summary: "Generate new recovery codes. The old ones stop working",
    policy: inSession,
    input: {},
    audit: { event: "totp.recovery-codes-replaced" },
    sensitive: true,
    answer: codesAnswer,
    handle: async ({ request }) => {
      const { user } = await requireSession(identity, request);
      const { enabled } = await totpState(database, user.id);
      if (!enabled) throw new CmsError("conflict", "No authenticator app is set up.");
      return { body: { recoveryCodes: [...(await replaceRecoveryCodes(database, user.id))] } };
    },
  });
}
