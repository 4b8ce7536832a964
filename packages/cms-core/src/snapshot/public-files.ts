import { planAllFiles } from "../publish/files/plan-files.ts";
import type { LiveSite } from "../publish/live/live-site.ts";

/** A public file, made when it is asked for. */
export type ReadPublicFile = () => Promise<Uint8Array>;

/** Every file below `api/` of a live site by its path, byte for byte as a publish writes it. */
export function publicFiles(live: LiveSite): ReadonlyMap<string, ReadPublicFile> {
  const files = new Map<string, ReadPublicFile>();
  for (const { path, body } of planAllFiles(live, []).files.writes.flat()) {
    switch (body.kind) {
      case "chunks":
        files.set(path, async () => Buffer.concat(await body.chunks()));
        break;
      case "same": {
        const same = files.get(body.as);
        if (same !== undefined) files.set(path, same);
        break;
      }
      case "media":
        break;
    }
  }
  return files;
}
