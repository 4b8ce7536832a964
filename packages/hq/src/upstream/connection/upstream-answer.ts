import { z } from "zod";
import { changeState } from "../../content/changes/change-answer.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { needsAttention, reportShape, type UpstreamReport } from "./report.ts";
import { readKnownHosts } from "./ssh-key.ts";
import { gitHostKind } from "./upstream-input.ts";
import { findUpstream, parseReport, type UpstreamRow } from "./upstreams.ts";

const requestAnswer = z
  .object({
    change: z.int().meta({ description: "Number of the change request." }),
    request: z.int().meta({ description: "Number of the pull or merge request on the Git host." }),
    url: z.string(),
    state: changeState,
  })
  .meta({ id: "UpstreamRequest" });

/** The upstream of a site in responses, without secrets. */
export const upstreamAnswer: z.ZodType<UpstreamAnswer, UpstreamAnswer> = z
  .object({
    url: z.string(),
    branch: z.string(),
    credential: z.object({
      kind: z.enum(["none", "token", "ssh"]),
      username: z.string().nullable(),
      publicKey: z.string().nullable().meta({
        description:
          "SSH public key. Add it to the repository on the Git host as a deploy key with write access.",
      }),
    }),
    hostKeys: z
      .array(z.object({ type: z.string(), fingerprint: z.string() }))
      .meta({ description: "Trusted SSH host keys." }),
    forge: z
      .object({
        kind: gitHostKind,
        url: z.string().nullable(),
        ownToken: z.boolean(),
      })
      .nullable(),
    reviewedThere: z.boolean(),
    webhook: z.object({
      address: z.string().meta({ description: "Webhook URL to set on the Git host." }),
      receivedAt: z.string().nullable(),
    }),
    setBy: z.string().nullable(),
    setAt: z.string(),
    state: z.enum(["new", "in_sync", "attention", "failing"]).meta({
      description:
        "`attention`: someone must act; see `branches`. `failing`: HQ tries again at `nextAt`; see `problem`.",
    }),
    syncing: z.boolean().meta({ description: "Whether a sync is running." }),
    triedAt: z.string().nullable(),
    syncedAt: z.string().nullable().meta({ description: "Time of the last successful sync." }),
    nextAt: z.string(),
    ...reportShape,
    requests: z.array(requestAnswer),
  })
  .meta({ id: "Upstream" });

interface ShownRequest {
  change: number;
  request: number;
  url: string;
  state: "open" | "merged" | "closed";
}

export interface UpstreamAnswer extends UpstreamReport {
  url: string;
  branch: string;
  credential: {
    kind: UpstreamRow["login_kind"];
    username: string | null;
    publicKey: string | null;
  };
  hostKeys: { type: string; fingerprint: string }[];
  forge: {
    kind: Exclude<UpstreamRow["forge"], "none">;
    url: string | null;
    ownToken: boolean;
  } | null;
  reviewedThere: boolean;
  webhook: { address: string; receivedAt: string | null };
  setBy: string | null;
  setAt: string;
  state: "new" | "in_sync" | "attention" | "failing";
  syncing: boolean;
  triedAt: string | null;
  syncedAt: string | null;
  nextAt: string;
  requests: ShownRequest[];
}

interface Shown {
  readonly syncing: boolean;
  readonly requests: UpstreamAnswer["requests"];
  /** URL for webhooks of the Git host. */
  readonly webhookAddress: string;
}

export function showUpstream(
  row: UpstreamRow,
  { syncing, requests, webhookAddress }: Shown,
): UpstreamAnswer {
  const report = parseReport(row);
  const kind = row.forge;
  return {
    url: row.url,
    branch: row.branch,
    credential: { kind: row.login_kind, username: row.username, publicKey: row.public_key },
    hostKeys: [...(readKnownHosts(row.known_hosts ?? "") ?? [])],
    forge:
      kind === "none" ? null : { kind, url: row.forge_url, ownToken: row.forge_token !== null },
    reviewedThere: row.reviewed_there === 1,
    webhook: { address: webhookAddress, receivedAt: row.webhook_at },
    setBy: row.set_by,
    setAt: row.set_at,
    state: upstreamState(report),
    syncing,
    triedAt: row.tried_at,
    syncedAt: row.synced_at,
    nextAt: row.due_at,
    problem: report?.problem ?? null,
    forgeProblem: report?.forgeProblem ?? null,
    branches: report?.branches ?? [],
    requests,
  };
}

function upstreamState(report: ReturnType<typeof parseReport>): UpstreamAnswer["state"] {
  if (report === undefined) return "new";
  if (report.problem !== null) return "failing";
  return needsAttention(report) || report.forgeProblem !== null ? "attention" : "in_sync";
}

/** A problem with an upstream that needs attention. */
export interface UpstreamTrouble {
  /** When HQ last synced. */
  readonly since: string;
  readonly state: "attention" | "failing";
  /** The problem. Null if a user must decide. */
  readonly message: string | null;
}

/** Returns what needs attention in a site's upstream, or undefined. */
export async function findTrouble(
  database: ControlDatabase,
  siteId: string,
): Promise<UpstreamTrouble | undefined> {
  const row = await findUpstream(database, siteId);
  if (row === undefined) return undefined;
  const report = parseReport(row);
  const state = upstreamState(report);
  if (state !== "attention" && state !== "failing") return undefined;
  const problem = report?.problem ?? report?.forgeProblem;
  return { since: row.tried_at ?? row.set_at, state, message: problem?.message ?? null };
}
