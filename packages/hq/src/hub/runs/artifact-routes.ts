import { pipeline } from "node:stream/promises";
import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import { defineRoute, defineStream, type Route } from "../../api/route.ts";
import type { Hq } from "../../platform/hq.ts";
import { inProject } from "../projects/in-project.ts";
import { askWorker } from "../relay/ask-worker.ts";
import type { Polls } from "../workers/polls.ts";
import { findRun } from "./run-table.ts";

interface ArtifactServices {
  readonly hq: Hq;
  readonly hub: { readonly polls: Polls };
}

const artifact = z
  .object({
    path: z.string().meta({ description: "Path in the directory of the run." }),
    byteSize: z.int(),
  })
  .meta({ id: "Artifact" });

const params = z.object({ id: z.string() });
const part = z.object({ content: z.base64(), byteSize: z.int() });

/** `/workspaces/{ws}/runs/{id}/artifacts`: files left by a run, which are stored only on its worker. */
export function artifactRoutes({ hq, hub }: ArtifactServices): readonly Route[] {
  const deps = { database: hq.database, polls: hub.polls };
  const ask = async (
    workspaceId: string,
    runId: string,
    kind: "artifact.list" | "artifact.read",
    body: object,
  ): Promise<unknown> => {
    const { worker_id: worker } = await findRun(deps.database, { workspaceId, id: runId });
    if (worker === null)
      throw new CmsError("not_found", "The worker of this run no longer exists.");
    return askWorker(deps, { workspaceId, id: worker }, kind, () => ({ runId, ...body }));
  };
  return [
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/runs/{id}/artifacts",
      id: "listArtifacts",
      summary: "List the files of a run. HQ asks the worker for them",
      policy: inProject("run.read-log", "run"),
      input: { params },
      answer: z.object({ artifacts: z.array(artifact).max(1000), totalCount: z.int() }),
      handle: async ({ workspace, params: { id } }) => {
        const answer = await ask(workspace.id, id, "artifact.list", {});
        const { artifacts } = z.object({ artifacts: z.array(artifact).max(1000) }).parse(answer);
        return { body: { artifacts, totalCount: artifacts.length } };
      },
    }),
    defineStream({
      method: "get",
      path: "/workspaces/{ws}/runs/{id}/artifacts/file",
      id: "getArtifact",
      summary: "Download a file of a run from its worker. Files that contain a secret are rejected",
      policy: inProject("run.read-log", "run"),
      input: { params, query: z.object({ path: z.string().max(4096) }) },
      mediaType: "application/octet-stream",
      handle: async ({ workspace, params: { id }, query: { path }, request, response }) => {
        const read = async (offset: number): Promise<z.output<typeof part>> =>
          part.parse(await ask(workspace.id, id, "artifact.read", { path, offset }));
        const first = await read(0);
        response.attachment(path.split("/").at(-1) ?? "artifact").set({
          "Content-Type": "application/octet-stream",
          "Content-Length": String(first.byteSize),
          "Cache-Control": "private, no-store",
          "X-Content-Type-Options": "nosniff",
        });
        if (request.method === "HEAD") response.end();
        else await pipeline(parts(first, read), response);
      },
    }),
  ];
}

/**
 * Streams a file in parts. If the file changes in between, the response is cut off, because it would mix two versions.
 */
async function* parts(
  first: z.output<typeof part>,
  read: (offset: number) => Promise<z.output<typeof part>>,
): AsyncGenerator<Buffer> {
  let at = 0;
  for (let next = first; ; next = await read(at)) {
    const bytes = Buffer.from(next.content, "base64");
    if (next.byteSize !== first.byteSize)
      throw new Error("The file changed while it was being read.");
    yield bytes;
    at += bytes.length;
    if (at >= first.byteSize || bytes.length === 0) return;
  }
}
