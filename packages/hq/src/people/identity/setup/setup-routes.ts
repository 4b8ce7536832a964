import { z } from "zod";
import { anyone } from "../../../api/policy.ts";
import { defineRoute, type Route } from "../../../api/route.ts";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { addressKey } from "../../../platform/limits/rate-limit.ts";
import type { SignInLimits } from "../attempts/attempt-limit.ts";
import { readClient } from "../sessions/request-session.ts";
import type { Clock } from "../sessions/sessions.ts";
import { personAnswer } from "../users/users.ts";
import { isSetupLink, unusableSetupLink, useSetupLink } from "./set-up-hq.ts";

interface SetupRoutesDeps extends Clock {
  readonly database: ControlDatabase;
  readonly limits: Pick<SignInLimits, "links">;
}

interface SetupOptions {
  /** Initial value of the field. */
  readonly suggestedEmail: string | undefined;
}

const token: z.ZodString = z.string().max(200);

/** `/setup`: creates the first admin with the link that HQ prints. */
export function setupRoutes(
  deps: SetupRoutesDeps,
  { suggestedEmail }: SetupOptions,
): readonly Route[] {
  const { database, limits } = deps;
  return [
    defineRoute({
      method: "post",
      path: "/setup/link",
      id: "readSetupLink",
      summary: "Check a setup link. Returns the email address to suggest",
      policy: anyone,
      input: { body: z.strictObject({ token }) },
      answer: z.object({ suggestedEmail: z.string().optional() }),
      handle: async ({ body, request }) => {
        const giveBack = await limits.links.take(addressKey(readClient(request).address));
        if (!(await isSetupLink(database, body.token, deps))) throw unusableSetupLink();
        await giveBack();
        return { body: suggestedEmail === undefined ? {} : { suggestedEmail } };
      },
    }),
    defineRoute({
      method: "post",
      path: "/setup",
      id: "setUp",
      summary:
        "Create the first admin with a setup link. The admin owns all workspaces without an owner",
      policy: anyone,
      input: {
        body: z.strictObject({
          token,
          email: z.string().max(254),
          name: z.string().trim().min(1).max(200),
          password: z.string().max(4096),
        }),
      },
      audit: { event: "instance.set-up" },
      status: 201,
      answer: z.object({ user: personAnswer }),
      handle: async ({ body: { token: text, ...account }, request }) => {
        const giveBack = await limits.links.take(addressKey(readClient(request).address));
        const user = await useSetupLink(database, text, account, deps);
        if (user === undefined) throw unusableSetupLink();
        await giveBack();
        return { body: { user } };
      },
    }),
  ];
}
