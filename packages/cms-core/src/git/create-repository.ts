import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { CmsError } from "../base/errors.ts";
import { syncFolder, writeDurably } from "./durable-file.ts";

/**
 * A repository's own configuration. Pushes are checked and kept as packs; nothing is collected or
 * repacked behind our back; every file that git writes reaches the disk.
 */
const CONFIG = `[core]
	repositoryformatversion = 0
	filemode = true
	bare = true
	fsync = all
	logAllRefUpdates = false
[gc]
	auto = 0
[maintenance]
	auto = false
[transfer]
	fsckObjects = true
	unpackLimit = 1
	bundleURI = false
[receive]
	autogc = false
[uploadpack]
	allowAnySHA1InWant = false
[http]
	getanyfile = false
`;

const FOLDERS = ["objects/info", "objects/pack", "refs/heads", "refs/tags"];

/** Makes an empty bare repository, complete or not at all, unless one is there already. */
export async function createRepository(gitDir: string): Promise<void> {
  if (existsSync(join(gitDir, "HEAD"))) return;
  const parent = dirname(gitDir);
  const temporary = `${gitDir}.new-${process.pid}-${Date.now().toString(36)}`;
  try {
    for (const folder of FOLDERS) mkdirSync(join(temporary, folder), { recursive: true });
    await writeDurably(join(temporary, "config"), Buffer.from(CONFIG));
    await writeDurably(join(temporary, "HEAD"), Buffer.from("ref: refs/heads/main\n"));
    for (const folder of [...FOLDERS, "objects", "refs", "."]) {
      await syncFolder(join(temporary, folder));
    }
    renameSync(temporary, gitDir);
    await syncFolder(parent);
  } catch (cause) {
    rmSync(temporary, { recursive: true, force: true });
    throw new CmsError("storage_failed", `No repository could be made at ${gitDir}.`, { cause });
  }
}
