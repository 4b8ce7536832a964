import { z } from "zod";
import { anyone } from "../../../api/policy.ts";
import { defineRoute, nothing, type Route } from "../../../api/route.ts";
import { addressKey } from "../../../platform/limits/rate-limit.ts";
import { clientOf } from "../authenticate-request.ts";
import type { Identity } from "../identity.ts";
import { usePasswordReset } from "./password-resets.ts";
import { requestPasswordReset } from "./request-password-reset.ts";

/** `/password-reset`: for who cannot sign in any more. */
export function passwordResetRoutes(identity: Identity): readonly Route[] {
  const { database, limits } = identity;
  return [
    defineRoute({
      method: "post",
      path: "/password-reset",
      id: "requestPasswordReset",
      summary: "Mails a link to the address if it has an account; the answer is always the same",
      policy: anyone,
      input: { body: z.strictObject({ email: z.string().max(254) }) },
      audit: { event: "password-reset.requested" },
      status: 202,
      answer: z.object({ status: z.string() }),
      handle: async ({ body: { email }, request }) => {
        await limits.links.take(addressKey(clientOf(request).address));
        requestPasswordReset(identity, email);
        return { body: { status: "accepted" } };
      },
    }),
    defineRoute({
      method: "post",
      path: "/password-reset/confirm",
      id: "resetPassword",
      summary: "Sets another password by a link; every session ends, tokens too unless kept",
      policy: anyone,
      input: {
        body: z.strictObject({
          token: z.string().max(200),
          password: z.string().max(4096),
          keepTokens: z.boolean().default(false),
        }),
      },
      audit: { event: "password-reset.used" },
      answer: nothing,
      handle: async ({ body, request }) => {
        const giveBack = await limits.links.take(addressKey(clientOf(request).address));
        await usePasswordReset(database, body, identity);
        await giveBack();
        return { body: undefined };
      },
    }),
  ];
}
