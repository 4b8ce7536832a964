import { z } from "zod";
import { createGitHostClient, findOnGitHost, type GitHostClient } from "./git-host-client.ts";
import { CHECK_NAME, type GitHost, type GitHostParts, type HostRequest } from "./git-host.ts";

/** GitHub and GitHub Enterprise (docs.github.com/rest, version 2022-11-28). */
export function openGitHub({ apiUrl, path, token, fetch }: GitHostParts): GitHost {
  const headers = {
    accept: "application/vnd.github+json",
    authorization: `Bearer ${token}`,
    "x-github-api-version": "2022-11-28",
  };
  const ask = createGitHostClient({ baseUrl: apiUrl, headers, fetch });
  return pullRequests(ask, path, {
    maxDescription: 140,
    find: async (pulls, { branch, into }) => {
      const query = { head: `${path.split("/")[0]}:${branch}`, base: into, state: "open" };
      const [found] = await ask(`GET ${pulls}`, z.array(pullRequest), { query });
      return found;
    },
  });
}

/** Maximum number of open requests that are searched for a branch. */
const MAX_OPEN = 50;

/** Gitea and Forgejo, which share this API (docs.gitea.com/api, version 1). */
export function openGitea({ apiUrl, path, token, fetch }: GitHostParts): GitHost {
  const baseUrl = `${apiUrl.replace(/\/api\/v1$/, "")}/api/v1`;
  const headers = { authorization: `Bearer ${token}` };
  const ask = createGitHostClient({ baseUrl, headers, fetch });
  return pullRequests(ask, path, {
    maxDescription: Infinity,
    // Without a filter by branch.
    find: async (pulls, { branch, into }) => {
      const query = { state: "open", sort: "recentupdate", limit: String(MAX_OPEN) };
      const open = await ask(`GET ${pulls}`, z.array(listedRequest), { query });
      return open.find(({ head, base }) => head?.ref === branch && base?.ref === into);
    },
  });
}

interface Differences {
  /** Maximum length of the description of a status. */
  readonly maxDescription: number;
  readonly find: (
    pulls: `/${string}`,
    request: Parameters<GitHost["find"]>[0],
  ) => Promise<PullRequest | undefined>;
}

/** The calls that GitHub, Gitea, and Forgejo have in common. */
function pullRequests(
  ask: GitHostClient,
  path: string,
  { maxDescription, find }: Differences,
): GitHost {
  const [owner = "", name = ""] = path.split("/");
  const repository = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}` as const;
  const pulls = `${repository}/pulls` as const;
  return {
    find: async (request) => {
      const found = await find(pulls, request);
      return found && toHostRequest(found);
    },
    open: async ({ branch, into, title, body }) => {
      const wanted = { head: branch, base: into, title, body };
      return toHostRequest(await ask(`POST ${pulls}`, pullRequest, { body: wanted }));
    },
    read: async (number) => {
      const found = await findOnGitHost(ask(`GET ${pulls}/${number}`, pullRequest));
      return found && toHostRequest(found);
    },
    close: async (number) => {
      await ask(`PATCH ${pulls}/${number}`, z.unknown(), { body: { state: "closed" } });
    },
    comment: async (number, body) => {
      const comments = `${repository}/issues/${number}/comments` as const;
      return String((await ask(`POST ${comments}`, comment, { body: { body } })).id);
    },
    editComment: async (_, id, body) => {
      const place = `${repository}/issues/comments/${encodeURIComponent(id)}` as const;
      return (
        (await findOnGitHost(ask(`PATCH ${place}`, comment, { body: { body } }))) !== undefined
      );
    },
    report: async ({ commit, state, description, url }) => {
      const body = {
        state,
        description: description.slice(0, maxDescription),
        target_url: url,
        context: CHECK_NAME,
      };
      await ask(`POST ${repository}/statuses/${commit}`, z.unknown(), { body });
    },
  };
}

const comment = z.object({ id: z.int() });

const pullRequest = z.object({
  number: z.int(),
  html_url: z.string(),
  state: z.string(),
  /** Lists of GitHub have only the time. */
  merged: z.boolean().optional(),
  merged_at: z.string().nullish(),
  merge_commit_sha: z.string().nullish(),
});

type PullRequest = z.output<typeof pullRequest>;

const branch = z.object({ ref: z.string().optional() }).nullish();
const listedRequest = pullRequest.extend({ head: branch, base: branch });

function toHostRequest({
  number,
  html_url: url,
  state,
  merged,
  merged_at,
  merge_commit_sha: sha,
}: PullRequest): HostRequest {
  if (!(merged ?? merged_at != null)) {
    return { number, url, state: state === "open" ? "open" : "closed" };
  }
  return { number, url, state: "merged", ...(sha != null && { mergedCommit: sha }) };
}
