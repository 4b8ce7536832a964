import { CmsError } from "../../base/errors.ts";
import { isMediaId } from "../../base/ids.ts";
import { mediaPath } from "../../content/site/layout.ts";
import { parseMediaFile } from "../../content/site/media-file.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { MediaRecord } from "../../model/media.ts";

type Repository = Pick<GitRepository, "readPath" | "listFiles" | "readBlob">;

/** A media record as it is at a commit of any branch. @throws CmsError `not_found`, and what reading its file throws */
export async function readMediaAt(
  repository: Repository,
  commit: string,
  id: string,
): Promise<MediaRecord> {
  const file = isMediaId(id) ? await findFile(repository, commit, id) : undefined;
  if (file !== undefined) return parseMediaFile(file.bytes, file.path);
  throw new CmsError("not_found", `There is no media file ${id.slice(0, 40)} there.`);
}

async function findFile(
  repository: Repository,
  commit: string,
  id: string,
): Promise<{ readonly path: string; readonly bytes: Uint8Array } | undefined> {
  const usual = mediaPath(id);
  const found = await repository.readPath(commit, usual);
  if (found !== undefined) return { path: usual, bytes: found.bytes };
  // It is read from any path below `media/`.
  const files = await repository.listFiles(commit);
  const file = files.find(({ path }) => path.startsWith("media/") && path.endsWith(`/${id}.yml`));
  return file && { path: file.path, bytes: await repository.readBlob(file.oid) };
}
