import { Commits, MergeRequestNotes, MergeRequests } from "@gitbeaker/core";
import { createRequesterFn, type FormattedResponse } from "@gitbeaker/requester-utils";
import { z } from "zod";
import { callGitHost, findOnGitHost } from "./git-host-error.ts";
import type { GitHostFetch } from "./git-host-fetch.ts";
import { CHECK_NAME, type GitHost, type GitHostParts, type HostRequest } from "./git-host.ts";

/** GitLab, with the best-maintained client (docs.gitlab.com/api, version 4). Its requests use our `fetch`. */
export function openGitLab({ apiUrl, path, token, fetch }: GitHostParts): GitHost {
  const options = {
    host: apiUrl.replace(/\/api\/v4$/, ""),
    token,
    rateLimits: {},
    requesterFn: createRequesterFn(
      async (_, asked) => Promise.resolve(asked),
      async (endpoint, asked) => send(fetch, endpoint, asked),
    ),
  };
  const requests = new MergeRequests(options);
  const notes = new MergeRequestNotes(options);
  const commits = new Commits(options);
  return {
    find: async ({ branch, into }) =>
      callGitHost(async () => {
        const query = { sourceBranch: branch, targetBranch: into, state: "opened" } as const;
        const page = { perPage: 1, maxPages: 1 };
        const [found] = await requests.all({ projectId: path, ...query, ...page });
        return found && toHostRequest(found);
      }, toFailure),
    open: async ({ branch, into, title, body: description }) =>
      callGitHost(
        async () =>
          toHostRequest(await requests.create(path, branch, into, title, { description })),
        toFailure,
      ),
    read: async (number) =>
      findOnGitHost(async () => toHostRequest(await requests.show(path, number)), toFailure),
    close: async (number) =>
      callGitHost(async () => {
        await requests.edit(path, number, { stateEvent: "close" });
      }, toFailure),
    comment: async (number, body) =>
      callGitHost(async () => String((await notes.create(path, number, body)).id), toFailure),
    editComment: async (number, id, body) => {
      const edit = async (): Promise<unknown> => notes.edit(path, number, Number(id), { body });
      return (await findOnGitHost(edit, toFailure)) !== undefined;
    },
    report: async ({ commit, state, description, url: targetUrl }) =>
      callGitHost(async () => {
        const status = { name: CHECK_NAME, description, targetUrl };
        try {
          await commits.editStatus(path, commit, state === "failure" ? "failed" : state, status);
        } catch (error) {
          // GitLab rejects a second final status. The comment shows the current one.
          if (!/cannot transition status/i.test(toFailure(error)?.message ?? "")) throw error;
        }
      }, toFailure),
  };
}

class GitLabFailure extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const askedShape = z.object({
  prefixUrl: z.string(),
  method: z.string(),
  headers: z.record(z.string(), z.string()),
  searchParams: z.string().optional(),
  body: z.string().optional(),
});

async function send(
  fetch: GitHostFetch,
  endpoint: string,
  given: unknown,
): Promise<FormattedResponse> {
  const { prefixUrl, searchParams = "", ...asked } = askedShape.parse(given);
  const url = new URL(endpoint, prefixUrl.endsWith("/") ? prefixUrl : `${prefixUrl}/`);
  url.search = searchParams;
  const response = await fetch(url, asked);
  const text = await response.text();
  if (!response.ok) throw new GitLabFailure(response.status, messageIn(text));
  const body: unknown = text === "" ? null : JSON.parse(text);
  const { status, headers } = response;
  return { body: bodyShape.parse(body), headers: Object.fromEntries(headers), status };
}

const record = z.record(z.string(), z.unknown());
const bodyShape = z.union([z.null(), record, z.array(record)]);

/** Returns the text in `message` or `error`, which can be a string, a list, or lists by field. */
function messageIn(text: string): string {
  try {
    const body = record.parse(JSON.parse(text));
    const message = body["message"] ?? body["error"] ?? "";
    return typeof message === "string" ? message : JSON.stringify(message);
  } catch {
    return text;
  }
}

const requestShape = z.object({
  iid: z.int(),
  web_url: z.string(),
  state: z.string(),
  merge_commit_sha: z.string().nullish(),
  squash_commit_sha: z.string().nullish(),
});

function toHostRequest(given: unknown): HostRequest {
  const { iid: number, web_url: url, state, ...sha } = requestShape.parse(given);
  if (state !== "merged") return { number, url, state: state === "closed" ? "closed" : "open" };
  const mergedCommit = sha.merge_commit_sha ?? sha.squash_commit_sha ?? undefined;
  return { number, url, state: "merged", ...(mergedCommit !== undefined && { mergedCommit }) };
}

function toFailure(error: unknown) {
  return error instanceof GitLabFailure
    ? { status: error.status, message: error.message }
    : undefined;
}
