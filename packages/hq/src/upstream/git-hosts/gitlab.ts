import { isCmsError } from "@loam/cms-core";
import { z } from "zod";
import { createGitHostClient, findOnGitHost } from "./git-host-client.ts";
import { CHECK_NAME, type GitHost, type GitHostParts, type HostRequest } from "./git-host.ts";

/** GitLab (docs.gitlab.com/api, version 4). */
export function openGitLab({ apiUrl, path, token, fetch }: GitHostParts): GitHost {
  const baseUrl = `${apiUrl.replace(/\/api\/v4$/, "")}/api/v4`;
  const ask = createGitHostClient({ baseUrl, headers: { "private-token": token }, fetch });
  const project = `/projects/${encodeURIComponent(path)}` as const;
  const requests = `${project}/merge_requests` as const;
  return {
    find: async ({ branch, into }) => {
      const query = { source_branch: branch, target_branch: into, state: "opened", per_page: "1" };
      const [found] = await ask(`GET ${requests}`, z.array(mergeRequest), { query });
      return found && toHostRequest(found);
    },
    open: async ({ branch, into, title, body: description }) => {
      const body = { source_branch: branch, target_branch: into, title, description };
      return toHostRequest(await ask(`POST ${requests}`, mergeRequest, { body }));
    },
    read: async (number) => {
      const found = await findOnGitHost(ask(`GET ${requests}/${number}`, mergeRequest));
      return found && toHostRequest(found);
    },
    close: async (number) => {
      await ask(`PUT ${requests}/${number}`, z.unknown(), { body: { state_event: "close" } });
    },
    comment: async (number, body) =>
      String((await ask(`POST ${requests}/${number}/notes`, note, { body: { body } })).id),
    editComment: async (number, id, body) => {
      const place = `${requests}/${number}/notes/${encodeURIComponent(id)}` as const;
      return (await findOnGitHost(ask(`PUT ${place}`, note, { body: { body } }))) !== undefined;
    },
    report: async ({ commit, state, description, url }) => {
      const named = { name: CHECK_NAME, description, target_url: url };
      const body = { ...named, state: state === "failure" ? "failed" : state };
      try {
        await ask(`POST ${project}/statuses/${commit}`, z.unknown(), { body });
      } catch (error) {
        // GitLab rejects a second final status. The comment shows the current one.
        if (!isCmsError(error) || !/cannot transition status/i.test(error.message)) throw error;
      }
    },
  };
}

const note = z.object({ id: z.int() });

const mergeRequest = z.object({
  iid: z.int(),
  web_url: z.string(),
  state: z.string(),
  merge_commit_sha: z.string().nullish(),
  squash_commit_sha: z.string().nullish(),
});

function toHostRequest({
  iid: number,
  web_url: url,
  state,
  ...sha
}: z.output<typeof mergeRequest>): HostRequest {
  if (state !== "merged") return { number, url, state: state === "closed" ? "closed" : "open" };
  const mergedCommit = sha.merge_commit_sha ?? sha.squash_commit_sha ?? undefined;
  return { number, url, state: "merged", ...(mergedCommit !== undefined && { mergedCommit }) };
}
