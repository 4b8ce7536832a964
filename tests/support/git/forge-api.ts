import { execFileSync } from "node:child_process";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { FORGE_TOKEN } from "./forge-repository.ts";

export type ForgeKind = "github" | "gitlab" | "gitea";

/** A pull or merge request as the Git host stores it. */
interface PlayedRequest {
  readonly number: number;
  readonly branch: string;
  readonly into: string;
  readonly title: string;
  readonly body: string;
  state: "open" | "merged" | "closed";
  mergedCommit: string | null;
}

/** The parts of a Git host's API that HQ uses. */
export interface ForgeApi {
  readonly listener: RequestListener;
  readonly requests: PlayedRequest[];
  readonly comments: { readonly id: number; readonly request: number; text: string }[];
  readonly statuses: {
    readonly commit: string;
    readonly state: string;
    readonly description: string;
  }[];
  /** Method and path of each call. */
  readonly calls: string[];
  /** Path of the repository, once created. */
  gitDir: string;
  /** Overrides the response of a call; undefined for the normal response. */
  refuse: (call: string) => { readonly status: number; readonly body: unknown } | undefined;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Simulates a Git host's API from its public documentation, reduced to what a client could read: docs.github.com/rest
 * (pulls, issues/comments, commits/statuses; version 2022-11-28), docs.gitlab.com/api (merge_requests, notes, commits;
 * version 4), docs.gitea.com/api (repository, issue; version 1). Nothing was recorded from a server.
 */
export function playForge(kind: ForgeKind): ForgeApi {
  const api: ForgeApi = {
    requests: [],
    comments: [],
    statuses: [],
    calls: [],
    gitDir: "",
    refuse: () => undefined,
    listener: (request, response) => void answerCall(request, response),
  };

  async function answerCall(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://forge");
    const { method = "GET" } = request;
    const call = `${method} ${url.pathname.replace(/^\/api\/v\d/, "")}`;
    api.calls.push(call);
    const body = method === "GET" ? {} : Object(await json(request));
    const path = url.pathname.replace(/^\/api\/v\d/, "");
    const asked = { method, path, query: url.searchParams, body };
    const known = KNOWN[kind](request.headers);
    const answer = api.refuse(call) ?? (known ? play(kind, api, asked) : UNKNOWN[kind]);
    response.writeHead(answer.status, { "content-type": "application/json; charset=utf-8" });
    response.end(JSON.stringify(answer.body));
  }
  return api;
}

const KNOWN: Readonly<Record<ForgeKind, (headers: IncomingMessage["headers"]) => boolean>> = {
  github: ({ authorization }) => authorization === `Bearer ${FORGE_TOKEN}`,
  gitlab: ({ "private-token": token }) => token === FORGE_TOKEN,
  // It also accepts `token …`, but its client sends this.
  gitea: ({ authorization }) => authorization === `Bearer ${FORGE_TOKEN}`,
};

const UNKNOWN: Readonly<Record<ForgeKind, Answer>> = {
  github: {
    status: 401,
    body: {
      message: "Bad credentials",
      documentation_url: "https://docs.github.com/rest",
      status: "401",
    },
  },
  gitlab: { status: 401, body: { message: "401 Unauthorized" } },
  gitea: {
    status: 401,
    body: { message: "invalid username, password or token", url: "/api/swagger" },
  },
};

const NOT_FOUND = {
  github: {
    message: "Not Found",
    documentation_url: "https://docs.github.com/rest",
    status: "404",
  },
  gitlab: { message: "404 Not found" },
  gitea: { message: "The target couldn't be found.", url: "/api/swagger", errors: [] },
} as const;

/** Handles a call whose path matches; `part` is the captured part. */
type Play = (api: ForgeApi, call: Call & { readonly part: string }) => Answer;

const REPO = "/repos/team/site";

/** Calls common to GitHub and Gitea, whose requests have different shapes. */
function pullRoutes(
  kind: "github" | "gitea",
  show: (api: ForgeApi, one: PlayedRequest) => unknown,
): Readonly<Record<string, Play>> {
  const missing = NOT_FOUND[kind];
  return {
    [`GET ${REPO}/pulls/(\\d+)`]: (api, { part }) =>
      found(requestOf(api, part), (one) => show(api, one), missing),
    [`PATCH ${REPO}/pulls/(\\d+)`]: (api, { part }) =>
      found(requestOf(api, part), (one) => show(api, end(one)), missing),
    [`POST ${REPO}/issues/(\\d+)/comments`]: (api, { part, body }) => {
      return { status: 201, body: commentAnswer(comment(api, Number(part), body["body"])) };
    },
    [`PATCH ${REPO}/issues/comments/(\\d+)`]: (api, { part, body }) =>
      found(editComment(api, Number(part), body["body"]), commentAnswer, missing),
    [`POST ${REPO}/statuses/([0-9a-f]{40})`]: (api, { part, body }) => {
      const answer = { id: 1, ...status(api, part, body), context: body["context"] };
      return { status: 201, body: answer };
    },
  };
}

const GITHUB: Readonly<Record<string, Play>> = {
  ...pullRoutes("github", gitHubRequest),
  [`GET ${REPO}/pulls`]: (api, { query }) => {
    const [, branch = ""] = (query.get("head") ?? "").split(":");
    const open = openFor(api, branch, query.get("base"));
    // Lists omit whether it was merged.
    const body = open.map((one) => Object.assign(gitHubRequest(api, one), { merged: undefined }));
    return { status: 200, body };
  },
  [`POST ${REPO}/pulls`]: (api, { body }) => {
    const asked = { branch: String(body["head"]), into: String(body["base"]) };
    if (!hasNothing(api, asked)) {
      return { status: 201, body: gitHubRequest(api, add(api, { ...asked, ...said(body) })) };
    }
    const message = `No commits between ${asked.into} and ${asked.branch}`;
    const errors = [{ resource: "PullRequest", code: "custom", message }];
    return { status: 422, body: { message: "Validation Failed", errors, status: "422" } };
  },
};

const GITEA: Readonly<Record<string, Play>> = {
  ...pullRoutes("gitea", giteaRequest),
  [`GET ${REPO}/pulls`]: (api) => {
    const open = api.requests.filter((one) => one.state === "open");
    return { status: 200, body: open.map((one) => giteaRequest(api, one)) };
  },
  [`POST ${REPO}/pulls`]: (api, { body }) => {
    const asked = { branch: String(body["head"]), into: String(body["base"]) };
    return { status: 201, body: giteaRequest(api, add(api, { ...asked, ...said(body) })) };
  },
};

const PROJECT = "/projects/team%2Fsite";

const GITLAB: Readonly<Record<string, Play>> = {
  [`GET ${PROJECT}/merge_requests`]: (api, { query }) => {
    const open = openFor(api, query.get("source_branch") ?? "", query.get("target_branch"));
    return { status: 200, body: open.map((one) => gitLabRequest(api, one)) };
  },
  [`POST ${PROJECT}/merge_requests`]: (api, { body }) => {
    const asked = { branch: String(body["source_branch"]), into: String(body["target_branch"]) };
    const words = { title: String(body["title"]), body: String(body["description"]) };
    return { status: 201, body: gitLabRequest(api, add(api, { ...asked, ...words })) };
  },
  [`GET ${PROJECT}/merge_requests/(\\d+)`]: (api, { part }) =>
    found(requestOf(api, part), (one) => gitLabRequest(api, one), NOT_FOUND.gitlab),
  [`PUT ${PROJECT}/merge_requests/(\\d+)`]: (api, { part, body }) => {
    const change = body["state_event"] === "close" ? end : same;
    return found(requestOf(api, part), (one) => gitLabRequest(api, change(one)), NOT_FOUND.gitlab);
  },
  [`POST ${PROJECT}/merge_requests/(\\d+)/notes`]: (api, { part, body }) => {
    return { status: 201, body: commentAnswer(comment(api, Number(part), body["body"])) };
  },
  [`PUT ${PROJECT}/merge_requests/\\d+/notes/(\\d+)`]: (api, { part, body }) =>
    found(editComment(api, Number(part), body["body"]), commentAnswer, NOT_FOUND.gitlab),
  [`POST ${PROJECT}/statuses/([0-9a-f]{40})`]: (api, { part, body }) => {
    const state = String(body["state"]);
    if (api.statuses.some((one) => one.commit === part && one.state === state)) {
      const message = `Cannot transition status via :enqueue from :${state}`;
      return { status: 400, body: { message } };
    }
    return { status: 201, body: { id: 1, sha: part, ...status(api, part, body) } };
  },
};

const PLAYERS: Readonly<Record<ForgeKind, Readonly<Record<string, Play>>>> = {
  github: GITHUB,
  gitlab: GITLAB,
  gitea: GITEA,
};

function play(kind: ForgeKind, api: ForgeApi, call: Call): Answer {
  for (const [route, answer] of Object.entries(PLAYERS[kind])) {
    const [, part] = new RegExp(`^${route}()$`).exec(`${call.method} ${call.path}`) ?? [];
    if (part !== undefined) return answer(api, { ...call, part });
  }
  return { status: 404, body: NOT_FOUND[kind] };
}

/** GitHub marks a request as merged however its commits reached the branch. */
function gitHubRequest(api: ForgeApi, one: PlayedRequest) {
  markMerged(api, one);
  const merged = one.state === "merged";
  return {
    id: one.number * 100,
    number: one.number,
    html_url: `https://github.example.com/team/site/pull/${one.number}`,
    state: one.state === "open" ? "open" : "closed",
    locked: false,
    title: one.title,
    body: one.body,
    draft: false,
    head: { label: `team:${one.branch}`, ref: one.branch },
    base: { label: `team:${one.into}`, ref: one.into },
    merged,
    merged_at: merged ? "2026-11-20T12:00:00Z" : null,
    merge_commit_sha: one.mergedCommit,
  };
}

function commentAnswer({ id, text }: { readonly id: number; readonly text: string }): unknown {
  return { id, body: text, html_url: `https://forge.example.com/comments/${id}` };
}

function gitLabRequest(api: ForgeApi, one: PlayedRequest): unknown {
  markMerged(api, one);
  return {
    id: one.number * 100,
    iid: one.number,
    project_id: 3,
    title: one.title,
    description: one.body,
    state: one.state === "open" ? "opened" : one.state,
    web_url: `https://gitlab.example.com/team/site/-/merge_requests/${one.number}`,
    source_branch: one.branch,
    target_branch: one.into,
    merge_commit_sha: one.mergedCommit,
    squash_commit_sha: null,
  };
}

/** By default, Gitea doesn't detect merges outside of its API. */
function giteaRequest(_: ForgeApi, one: PlayedRequest): unknown {
  return {
    id: one.number * 100,
    number: one.number,
    html_url: `https://gitea.example.com/team/site/pulls/${one.number}`,
    state: one.state === "open" ? "open" : "closed",
    title: one.title,
    body: one.body,
    mergeable: true,
    merged: one.state === "merged",
    merge_commit_sha: one.mergedCommit,
    head: { label: one.branch, ref: one.branch, repo_id: 3 },
    base: { label: one.into, ref: one.into, repo_id: 3 },
  };
}

function found<T>(one: T | undefined, show: (one: T) => unknown, missing: unknown): Answer {
  return one === undefined ? { status: 404, body: missing } : { status: 200, body: show(one) };
}

function requestOf(api: ForgeApi, number: string): PlayedRequest | undefined {
  return api.requests.find((one) => one.number === Number(number));
}

function openFor(api: ForgeApi, branch: string, into: string | null): PlayedRequest[] {
  return api.requests.filter(
    (one) => one.state === "open" && one.branch === branch && (into === null || one.into === into),
  );
}

type Asked = Pick<PlayedRequest, "branch" | "into" | "title" | "body">;

function add(api: ForgeApi, asked: Asked): PlayedRequest {
  const number = api.requests.length + 7;
  const made: PlayedRequest = { ...asked, number, state: "open", mergedCommit: null };
  api.requests.push(made);
  return made;
}

function said(body: Call["body"]): Pick<PlayedRequest, "title" | "body"> {
  return { title: String(body["title"]), body: String(body["body"]) };
}

function end(one: PlayedRequest): PlayedRequest {
  if (one.state === "open") one.state = "closed";
  return one;
}

function same(one: PlayedRequest): PlayedRequest {
  return one;
}

function comment(api: ForgeApi, request: number, text: unknown) {
  const made = { id: 1000 + api.comments.length, request, text: String(text) };
  api.comments.push(made);
  return made;
}

function editComment(api: ForgeApi, id: number, text: unknown) {
  const edited = api.comments.find((one) => one.id === id);
  if (edited !== undefined) edited.text = String(text);
  return edited;
}

function status(api: ForgeApi, commit: string, body: Call["body"]) {
  const made = { commit, state: String(body["state"]), description: String(body["description"]) };
  api.statuses.push(made);
  return made;
}

function hasNothing(api: ForgeApi, { branch, into }: Pick<Asked, "branch" | "into">): boolean {
  return gitIn(api, "rev-list", "--count", `${into}..${branch}`) === "0";
}

function markMerged(api: ForgeApi, one: PlayedRequest): void {
  const tip = gitIn(api, "for-each-ref", "--format=%(objectname)", `refs/heads/${one.branch}`);
  if (one.state !== "open" || tip === "" || !hasNothing(api, one)) return;
  one.state = "merged";
  one.mergedCommit = gitIn(api, "rev-parse", one.into);
}

function gitIn({ gitDir }: ForgeApi, ...args: readonly string[]): string {
  return execFileSync("git", ["-C", gitDir, ...args], { encoding: "utf8" }).trim();
}
