import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { newId } from "../base/ids.ts";
import type { ContentType } from "../model/content-type.ts";
import type { EntryValues } from "../model/entry.ts";
import type { Actor } from "./save/site-writer.ts";
import { createSite, openSiteStore, type SiteStore } from "./site-store.ts";

export const ann: { readonly actor: Actor } = { actor: { name: "Ann", email: "ann@example.test" } };
const base = { required: false, multiple: false };
export const POSTS: ContentType = {
  apiId: "posts",
  kind: "list",
  label: "Posts",
  fields: [
    { ...base, id: "title", apiId: "title", label: "Title", type: "text", required: true },
    { ...base, id: "body", apiId: "body", label: "Body", type: "richtext" },
  ],
};

/** Returns a path for a repository, which is removed after the test. */
export function temporaryGitDir(): string {
  const folder = mkdtempSync(join(tmpdir(), "loam-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "site.git");
}

/** Creates a site with the list type `posts` and publishes its schema. */
export async function newStore(now?: () => Date): Promise<SiteStore> {
  return newStoreOf(POSTS, now);
}

/** Creates a site with one type and publishes its schema. */
export async function newStoreOf(type: ContentType, now?: () => Date): Promise<SiteStore> {
  const config = { id: newId("site"), name: "Test", paths: {}, routes: {} };
  const store = await createSite(temporaryGitDir(), config, { ...ann, ...(now && { now }) });
  onTestFinished(async () => store.close());
  await store.saveType(type, ann);
  await store.publishSchema(type.apiId, ann);
  return store;
}

export function titled(title: string, body = "Text."): EntryValues {
  return new Map([
    ["title", title],
    ["body", body],
  ]);
}

export function git(store: SiteStore, ...args: string[]): string {
  const { gitDir } = store.repository;
  return execFileSync("git", ["--git-dir", gitDir, ...args], { encoding: "utf8" }).trim();
}

function shown(store: SiteStore): unknown {
  return {
    head: store.head(),
    types: store.types(),
    entries: store.types().map(({ type }) => new Set(store.entries(type.apiId))),
    media: new Set(store.mediaIds()),
    problems: store.problems(),
  };
}

/** Expects a newly opened store to show the same as this one. */
export async function expectSameAsReopened(store: SiteStore): Promise<void> {
  const fresh = await openSiteStore(store.repository.gitDir);
  onTestFinished(async () => fresh.close());
  expect(shown(store)).toEqual(shown(fresh));
}
