import { CmsError, isCmsError } from "../../base/errors.ts";
import type { GitRepository } from "../../git/repository/repository.ts";

/**
 * The bytes of the version that an edit started from, and what `read` makes of them.
 *
 * @throws CmsError `stale` when the repository has no such version, or it is not one of this file
 */
export async function readBase<T>(
  repository: GitRepository,
  base: string,
  read: (bytes: Uint8Array) => T | undefined,
): Promise<T> {
  const found = await tryRead(repository, base, read);
  if (found !== undefined) return found;
  throw new CmsError("stale", "The version that was edited is not known; read it again.", {
    details: { base },
  });
}

async function tryRead<T>(
  repository: GitRepository,
  base: string,
  read: (bytes: Uint8Array) => T | undefined,
): Promise<T | undefined> {
  try {
    return read(await repository.readBlob(base));
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}
