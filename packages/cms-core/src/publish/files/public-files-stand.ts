import { RENDERER_VERSION } from "../live/live-site.ts";
import { readCursor } from "./cursor-file.ts";
import type { PublisherOptions } from "./publisher.ts";

/**
 * Whether every public file of a commit stands, as far as its publisher has written down; for processes that
 * look on while another one publishes.
 *
 * @throws CmsError `storage_failed`
 */
export async function publicFilesStand(
  commit: string,
  { stateFile, publicUrl }: Pick<PublisherOptions, "stateFile" | "publicUrl">,
): Promise<boolean> {
  const cursor = await readCursor(stateFile);
  if (cursor === undefined || cursor.target !== undefined || cursor.done !== commit) return false;
  return cursor.renderer === RENDERER_VERSION && cursor.publicUrl === publicUrl;
}

/**
 * The `publicUrl` with which public files were written last; undefined where no publisher has written any.
 *
 * @throws CmsError `storage_failed`
 */
export async function writtenFor(stateFile: string): Promise<string | undefined> {
  return (await readCursor(stateFile))?.publicUrl;
}
