import type { Issue } from "@loam/cms-core";
import type { AdoptReport } from "@loam/cms-core/adopt";
import { z } from "zod";
import { defineRoute, nothing, type Route } from "../api/route.ts";
import { pathMessageAnswer } from "../api/shared-answers.ts";
import { inWorkspace, requireCms, type WorkspaceContext } from "../people/workspaces/policies.ts";
import { requireSiteQuota } from "../people/workspaces/usage.ts";
import { createSite } from "../sites/manage/create-site.ts";
import { describeSite, siteAnswer } from "../sites/manage/site-answer.ts";
import type { StartAdopt, AdoptJob } from "./adopt/adopt-jobs.ts";
import { loginOf } from "./connection/login-columns.ts";
import { type Credential, credentialInput } from "./connection/upstream-input.ts";
import type { UpstreamServices } from "./open-upstreams.ts";

const TAKE_OVERS = "/workspaces/{ws}/take-overs";

const name = z.string().trim().min(1).max(100);

const source = {
  from: z.string().max(2000).meta({
    description: "URL of the repository that becomes the site: `https://…` or `ssh://git@…`.",
  }),
  branch: z.string().max(100).exactOptional().meta({
    description: "Branch that becomes `main`. Default: the branch that a clone checks out.",
  }),
  credential: credentialInput
    .exactOptional()
    .meta({ description: "For a repository that is not public." }),
};

const creating = z
  .strictObject({
    name,
    from: source.from.exactOptional(),
    branch: source.branch,
    credential: source.credential,
  })
  .meta({ id: "NewSite" });

const starting = z
  .strictObject({
    name,
    ...source,
    dryRun: z.boolean().default(false).meta({
      description: "Only report what would be created.",
    }),
  })
  .meta({ id: "NewTakeOver" });

const issue = z
  .object({
    code: z.string(),
    message: z.string(),
    path: z.string().exactOptional(),
    line: z.int().exactOptional(),
  })
  .meta({ id: "ImportIssue" });

const report = z
  .object({
    layout: z.string().meta({ description: "`astro`, `hugo`, …; `loam`: already a Loam site." }),
    folder: z
      .string()
      .meta({ description: "Folder of the site in its repository. Empty: the whole repository." }),
    collections: z.array(
      z.object({
        apiId: z.string(),
        label: z.string(),
        place: z.string().meta({ description: "As `paths` in `site.yml`." }),
        entries: z.int(),
        fields: z.array(z.object({ apiId: z.string(), type: z.string(), multiple: z.boolean() })),
        leftKeys: z.array(z.string()).meta({
          description:
            "Keys that were not imported because no field type can store them unchanged.",
        }),
      }),
    ),
    left: z
      .array(z.object({ name: z.string(), folder: z.string(), files: z.int(), why: z.string() }))
      .meta({ description: "Collections that were not imported." }),
    unread: z
      .array(issue)
      .meta({ description: "Files that cannot be read. They are kept unchanged." }),
    kept: z
      .array(issue)
      .meta({ description: "Files that are kept although a push with them would be rejected." }),
    held: z
      .array(
        z.object({
          path: z.string(),
          why: z.string(),
          from: z.iso
            .datetime()
            .optional()
            .meta({ description: "When it is published automatically." }),
          until: z.iso
            .datetime()
            .optional()
            .meta({ description: "When the original site stopped showing it." }),
        }),
      )
      .meta({
        description:
          "Entries that the original site does not show. They are not live until you publish them.",
      }),
    notes: z
      .array(pathMessageAnswer)
      .meta({ description: "Further notes to check before publishing." }),
  })
  .meta({ id: "TakeOverReport" });

type ShownReport = z.output<typeof report>;

function showReport(found: AdoptReport): ShownReport {
  return {
    layout: found.layout,
    folder: found.folder,
    collections: found.collections.map(({ fields, leftKeys, ...one }) => {
      return Object.assign({ fields: [...fields], leftKeys: [...leftKeys] }, one);
    }),
    left: [...found.left],
    unread: found.unread.map(showIssue),
    kept: found.kept.map(showIssue),
    held: [...found.held],
    notes: [...found.notes],
  };
}

function showIssue({ code, message, path, line }: Issue): z.output<typeof issue> {
  return {
    code,
    message,
    ...(path !== undefined && { path }),
    ...(line !== undefined && { line }),
  };
}

const jobAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    state: z.enum(["running", "done", "failed"]),
    step: z.enum(["fetching", "reading", "writing"]),
    collection: z.string().exactOptional(),
    files: z
      .int()
      .exactOptional()
      .meta({ description: "Number of entries read from the collection." }),
    site: z.string().exactOptional().meta({ description: "ID of the new site." }),
    report: report.exactOptional(),
    problem: z.object({ code: z.string(), message: z.string() }).exactOptional(),
  })
  .meta({ id: "TakeOver" });

function showJob({ id, name: called, progress, outcome }: AdoptJob): z.output<typeof jobAnswer> {
  const { step, collection, files } = progress;
  const about = {
    id,
    name: called,
    step,
    ...(collection !== undefined && { collection }),
    ...(files !== undefined && { files }),
  };
  if (outcome === undefined) return { ...about, state: "running" };
  if (outcome.kind === "failed") {
    const { code, message } = outcome.error;
    return { ...about, state: "failed", problem: { code, message } };
  }
  const { siteId } = outcome;
  return {
    ...about,
    state: "done",
    report: showReport(outcome.report),
    ...(siteId !== undefined && { site: siteId }),
  };
}

/** Creates sites, empty or from an existing repository. */
export function adoptRoutes(services: UpstreamServices): readonly Route[] {
  return [creatingRoute(services), ...jobRoutes(services)];
}

function creatingRoute(services: UpstreamServices): Route {
  const { hq, sites } = services;
  return defineRoute({
    method: "post",
    path: "/workspaces/{ws}/sites",
    id: "createSite",
    summary: "Create a site, empty or from a repository. The creator becomes its Admin",
    policy: inWorkspace("workspace.create-site"),
    input: { body: creating },
    audit: { event: "site.created", names: ["name"] },
    status: 201,
    answer: siteAnswer,
    handle: async ({ workspace, actor, role, body }) => {
      requireCms(workspace);
      await requireSiteQuota(hq.database, workspace, hq.config);
      const { from, ...rest } = body;
      const by = { by: actor.email, publishing: false, withinPlan: true };
      if (from === undefined) {
        const created = { name: body.name, workspaceId: workspace.id, ...by };
        const site = await createSite(hq, created);
        await sites.follow(site.id);
        return { body: describeSite(site, "admin", services) };
      }
      const job = await startJob(services, { workspace, actor, role }, { ...rest, from });
      const { site } = await job.taken;
      if (site === undefined) throw new Error("An imported site was not found.");
      return { body: describeSite(site, "admin", services) };
    },
  });
}

function jobRoutes(services: UpstreamServices): readonly Route[] {
  const { hq, upstreams } = services;
  const params = z.object({ id: z.string().max(40) });
  return [
    defineRoute({
      method: "post",
      path: TAKE_OVERS,
      id: "startTakeOver",
      summary:
        "Start importing a repository as a site. With `dryRun`, only reports what would be created",
      policy: inWorkspace("workspace.create-site"),
      input: { body: starting },
      audit: { event: "site.created", names: ["name"] },
      status: 202,
      answer: jobAnswer,
      handle: async ({ workspace, actor, role, body }) => {
        requireCms(workspace);
        if (!body.dryRun) await requireSiteQuota(hq.database, workspace, hq.config);
        return { body: showJob(await startJob(services, { workspace, actor, role }, body)) };
      },
    }),
    defineRoute({
      method: "get",
      path: `${TAKE_OVERS}/{id}`,
      id: "getTakeOver",
      summary: "Get the progress of an import. The result is available for an hour",
      policy: inWorkspace("workspace.create-site"),
      input: { params },
      answer: jobAnswer,
      handle: ({ workspace, actor, params: { id } }) => ({
        body: showJob(
          upstreams.takeOvers.find(id, { workspaceId: workspace.id, userId: actor.userId }),
        ),
      }),
    }),
    defineRoute({
      method: "delete",
      path: `${TAKE_OVERS}/{id}`,
      id: "cancelTakeOver",
      summary: "Cancel an import. Nothing is created",
      policy: inWorkspace("workspace.create-site"),
      input: { params },
      answer: nothing,
      handle: ({ workspace, actor, params: { id } }) => {
        upstreams.takeOvers.find(id, { workspaceId: workspace.id, userId: actor.userId }).cancel();
        return { body: undefined };
      },
    }),
  ];
}

interface AdoptRequest {
  readonly name: string;
  readonly from: string;
  readonly branch?: string;
  readonly credential?: Credential;
  readonly dryRun?: boolean;
}

/** @throws CmsError `target_refused`, `invalid`, `unavailable` */
async function startJob(
  services: UpstreamServices,
  { workspace, actor }: WorkspaceContext,
  { name: called, from, branch, credential, dryRun = false }: AdoptRequest,
): Promise<AdoptJob> {
  const { sites, upstreams } = services;
  const url = await upstreams.egress.checkRepository(from);
  const login = await loginOf(credential, { url, scratch: upstreams.scratch });
  const newJob: StartAdopt = {
    name: called,
    workspaceId: workspace.id,
    userId: actor.userId,
    by: actor.email,
    publishing: false,
    withinPlan: true,
    dryRun,
    branch,
    source: { kind: "remote", url: url.href, ...(login !== undefined && { login }) },
  };
  return upstreams.takeOvers.start(newJob, async ({ site }) => {
    if (site !== undefined) await sites.follow(site.id);
  });
}
