import { giteaApi } from "gitea-js";
import { z } from "zod";
import { callGitHost, findOnGitHost } from "./git-host-error.ts";
import { CHECK_NAME, type GitHost, type GitHostParts, type HostRequest } from "./git-host.ts";

/** Maximum number of open requests that are searched for a branch. */
const MAX_OPEN = 50;

/** Gitea and Forgejo, which share this API, with the generated client (docs.gitea.com/api, version 1). */
export function openGitea({ apiUrl, path, token, fetch }: GitHostParts): GitHost {
  const [owner = "", repo = ""] = path.split("/");
  const base = apiUrl.replace(/\/api\/v1$/, "");
  const customFetch: typeof globalThis.fetch = async (url, init) =>
    fetch(url instanceof Request ? url.url : url, {
      method: init?.method ?? "GET",
      headers: init?.headers,
      body: init?.body,
    });
  const { repos } = giteaApi(base, { token, customFetch });
  return {
    find: async ({ branch, into }) =>
      callGitHost(async () => {
        const query = { state: "open", sort: "recentupdate", limit: MAX_OPEN } as const;
        const { data } = await repos.repoListPullRequests(owner, repo, query);
        const found = data.find(({ head, base: target }) => {
          return head?.ref === branch && target?.ref === into;
        });
        return found && toHostRequest(found);
      }, toFailure),
    open: async ({ branch, into, title, body }) =>
      callGitHost(async () => {
        const asked = { head: branch, base: into, title, body };
        return toHostRequest((await repos.repoCreatePullRequest(owner, repo, asked)).data);
      }, toFailure),
    read: async (number) =>
      findOnGitHost(
        async () => toHostRequest((await repos.repoGetPullRequest(owner, repo, number)).data),
        toFailure,
      ),
    close: async (number) =>
      callGitHost(async () => {
        await repos.repoEditPullRequest(owner, repo, number, { state: "closed" });
      }, toFailure),
    comment: async (number, body) =>
      callGitHost(async () => {
        const { data } = await repos.issueCreateComment(owner, repo, number, { body });
        return String(data.id);
      }, toFailure),
    editComment: async (_, id, body) => {
      const edit = async (): Promise<unknown> =>
        repos.issueEditComment(owner, repo, Number(id), { body });
      return (await findOnGitHost(edit, toFailure)) !== undefined;
    },
    report: async ({ commit, state, description, url: target_url }) =>
      callGitHost(async () => {
        const check = { state, description, target_url, context: CHECK_NAME };
        await repos.repoCreateStatus(owner, repo, commit, check);
      }, toFailure),
  };
}

const requestShape = z.object({
  number: z.int(),
  html_url: z.string(),
  state: z.string(),
  merged: z.boolean().default(false),
  merge_commit_sha: z.string().nullish(),
});

function toHostRequest(response: unknown): HostRequest {
  const {
    number,
    html_url: url,
    state,
    merged,
    merge_commit_sha: sha,
  } = requestShape.parse(response);
  if (!merged) return { number, url, state: state === "open" ? "open" : "closed" };
  return { number, url, state: "merged", ...(sha != null && { mergedCommit: sha }) };
}

/** The client throws the response itself, with its parsed body. */
function toFailure(error: unknown) {
  if (!(error instanceof Response)) return undefined;
  const message = "error" in error ? Object(error.error)["message"] : undefined;
  return { status: error.status, message: typeof message === "string" ? message : "" };
}
