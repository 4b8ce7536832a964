import { raw, type Request, type Response, Router } from "express";
import { z } from "zod";
import { nameRoute } from "../../platform/http/request-log.ts";
import { onlyMethods } from "../../platform/http/send-problem.ts";
import type { SkillRepositories } from "../skills/skill-repositories.ts";
import type { SkillStore } from "../skills/skill-store.ts";
import { chooseVersion } from "../skills/trust/judge-review.ts";
import { readReviewRule } from "../skills/trust/review-rule.ts";
import { readSkillReviews } from "../skills/trust/skill-reviews.ts";
import { describeForWorker } from "../skills/worker-skill.ts";
import { asWorker, cutText, readBody, send, type WorkerApiDeps } from "../workers/worker-api.ts";
import type { RunLogs } from "./run-logs.ts";
import { reportRun, requireRunOf, type RunDeps } from "./runs.ts";

interface ReportDeps extends WorkerApiDeps, RunDeps {
  readonly logs: RunLogs;
  readonly skills: SkillRepositories;
}

const MAX_LOG_PART = 1024 * 1024;

const time = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text).toISOString())
  .optional();

// Lenient, because rejecting a report would leave the run without an end.
const item = z.object({
  kind: cutText(100),
  name: cutText(200),
  status: cutText(100),
  detail: cutText(1000).optional(),
  skill: cutText(100).optional(),
});

const MAX_ITEMS = 500;

const report = z.object({
  state: z.enum([
    "waiting",
    "running",
    "succeeded",
    "failed",
    "cancelled",
    "timed_out",
    "lost",
    "refused",
  ]),
  exitCode: z.int().nullable().optional(),
  reason: cutText(4000).optional(),
  startedAt: time,
  endedAt: time,
  promptHash: z.string().max(200).optional(),
  ownVariables: z
    .array(z.string().regex(/^\w{1,128}$/))
    .max(10_000)
    .optional(),
  items: z
    .array(item)
    .transform((items) => items.slice(0, MAX_ITEMS))
    .optional(),
});

const id = z.object({ id: z.string() });

/** Reports of workers about their runs, and their requests for skills. */
export function runReports(deps: ReportDeps): Router {
  const { database, logs, skills } = deps;
  return Router({ caseSensitive: true, strict: true })
    .all("/runs/:id", onlyMethods("PUT"))
    .put(
      "/runs/:id",
      asWorker(deps, async ({ request, response, worker }) => {
        nameRoute(request, "/api/worker/runs/{id}");
        const { params, body } = await readBody(request, response, { params: id, body: report });
        await reportRun(deps, { workerId: worker.workerId, runId: params.id }, body);
        logs.notify(params.id);
        response.status(204).end();
      }),
    )
    .all("/runs/:id/log", onlyMethods("PUT"))
    .put(
      "/runs/:id/log",
      asWorker(deps, async ({ request, response, worker }) => {
        nameRoute(request, "/api/worker/runs/{id}/log");
        const input = { params: id, query: z.object({ offset: z.coerce.number().int().min(0) }) };
        const { params, query } = await readBody(request, response, input);
        await requireRunOf(database, { workerId: worker.workerId, runId: params.id });
        await logs.append(params.id, query.offset, await readPart(request, response));
        response.status(204).end();
      }),
    )
    .all("/skills/:name", onlyMethods("GET", "HEAD"))
    .get(
      "/skills/:name",
      asWorker(deps, async ({ request, response, worker }) => {
        nameRoute(request, "/api/worker/skills/{name}");
        const { params, query } = await readBody(request, response, {
          params: z.object({ name: z.string() }),
          query: z.object({ version: z.coerce.number().int().min(1).exactOptional() }),
        });
        const { workspaceId } = worker;
        const store = await skills.of(workspaceId);
        const wanted =
          query.version ?? (await versionToDeploy(deps, { workspaceId, store }, params.name));
        send(response, 200, await describeForWorker(store, params.name, wanted));
      }),
    );
}

/** Returns the version of a skill to deploy on a worker by default. @throws CmsError `not_found`, `skill_unreviewed` */
async function versionToDeploy(
  { database }: ReportDeps,
  { workspaceId, store }: { readonly workspaceId: string; readonly store: SkillStore },
  name: string,
): Promise<number> {
  const { current, versions } = await store.follow();
  const reviews = await readSkillReviews(database, workspaceId, name);
  const { isRequired } = await readReviewRule(database, workspaceId);
  const known = { name, versions: versions.get(name) ?? [], current: current.get(name), reviews };
  return chooseVersion(known, {}, { isRequired }).version;
}

const takePart = raw({ limit: MAX_LOG_PART, type: "application/octet-stream" });

/** Reads the bytes of an authenticated request. */
async function readPart(request: Request, response: Response): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  takePart(request, response, (error?: unknown) => {
    if (error === undefined) resolve();
    else reject(error instanceof Error ? error : new Error("The bytes cannot be read."));
  });
  await promise;
  const bytes: unknown = request.body;
  return Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0);
}
