import { z } from "zod";
import { defineRoute, nothing, type Route } from "../../api/route.ts";
import { inWorkspace } from "../../people/workspaces/policies.ts";
import type { Hq } from "../../platform/hq.ts";
import { findProject } from "../projects/projects.ts";
import type { Polls } from "../workers/polls.ts";
import { askWorker } from "./ask-worker.ts";

interface MemoryServices {
  readonly hq: Hq;
  readonly hub: { readonly polls: Polls };
}

/** As reported by the worker. */
const workerEntrySchema = z.object({
  id: z.string(),
  project_id: z.string().nullable(),
  content: z.string(),
  kind: z.string(),
  tags: z.array(z.string()),
  source: z.record(z.string(), z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  expiresAt: z.string().nullable(),
});

const memoryEntry = z
  .object({
    id: z.string(),
    projectId: z.string().nullable().meta({ description: "Null: universal, for all projects." }),
    content: z.string(),
    kind: z.string(),
    tags: z.array(z.string()),
    source: z.record(z.string(), z.string()),
    createdAt: z.string(),
    updatedAt: z.string(),
    expiresAt: z.string().nullable(),
  })
  .meta({ id: "MemoryEntry" });

const params = z.object({ id: z.string() });
const entryParams = params.extend({ entry: z.string().max(64) });
const kind = z
  .enum(["fact", "preference", "decision", "convention", "howto", "incident"])
  .meta({ id: "MemoryKind" });
const projectId = z.string().max(40).nullable();
const entryFields = {
  kind,
  tags: z.array(z.string().min(1).max(64)).max(32),
  projectId,
  expiresAt: z.iso.datetime({ offset: true }).nullable(),
};
const content = z.string().min(1).max(16_384);
const newEntry = z
  .strictObject({ content, ...z.object(entryFields).partial().shape })
  .meta({ id: "NewMemoryEntry" });
const changedEntry = z
  .strictObject({ content, ...entryFields })
  .partial()
  .meta({ id: "MemoryEntryUpdate" });
const query = z.object({
  search: z.string().max(200).default(""),
  project: z.string().exactOptional().meta({
    description:
      "Returns the project's entries and the universal ones. Absent: only the universal ones.",
  }),
  kind: kind.exactOptional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

/** `/workspaces/{ws}/workers/{id}/memory`: stored only on the worker; HQ relays requests and responses. */
export function memoryRoutes(services: MemoryServices): readonly Route[] {
  return [searchRoute(services), ...writeRoutes(services)];
}

function searchRoute({ hq: { database }, hub: { polls } }: MemoryServices): Route {
  return defineRoute({
    method: "get",
    path: "/workspaces/{ws}/workers/{id}/memory",
    id: "searchWorkerMemory",
    summary: "List the memory entries of the worker. HQ asks the worker and stores nothing",
    policy: inWorkspace("skill.read"),
    input: { params, query },
    answer: z.object({
      contents: z.array(memoryEntry),
      totalCount: z.int(),
      offset: z.int(),
      limit: z.int(),
    }),
    handle: async ({ workspace, params: { id }, query: { project, ...asked } }) => {
      const workspaceId = workspace.id;
      if (project !== undefined) await findProject(database, { workspaceId, id: project });
      const body = { ...asked, ...(project !== undefined && { project_id: project }) };
      const place = { workspaceId, id };
      const answer = await askWorker({ database, polls }, place, "memory.search", () => body);
      const { contents, totalCount } = z
        .object({ contents: z.array(workerEntrySchema), totalCount: z.int() })
        .parse(answer);
      const { limit, offset } = asked;
      return { body: { contents: contents.map(toEntry), totalCount, offset, limit } };
    },
  });
}

function writeRoutes({ hq: { database }, hub: { polls } }: MemoryServices): readonly Route[] {
  const deps = { database, polls };
  return [
    defineRoute({
      method: "post",
      path: "/workspaces/{ws}/workers/{id}/memory",
      id: "addWorkerMemory",
      summary: "Create a memory entry",
      policy: inWorkspace("memory.write"),
      input: { params, body: newEntry },
      audit: { event: "memory.added" },
      status: 201,
      answer: memoryEntry,
      handle: async ({ workspace, params: { id }, body }) => {
        const place = { workspaceId: workspace.id, id };
        const commandBody = () => ({ entry: toWire(body) });
        return { body: entryIn(await askWorker(deps, place, "memory.add", commandBody)) };
      },
    }),
    defineRoute({
      method: "patch",
      path: "/workspaces/{ws}/workers/{id}/memory/{entry}",
      id: "changeWorkerMemory",
      summary: "Update a memory entry",
      policy: inWorkspace("memory.write"),
      input: { params: entryParams, body: changedEntry },
      audit: { event: "memory.changed" },
      answer: memoryEntry,
      handle: async ({ workspace, params: { id, entry }, body }) => {
        const place = { workspaceId: workspace.id, id };
        const commandBody = () => ({ id: entry, change: toWire(body) });
        return { body: entryIn(await askWorker(deps, place, "memory.change", commandBody)) };
      },
    }),
    defineRoute({
      method: "delete",
      path: "/workspaces/{ws}/workers/{id}/memory/{entry}",
      id: "deleteWorkerMemory",
      summary: "Delete a memory entry",
      policy: inWorkspace("memory.write"),
      input: { params: entryParams },
      audit: { event: "memory.deleted" },
      answer: nothing,
      handle: async ({ workspace, params: { id, entry } }) => {
        const place = { workspaceId: workspace.id, id };
        await askWorker(deps, place, "memory.delete", () => ({ id: entry }));
        return { body: undefined };
      },
    }),
  ];
}

function toWire({ projectId: project, ...rest }: z.output<typeof changedEntry>): object {
  return { ...rest, ...(project !== undefined && { project_id: project }) };
}

function entryIn(answer: unknown): z.output<typeof memoryEntry> {
  return toEntry(z.object({ entry: workerEntrySchema }).parse(answer).entry);
}

function toEntry({ project_id: project, ...rest }: z.output<typeof workerEntrySchema>) {
  return { ...rest, projectId: project };
}
