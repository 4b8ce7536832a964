import { request } from "@octokit/request";
import { callGitHost, findOnGitHost } from "./git-host-error.ts";
import { CHECK_NAME, type GitHost, type GitHostParts, type HostRequest } from "./git-host.ts";

const MAX_DESCRIPTION = 140;

/** GitHub and GitHub Enterprise, with the official client (docs.github.com/rest, version 2022-11-28). */
export function openGitHub({ apiUrl, path, token, fetch }: GitHostParts): GitHost {
  const [owner = "", repo = ""] = path.split("/");
  const repository = { owner, repo };
  const ask = request.defaults({
    baseUrl: apiUrl,
    headers: { authorization: `Bearer ${token}`, "x-github-api-version": "2022-11-28" },
    request: { fetch },
  });
  return {
    find: async ({ branch, into }) =>
      callGitHost(async () => {
        const query = { head: `${owner}:${branch}`, base: into, state: "open" } as const;
        const { data } = await ask("GET /repos/{owner}/{repo}/pulls", { ...repository, ...query });
        const [found] = data;
        return found && toHostRequest({ ...found, merged: found.merged_at !== null });
      }, toFailure),
    open: async ({ branch, into, title, body }) =>
      callGitHost(async () => {
        const parameters = { ...repository, head: branch, base: into, title, body };
        const { data } = await ask("POST /repos/{owner}/{repo}/pulls", parameters);
        return toHostRequest(data);
      }, toFailure),
    read: async (number) =>
      findOnGitHost(async () => {
        const parameters = { ...repository, pull_number: number };
        const { data } = await ask("GET /repos/{owner}/{repo}/pulls/{pull_number}", parameters);
        return toHostRequest(data);
      }, toFailure),
    close: async (number) =>
      callGitHost(async () => {
        const parameters = { ...repository, pull_number: number, state: "closed" } as const;
        await ask("PATCH /repos/{owner}/{repo}/pulls/{pull_number}", parameters);
      }, toFailure),
    comment: async (number, body) =>
      callGitHost(async () => {
        const parameters = { ...repository, issue_number: number, body };
        const route = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";
        return String((await ask(route, parameters)).data.id);
      }, toFailure),
    editComment: async (_, id, body) => {
      const parameters = { ...repository, comment_id: Number(id), body };
      const route = "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}";
      return (await findOnGitHost(async () => ask(route, parameters), toFailure)) !== undefined;
    },
    report: async ({ commit: sha, state, description, url }) =>
      callGitHost(async () => {
        const status = { description: description.slice(0, MAX_DESCRIPTION), target_url: url };
        const parameters = { ...repository, sha, state, ...status, context: CHECK_NAME };
        await ask("POST /repos/{owner}/{repo}/statuses/{sha}", parameters);
      }, toFailure),
  };
}

interface PullRequest {
  readonly number: number;
  readonly html_url: string;
  readonly state: string;
  readonly merged: boolean;
  readonly merge_commit_sha: string | null;
}

function toHostRequest({
  number,
  html_url: url,
  state,
  merged,
  merge_commit_sha: sha,
}: PullRequest): HostRequest {
  if (merged) return { number, url, state: "merged", ...(sha !== null && { mergedCommit: sha }) };
  return { number, url, state: state === "open" ? "open" : "closed" };
}

function toFailure(error: unknown) {
  if (!(error instanceof Error) || !("status" in error)) return undefined;
  const { status } = error;
  return { status: typeof status === "number" ? status : undefined, message: error.message };
}
