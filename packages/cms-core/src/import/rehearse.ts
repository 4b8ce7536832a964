import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shareRepository } from "../git/share-repository.ts";
import { openMediaIntake } from "../media/media-intake.ts";
import type { MediaSource, MediaStorage } from "../media/media-storage.ts";
import { MAIN, PUBLISHED } from "../store/branches.ts";
import { openSiteStore } from "../store/site-store.ts";
import type { ImportOptions } from "./import-options.ts";
import type { ImportReport } from "./report.ts";

type Stage = Required<Pick<ImportOptions, "store" | "storage" | "intake">>;

/**
 * What an import would report: it is carried out on a copy of the site that nobody sees, and its pictures
 * are decoded but not kept. So nothing can come out otherwise, but that there is no commit to speak of.
 */
export async function rehearse(
  { store, storage, now }: ImportOptions,
  run: (stage: Stage) => Promise<ImportReport>,
): Promise<ImportReport> {
  const folder = await mkdtemp(join(tmpdir(), "loam-rehearsal-"));
  try {
    const gitDir = join(folder, "site.git");
    await shareRepository(store.repository, gitDir, [MAIN, PUBLISHED]);
    const copy = await openSiteStore(gitDir, now === undefined ? {} : { now });
    try {
      const pretended = pretendToStore(storage);
      const uploads = join(folder, "uploads");
      await using intake = await openMediaIntake({
        storage: pretended,
        folder: uploads,
        copies: false,
      });
      return withoutCommits(await run({ store: copy, storage: pretended, intake }));
    } finally {
      await copy.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A storage that says of what it is given that it has it, and keeps only the notes of a few bytes. */
function pretendToStore(storage: MediaStorage): MediaStorage {
  const given = new Map<string, MediaSource>();
  const put = (key: string, source: MediaSource): void => {
    given.set(key, source);
  };
  return {
    has: async (key) => given.has(key) || storage.has(key),
    put: (key, source) => Promise.resolve(put(key, source)),
    putAll: (objects) => {
      for (const [key, source] of objects) put(key, source);
      return Promise.resolve();
    },
    open: async (key, range) => storage.open(key, range),
    read: async (key) => {
      const source = given.get(key);
      return source instanceof Uint8Array ? source : storage.read(key);
    },
    list: () => storage.list(),
    remove: () => Promise.resolve(),
  };
}

/** Commits of a copy that is gone are nobody's to look up. */
function withoutCommits(report: ImportReport): ImportReport {
  const { commit: _commit, published, ...rest } = report;
  if (published === undefined) return { ...rest, dryRun: true };
  const { commit: _published, ...counts } = published;
  return { ...rest, dryRun: true, published: counts };
}
