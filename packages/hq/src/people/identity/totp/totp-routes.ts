import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import { inSession } from "../../../api/policy.ts";
import { defineRoute, nothing, type Route } from "../../../api/route.ts";
import { requireSession, type SessionDeps } from "../sessions/request-session.ts";
import type { CodeDeps } from "./prove-code.ts";
import { replaceRecoveryCodes, confirmTotp, removeTotp, startTotp, totpState } from "./totp.ts";

const codesAnswer = z
  .object({ recoveryCodes: z.array(z.string()).meta({ description: "Returned only once." }) })
  .meta({ id: "RecoveryCodes" });

interface TotpRoutesDeps extends SessionDeps, CodeDeps {}

/** `/me/totp`: an authenticator app as a second factor. */
export function totpRoutes(deps: TotpRoutesDeps): readonly Route[] {
  const { database } = deps;
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
        const { user } = await requireSession(deps, request);
        return { body: await startTotp(deps, user) };
      },
    }),
    confirmRoute(deps),
    recoveryCodesRoute(deps),
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
        const { user } = await requireSession(deps, request);
        await removeTotp(database, user.id);
        return { body: undefined };
      },
    }),
  ];
}

function confirmRoute(deps: TotpRoutesDeps): Route {
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
      const { user, session } = await requireSession(deps, request);
      const giveBack = await deps.limits.codes.take(`session ${session.id}`);
      const recoveryCodes = [...(await confirmTotp(deps, { userId: user.id, code }))];
      await giveBack();
      return { body: { recoveryCodes } };
    },
  });
}

function recoveryCodesRoute(deps: TotpRoutesDeps): Route {
  const { database } = deps;
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
      const { user } = await requireSession(deps, request);
      const { enabled } = await totpState(database, user.id);
      if (!enabled) throw new CmsError("conflict", "No authenticator app is set up.");
      return { body: { recoveryCodes: [...(await replaceRecoveryCodes(database, user.id))] } };
    },
  });
}
