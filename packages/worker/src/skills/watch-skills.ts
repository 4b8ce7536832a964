import { join, relative, sep } from "node:path";
import { isCmsError, type CmsError } from "@loam/cms-core";
import { watch } from "chokidar";
import { pushProblem, type PushPlace } from "./check-for-push.ts";

/** Result of checking a changed skill. */
export interface WatchedSkill {
  readonly name: string;
  /** Undefined if there is no problem. */
  readonly problem?: CmsError;
}

/**
 * Checks skills immediately and whenever one of their files changes, until `signal` aborts.
 *
 * @param names - Empty for all.
 */
export async function watchSkills(
  place: PushPlace,
  names: readonly string[],
  { signal, tell }: { readonly signal: AbortSignal; readonly tell: (skill: WatchedSkill) => void },
): Promise<void> {
  const { skillsFolder } = place;
  const wanted = new Set(names);
  const check = async (name: string): Promise<void> => {
    try {
      const problem = await pushProblem(place, name);
      tell({ name, ...(problem !== undefined && { problem }) });
    } catch (error) {
      if (!isCmsError(error)) throw error;
      // A removed folder isn't a problem.
      if (error.code !== "not_found") tell({ name, problem: error });
    }
  };
  const watcher = watch(
    names.length > 0 ? names.map((name) => join(skillsFolder, name)) : skillsFolder,
    {
      // Editors write in several steps.
      awaitWriteFinish: { stabilityThreshold: 100, pollInterval: 20 },
      followSymlinks: false,
      ignored: (path) => relative(skillsFolder, path).startsWith("."),
    },
  );
  const checking = new Map<string, Promise<void>>();
  const ended = Promise.withResolvers<undefined>();
  watcher.on("all", (event, path) => {
    const [name = ""] = relative(skillsFolder, path).split(sep);
    if (event === "addDir" || name === "" || (wanted.size > 0 && !wanted.has(name))) return;
    // Checks run one by one; changes during a pending check are covered by it.
    if (checking.has(name)) return;
    const next = Promise.resolve().then(() => {
      checking.delete(name);
      return check(name);
    });
    checking.set(name, next);
    next.catch(ended.reject);
  });
  watcher.on("error", ended.reject);
  signal.addEventListener("abort", () => ended.resolve(undefined), { once: true });
  try {
    await ended.promise;
  } finally {
    await watcher.close();
  }
}
