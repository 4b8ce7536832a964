import { z } from "zod";
import { instanceAdmin } from "../../api/policy.ts";
import { defineRoute, type Route } from "../../api/route.ts";
import { readEnvironment } from "../../platform/config/config.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import type { Hq } from "../../platform/hq.ts";
import { type SiteTrouble, TROUBLES } from "../../sites/registry/site-troubles.ts";
import { examineInstance } from "../doctor/examine-instance.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { PARTS, type Readiness } from "./health-routes.ts";

export interface OverviewDeps {
  readonly hq: Hq;
  readonly metrics: Pick<Metrics, "readGauges">;
  readonly readiness: () => Promise<Readiness>;
}

const siteTrouble = z.object({
  id: z.string(),
  name: z.string(),
  workspace: z.string().meta({ description: "Name of the part." }),
  trouble: z.enum(TROUBLES).meta({
    description:
      "`unavailable`: HQ cannot serve the site. `unreadable`: a branch or the working content cannot be read. `damaged`: files in Git are damaged. `stuck`: its public files could not be written.",
  }),
  reason: z.string(),
});

const overview = z
  .object({
    ready: z.boolean().meta({
      description: "The response of `/readyz`: whether each part works. Does not include sites.",
    }),
    parts: z.array(
      z.object({
        part: z.enum(PARTS),
        works: z.boolean(),
        problem: z.string().exactOptional().meta({ description: "As shown by `hq doctor`." }),
      }),
    ),
    sites: z.array(siteTrouble),
    numbers: z
      .record(z.string(), z.number())
      .meta({ description: "Gauges of `/metrics`, by name." }),
    runsOn: z.object({
      node: z.string(),
      git: z.string(),
      database: z.string(),
      publicStorage: z.string(),
      mediaStorage: z.string(),
    }),
    settings: z.object({
      mail: z.boolean(),
      oidc: z.boolean(),
      passwords: z.boolean(),
      paymentGate: z
        .boolean()
        .meta({ description: "Whether publishing requires a payment method." }),
      readLimit: z.int(),
      writeLimit: z.int(),
    }),
    ignoredVariables: z
      .array(z.string())
      .meta({ description: "`LOAM_` variables that HQ does not use." }),
  })
  .meta({ id: "InstanceHealth" });

type Overview = z.input<typeof overview>;

/** Combines `/readyz`, `hq doctor`, and `/metrics` in one response for instance admins. */
export function healthOverviewRoute(deps: OverviewDeps): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/instance/health",
      id: "getInstanceHealth",
      summary:
        "Get the state of the instance. Contains its parts, sites with problems, pending work, and versions",
      policy: instanceAdmin,
      input: {},
      answer: overview,
      handle: async () => ({ body: await checkParts(deps) }),
    }),
  ];
}

async function checkParts({ hq, metrics, readiness }: OverviewDeps): Promise<Overview> {
  const { config } = hq;
  const [{ failing, troubles }, numbers, examined] = await Promise.all([
    readiness(),
    metrics.readGauges(),
    examineInstance(config, readEnvironment(process.cwd(), process.env)),
  ]);
  const [publicStorage, mediaStorage] = examined.storages;
  const problems: Readonly<Record<string, string | undefined>> = {
    database: examined.database.problem,
    disk: examined.disk.problem,
    "public-storage": publicStorage?.problem,
    "media-storage": mediaStorage?.problem,
  };
  return {
    ready: failing.length === 0,
    parts: PARTS.map((part) => describePart(part, { failing, problem: problems[part] })),
    sites: await nameSites(hq.database, troubles),
    numbers: Object.fromEntries(numbers),
    runsOn: {
      node: examined.node,
      git: examined.git,
      database: `${examined.database.state} · ${examined.database.address}`,
      publicStorage: publicStorage?.address ?? "",
      mediaStorage: mediaStorage?.address ?? "",
    },
    settings: {
      mail: config.mail !== undefined,
      oidc: config.oidc !== undefined,
      passwords: config.passwordSignIn,
      paymentGate: config.billing !== "none",
      readLimit: config.readLimit,
      writeLimit: config.writeLimit,
    },
    ignoredVariables: [...examined.ignored],
  };
}

interface PartState {
  readonly failing: readonly string[];
  readonly problem: string | undefined;
}

function describePart(
  part: (typeof PARTS)[number],
  { failing, problem }: PartState,
): Overview["parts"][number] {
  if (!failing.includes(part)) return { part, works: true };
  return { part, works: false, ...(problem !== undefined && { problem }) };
}

/** Adds names, because ids aren't meaningful to users. */
async function nameSites(
  database: ControlDatabase,
  found: readonly SiteTrouble[],
): Promise<Overview["sites"]> {
  if (found.length === 0) return [];
  const rows = await database
    .selectFrom("sites")
    .innerJoin("workspaces", "workspaces.id", "sites.workspace_id")
    .select(["sites.id", "sites.name", "workspaces.name as workspace"])
    .where(
      "sites.id",
      "in",
      found.map(({ site }) => site),
    )
    .execute();
  const names = new Map(rows.map((row) => [row.id, row]));
  return found.map(({ site: id, trouble, reason }) => {
    const { name = id, workspace = "" } = names.get(id) ?? {};
    return { id, name, workspace, trouble, reason };
  });
}
