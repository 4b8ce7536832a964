import { z } from "zod";
import { instanceAdmin } from "../../api/policy.ts";
import { defineRoute, nothing, type Route } from "../../api/route.ts";
import { planName, usageAnswer } from "../../api/shared-answers.ts";
import type { Hq } from "../../platform/hq.ts";
import { inWorkspace } from "./policies.ts";
import { PLANS, readUsage } from "./usage.ts";
import { requireWorkspace, updateWorkspace, type Workspace } from "./workspaces.ts";

const planAnswer = z
  .object({
    plan: planName,
    sites: z.number().nullable().meta({ description: "null if there is no limit" }),
    mediaBytes: z.number(),
  })
  .meta({ id: "Plan" });

interface PaymentMethod {
  readonly label: string;
  readonly addedAt: string;
}

export const paymentMethodAnswer: z.ZodType<PaymentMethod, PaymentMethod> = z
  .object({ label: z.string(), addedAt: z.string() })
  .meta({ id: "PaymentMethod" });

const params = z.object({ ws: z.string() });

/** Plan, usage, and payment method of a workspace. */
export function planRoutes({ hq }: { readonly hq: Hq }): readonly Route[] {
  return [...limitRoutes(hq), ...paymentRoutes(hq)];
}

function limitRoutes({ database, config }: Hq): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/plan",
      id: "getPlan",
      summary: "Get the workspace's plan and its limits",
      policy: inWorkspace("workspace.inspect"),
      input: {},
      answer: planAnswer,
      handle: ({ workspace }) => ({ body: describePlan(workspace) }),
    }),
    defineRoute({
      method: "put",
      path: "/workspaces/{ws}/plan",
      id: "putPlan",
      summary: "Change the plan of a workspace",
      policy: instanceAdmin,
      input: { params, body: z.strictObject({ plan: planName }) },
      audit: { event: "plan.changed" },
      answer: planAnswer,
      handle: async ({ params: { ws }, body }) => {
        const { id } = await requireWorkspace(database, ws);
        return { body: describePlan(await updateWorkspace(database, id, { plan: body.plan })) };
      },
    }),
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/usage",
      id: "getUsage",
      summary: "Get the workspace's usage",
      policy: inWorkspace("workspace.inspect"),
      input: {},
      answer: z.object({ sites: usageAnswer, mediaBytes: usageAnswer }),
      handle: async ({ workspace }) => ({ body: await readUsage(database, workspace, config) }),
    }),
  ];
}

function describePlan({ plan }: Pick<Workspace, "plan">): z.input<typeof planAnswer> {
  return { plan, sites: PLANS[plan].sites ?? null, mediaBytes: PLANS[plan].mediaBytes };
}

function paymentRoutes({ database, now }: Hq): readonly Route[] {
  return [
    defineRoute({
      method: "put",
      path: "/workspaces/{ws}/payment-method",
      id: "putPaymentMethod",
      summary: "Add or replace the payment method. It is never charged",
      policy: inWorkspace("workspace.payment"),
      input: {
        body: z
          .strictObject({ label: z.string().trim().min(1).max(100).default("Payment method") })
          .default({ label: "Payment method" }),
      },
      audit: { event: "payment-method.changed" },
      answer: paymentMethodAnswer,
      handle: async ({ workspace, body: { label } }) => {
        const addedAt = now().toISOString();
        const change = { payment_label: label, payment_added_at: addedAt };
        await updateWorkspace(database, workspace.id, change);
        return { body: { label, addedAt } };
      },
    }),
    defineRoute({
      method: "delete",
      path: "/workspaces/{ws}/payment-method",
      id: "deletePaymentMethod",
      summary: "Remove the payment method. Sites with publishing turned on keep publishing",
      policy: inWorkspace("workspace.payment"),
      input: {},
      audit: { event: "payment-method.removed" },
      answer: nothing,
      handle: async ({ workspace }) => {
        const change = { payment_label: null, payment_added_at: null };
        await updateWorkspace(database, workspace.id, change);
        return { body: undefined };
      },
    }),
  ];
}
