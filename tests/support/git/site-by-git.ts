import { createManagementClient, type ManagementClient } from "@loam/hq/client";
import type { Browser } from "../browser/browser.ts";
import { type People, startPeople } from "../hq/hq-people.ts";

/** A running HQ with a site that tests clone and push to with real Git. */
export interface SiteByGit {
  readonly people: People;
  readonly admin: Browser;
  readonly client: ManagementClient;
  readonly siteId: string;
  /** Returns the repository's URL with a token. */
  readonly remote: (token: string) => string;
  readonly token: (scopes?: readonly string[], by?: Browser) => Promise<string>;
}

const ALL = [
  "content:read",
  "content:write",
  "content:publish",
  "media:write",
  "schema:write",
  "site:admin",
] as const;

const POSTS = {
  apiId: "posts",
  kind: "list",
  label: "Posts",
  fields: [
    { id: "title", apiId: "title", label: "Title", type: "text" },
    { id: "rating", apiId: "rating", label: "Rating", type: "number" },
    { id: "next", apiId: "next", label: "Next", type: "reference", to: ["posts"] },
    { id: "text", apiId: "text", label: "Text", type: "richtext" },
  ],
} as const;

/** Creates a published type `posts` with one entry, `first`. */
export async function startSiteByGit(
  env: Readonly<Record<string, string>> = {},
): Promise<SiteByGit> {
  const people = await startPeople({
    env: { LOAM_BILLING: "none", LOAM_WEBHOOK_ALLOW: "127.0.0.0/8", ...env },
  });
  const admin = await people.signedIn();
  await admin.ask("PUT", "/api/manage/workspaces/main/features", { body: { cms: true } });
  const token = async (scopes: readonly string[] = ALL, by = admin): Promise<string> => {
    const body = { name: "git", scopes, expiresAt: "2026-12-01T00:00:00.000Z" };
    return String((await by.ask("POST", "/api/manage/tokens", { body })).body["token"]);
  };
  const { url } = people.hq;
  const client = createManagementClient({ baseUrl: url, token: await token() });
  const made = await admin.ask("POST", "/api/manage/workspaces/main/sites", {
    body: { name: "Blog" },
  });
  const siteId = String(made.body["id"]);
  const types = `/api/manage/sites/${siteId}/types`;
  await admin.ask("POST", types, { body: POSTS });
  await admin.ask("POST", `${types}/posts/schema/publish`);
  await admin.ask("POST", `${types}/posts/entries`, {
    body: { slug: "first", fields: { title: "First", text: "Hello." } },
  });
  return {
    people,
    admin,
    client,
    siteId,
    remote: (secret) => `${url.replace("://", `://any:${secret}@`)}/git/${siteId}.git`,
    token,
  };
}
