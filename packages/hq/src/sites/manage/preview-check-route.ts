import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { createEgress, type Egress, egressProblem } from "../../platform/egress/egress.ts";
import type { EgressFile } from "../../platform/egress/send-out.ts";
import type { SiteServices } from "../services.ts";
import { previewUrl } from "./site-routes.ts";

const DEADLINE_MS = 10_000;

const answer = z
  .object({
    problem: z.string().exactOptional().meta({
      description:
        "Why HQ got no response. A browser can still get one, for example from its own machine.",
    }),
    status: z.int().exactOptional(),
    framed: z.boolean().exactOptional().meta({
      description: "Whether the page allows the dashboard to show it in a frame.",
    }),
  })
  .meta({ id: "PreviewCheck" });

/** Checks whether the page at the Preview URL responds and allows being framed in the dashboard. Sends no token. */
export function previewCheckRoute(services: Pick<SiteServices, "hq" | "baseUrl">): Route {
  return defineRoute({
    method: "post",
    path: "/sites/{site}/preview-check",
    id: "checkPreviewUrl",
    summary: "Check whether a preview page responds and can be shown in a frame",
    policy: onSite("site.settings"),
    input: { body: z.strictObject({ url: previewUrl }) },
    answer,
    handle: async ({ body: { url } }) => {
      const egress = createEgress({ allow: services.hq.config.webhookAllow });
      try {
        return { body: await checkPage(egress, url, new URL(services.baseUrl).origin) };
      } finally {
        await egress.close();
      }
    },
  });
}

async function checkPage(
  egress: Egress,
  url: string,
  origin: string,
): Promise<z.input<typeof answer>> {
  let page: EgressFile;
  try {
    page = await egress.get(url, { signal: AbortSignal.timeout(DEADLINE_MS) });
  } catch (error) {
    return { problem: egressProblem(error) };
  }
  page.body.destroy();
  return { status: page.status, framed: allowsFraming(page.headers, origin) };
}

/** Decides as browsers do: a content security policy takes precedence over `X-Frame-Options`. */
export function allowsFraming(headers: EgressFile["headers"], origin: string): boolean {
  const policies = textsOf(headers["content-security-policy"]).flatMap((text) => text.split(","));
  const ancestors = policies.flatMap((policy) =>
    policy
      .split(";")
      .map((directive) => directive.trim().split(/\s+/))
      .filter(([name = ""]) => name.toLowerCase() === "frame-ancestors"),
  );
  if (ancestors.length > 0) {
    return ancestors.every(([, ...sources]) => sources.some((source) => isOf(source, origin)));
  }
  return textsOf(headers["x-frame-options"]).every(
    (value) => !/^\s*(?:deny|sameorigin)\s*$/i.test(value),
  );
}

function isOf(source: string, origin: string): boolean {
  const { protocol, host } = new URL(origin);
  const wanted = source.toLowerCase().replace(/\/$/, "");
  if (wanted === "*" || wanted === protocol || wanted === origin || wanted === host) return true;
  const [, scheme, parent = ""] = /^(?:(https?:)\/\/)?\*(\..+)$/.exec(wanted) ?? [];
  return parent !== "" && host.endsWith(parent) && (scheme ?? protocol) === protocol;
}

function textsOf(value: EgressFile["headers"][string]): readonly string[] {
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
}
