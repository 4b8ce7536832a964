import { existsSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { CmsError } from "@loam/cms-core";
import { openRepository, removeUnfinishedRepositories } from "@loam/cms-core/git";
import { createKeyedMutex } from "@loam/cms-core/lock";
import { ensureFolder } from "../../platform/data-folder/data-folder.ts";
import { holdLease } from "../../platform/db/leases.ts";
import type { Hq } from "../../platform/hq.ts";
import { makeDeletedPrivate } from "./public-skills.ts";
import { SkillStore } from "./skill-store.ts";

/** The skills of all workspaces, each in a repository that is created on first use. */
export interface SkillRepositories {
  /** @throws CmsError `unavailable` after it was closed, and errors of opening a repository */
  of(workspaceId: string): Promise<SkillStore>;
  /**
   * Moves the repositories of all other workspaces, which were deleted, to the `trash`. Returns whether there were any.
   */
  keepOnly(workspaceIds: ReadonlySet<string>): Promise<boolean>;
  close(): Promise<void>;
}

/** Path of the skill repository of a workspace. */
export function skillsGitDir({ paths }: Pick<Hq, "paths">, workspaceId: string): string {
  return join(paths.skills, `${workspaceId}.git`);
}

export async function openSkillRepositories(hq: Hq): Promise<SkillRepositories> {
  const { paths, config, now } = hq;
  const isShared = config.database.kind === "postgres";
  ensureFolder(paths.skills);
  if (!isShared) await removeUnfinishedRepositories(paths.skills, () => true);
  const stores = new Map<string, SkillStore>();
  const opening = createKeyedMutex<string>();
  let isClosed = false;

  async function open(workspaceId: string): Promise<SkillStore> {
    const gitDir = skillsGitDir(hq, workspaceId);
    const lease = `repack:skills:${workspaceId}`;
    const alone = async (work: () => Promise<void>): Promise<void> => {
      await using held = await holdLease(hq.database, lease);
      if (held !== undefined) await work();
    };
    const repository = await openRepository(gitDir, {
      create: !existsSync(gitDir),
      ...(isShared && { shared: { alone } }),
    });
    const followed = async (names: ReadonlySet<string>): Promise<void> =>
      makeDeletedPrivate(hq.database, workspaceId, { keep: names });
    return new SkillStore(repository, { now, followed });
  }

  return {
    of: (workspaceId) =>
      opening.run(workspaceId, async () => {
        if (isClosed) throw new CmsError("unavailable", "The server is stopping.");
        const store = stores.get(workspaceId) ?? (await open(workspaceId));
        stores.set(workspaceId, store);
        return store;
      }),
    async keepOnly(workspaceIds) {
      const ids = readdirSync(paths.skills).flatMap((name) => /^(\w+)\.git$/.exec(name)?.[1] ?? []);
      const deletedIds = ids.filter((id) => !workspaceIds.has(id));
      for (const id of deletedIds) {
        await opening.run(id, async () => {
          await stores.get(id)?.close();
          stores.delete(id);
          ensureFolder(paths.trash);
          const away = join(paths.trash, `skills-${id}-${now().getTime()}.git`);
          // Another process might have moved it a moment ago.
          if (existsSync(skillsGitDir(hq, id))) renameSync(skillsGitDir(hq, id), away);
        });
      }
      return deletedIds.length > 0;
    },
    async close() {
      isClosed = true;
      for (const store of stores.values()) await store.close();
    },
  };
}
