import { onTestFinished } from "vitest";
import { z } from "zod";
import {
  type ForgeApi,
  type ForgeKind,
  playForge,
} from "../../../../tests/support/git/forge-api.ts";
import {
  FORGE_TOKEN,
  type ForgeRepository,
  startForgeRepository,
} from "../../../../tests/support/git/forge-repository.ts";
import { cloneMain, commitFiles, git } from "../../../../tests/support/git/git-client.ts";
import { type SiteApi, startSiteApi } from "../server/site-api.fixture.ts";
import type { BranchReport } from "./connection/report.ts";

export const POSTS = "/types/posts/entries";

const TYPE = {
  apiId: "posts",
  label: "Posts",
  kind: "list",
  fields: [
    { id: "title", apiId: "title", label: "Title", type: "text", required: true },
    { id: "intro", apiId: "intro", label: "Intro", type: "text" },
    { id: "rating", apiId: "rating", label: "Rating", type: "number" },
  ],
} as const;

/** A site with an upstream over HTTP and a developer's clone. */
export interface MirroredSite {
  readonly hq: SiteApi;
  readonly forge: ForgeRepository;
  /** The API of the Git host, by default GitHub's, which is detected without configuration. */
  readonly api: ForgeApi;
  /** Syncs and returns the state from `GET`. */
  sync(): Promise<State>;
  state(): Promise<State>;
  /** Creates a post in HQ. */
  post(slug: string, fields: Readonly<Record<string, unknown>>): Promise<void>;
  /** Changes a post in HQ. */
  patch(slug: string, fields: Readonly<Record<string, unknown>>): Promise<void>;
  /** Returns the fields of a post in HQ, or undefined. */
  read(slug: string): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Runs Git in the site's repository. */
  gitHere(...args: readonly string[]): Promise<string>;
}

interface State {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly branch: (name: string) => BranchReport | undefined;
}

/** Starts a site with a published type `posts` and a post `first`, before the first sync. */
export async function startMirroredSite(kind?: ForgeKind): Promise<MirroredSite> {
  const hq = await startSiteApi({ LOAM_UPSTREAM_ALLOW: "127.0.0.0/8" });
  onTestFinished(() => hq.close());
  const api = playForge(kind ?? "github");
  const forge = await startForgeRepository("team/site.git", api.listener);
  api.gitDir = forge.gitDir;
  await hq.ask("POST", "/types", { body: TYPE });
  await hq.ask("POST", "/types/posts/schema/publish");
  await hq.ask("POST", POSTS, {
    body: { slug: "first", fields: { title: "First", intro: "One" } },
  });
  const at = kind === undefined ? {} : { forge: { kind } };
  await hq.ask("PUT", "/upstream", { body: { url: forge.url, credential: FORGE_TOKEN, ...at } });
  const siteId = hq.site.id;
  const state = async (): Promise<State> => {
    const { status, body } = await hq.ask("GET", "/upstream");
    const branches = z.array(z.custom<BranchReport>()).parse(body["branches"] ?? []);
    return { status, body, branch: (name) => branches.find((one) => one.name === name) };
  };
  return {
    hq,
    forge,
    api,
    state,
    async sync() {
      await hq.services.upstreams.sync(siteId);
      return state();
    },
    async post(slug, fields) {
      await hq.ask("POST", POSTS, { body: { slug, fields } });
    },
    async patch(slug, fields) {
      await hq.ask("PATCH", `${POSTS}/${slug}`, { body: { fields } });
    },
    async read(slug) {
      const { status, body } = await hq.ask("GET", `${POSTS}/${slug}`);
      return status === 200 ? z.record(z.string(), z.unknown()).parse(body["fields"]) : undefined;
    },
    async gitHere(...args) {
      const { store } = await hq.services.sites.content(siteId);
      const { stdout } = await git(store.repository.gitDir, ...args);
      return stdout.trim();
    },
  };
}

/** Clones the upstream repository as a developer. */
export async function cloneForge({ forge }: Pick<MirroredSite, "forge">): Promise<string> {
  return cloneMain(forge.cloneUrl);
}

/** Commits to a clone and pushes it. */
export async function pushThere(
  folder: string,
  files: Readonly<Record<string, string>>,
  { message = "Change", to = "main" }: { readonly message?: string; readonly to?: string } = {},
): Promise<string> {
  await git(folder, "pull", "--quiet", "--rebase", "origin", "main");
  await commitFiles(folder, files, message);
  const pushed = await git(folder, "push", "--quiet", "origin", `HEAD:${to}`);
  if (!pushed.ok) throw new Error(pushed.stderr);
  return (await git(folder, "rev-parse", "HEAD")).stdout.trim();
}
