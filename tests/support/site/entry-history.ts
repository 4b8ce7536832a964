import { execFileSync } from "node:child_process";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { entryTimeline, type TimelineEvent } from "@loam/cms-core/history";
import type { SiteStore } from "@loam/cms-core/site";
import { temporaryFolder } from "../temporary-folder.ts";

/** Pushes to the folder itself, which normally refuses pushes. */
const PAST_HQ = "--receive-pack=git -c core.hooksPath=/dev/null receive-pack";

/** A developer's clone of a site, used with plain Git. */
export interface Clone {
  readonly git: (...args: readonly string[]) => string;
  readonly read: (path: string) => Promise<string>;
  /** Writes files, or removes them (null), and commits them. */
  readonly commit: (
    message: string,
    files: Readonly<Record<string, string | null>>,
  ) => Promise<void>;
  readonly move: (from: string, to: string) => Promise<void>;
  /** Pushes `main`, and updates the store. */
  readonly push: () => Promise<void>;
}

export async function cloneSite(store: SiteStore, name: string = "Dev"): Promise<Clone> {
  const folder = await temporaryFolder("clone");
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", folder, ...args], {
      encoding: "utf8",
      stdio: "pipe",
      env: {
        PATH: process.env["PATH"],
        HOME: folder,
        GIT_AUTHOR_NAME: name,
        GIT_AUTHOR_EMAIL: `${name.toLowerCase()}@example.test`,
        GIT_COMMITTER_NAME: name,
        GIT_COMMITTER_EMAIL: `${name.toLowerCase()}@example.test`,
      },
    }).trim();
  git("clone", "-q", "--branch", "main", store.repository.gitDir, ".");
  return {
    git,
    read: async (path) => readFile(join(folder, path), "utf8"),
    commit: async (message, files) => {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        if (text === null) await rm(join(folder, path));
        else await writeFile(join(folder, path), text);
      }
      git("add", "-A");
      git("commit", "-q", "--allow-empty", "-m", message);
    },
    move: async (from, to) => {
      await mkdir(dirname(join(folder, to)), { recursive: true });
      await rename(join(folder, from), join(folder, to));
    },
    push: async () => {
      git("push", "-q", PAST_HQ, "origin", "main");
      await store.refresh();
    },
  };
}

/** Returns all events of an entry, read in pages of `limit`. */
export async function allEvents(
  store: SiteStore,
  id: string,
  limit: number = 50,
): Promise<TimelineEvent[]> {
  const events: TimelineEvent[] = [];
  let cursor: string | undefined;
  do {
    const page = await entryTimeline(store, id, { limit, ...(cursor && { cursor }) });
    events.push(...page.events);
    cursor = page.next;
  } while (cursor !== undefined);
  return events;
}

/** Returns an entry's events, oldest first: kind, slug, and author. */
export async function story(store: SiteStore, id: string, limit?: number): Promise<string[]> {
  const events = await allEvents(store, id, limit);
  return events.map(({ kind, slug, author }) => `${kind} ${slug} ${author.name}`).toReversed();
}
