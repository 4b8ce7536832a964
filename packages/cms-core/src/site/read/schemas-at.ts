import { isCmsError } from "../../base/errors.ts";
import { parseVersionFile } from "../../content/schema/version-file.ts";
import { versionPath } from "../../content/site/layout.ts";
import type { Oid } from "../../git/objects/object-id.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { SchemaVersion } from "../../model/content-type.ts";

/** The schema versions of types, each as the first of some commits that has it. */
export async function schemasAt(
  repository: Pick<GitRepository, "readPath">,
  commits: readonly Oid[],
  types: ReadonlySet<string>,
): Promise<ReadonlyMap<string, ReadonlyMap<number, SchemaVersion>>> {
  const read = async (apiId: string): Promise<[string, Map<number, SchemaVersion>]> => {
    const versions = new Map<number, SchemaVersion>();
    for (let number = 1, missing = 0; missing < MAX_GAP; number += 1) {
      const path = versionPath(apiId, number);
      const files = await Promise.all(
        commits.map(async (commit) => repository.readPath(commit, path)),
      );
      const file = files.find((one) => one !== undefined);
      const version = file && readable(file.bytes, path);
      missing = version === undefined ? missing + 1 : 0;
      if (version !== undefined) versions.set(number, version);
    }
    return [apiId, versions];
  };
  return new Map(await Promise.all([...types].map(read)));
}

// Numbers follow each other; someone may have removed a file or two.
const MAX_GAP = 3;

function readable(bytes: Uint8Array, path: string): SchemaVersion | undefined {
  try {
    return parseVersionFile(bytes, path);
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}
