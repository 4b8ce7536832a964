import { expect, onTestFinished } from "vitest";
import type { Environment } from "../../platform/config/config.ts";
import { type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { makeTypes } from "../entries/entries.fixture.ts";

/** Opens a site with content types for one test. */
export async function openSite(environment: Environment = {}): Promise<SiteApi> {
  const hq = await startSiteApi(environment);
  onTestFinished(() => hq.close());
  await makeTypes(hq);
  return hq;
}

export const POSTS = "/types/posts/entries";

/** Opens a change request with one new post, as the writer. Returns the head of its branch. */
export async function propose(hq: SiteApi, title = "New words"): Promise<string> {
  const opened = await hq.ask("POST", "/changes", { as: "writer", body: { title } });
  expect(opened.status).toBe(201);
  const at = `/changes/${String(opened.body["number"])}`;
  const body = { slug: "proposed", fields: { title: "Proposed" } };
  const saved = await hq.ask("POST", `${at}${POSTS}`, { as: "writer", body });
  expect(saved).toMatchObject({ status: 201, body: { slug: "proposed", changed: true } });
  return String(saved.body["commit"]);
}
