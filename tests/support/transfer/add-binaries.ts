import { createHash, randomFillSync } from "node:crypto";
import { newId } from "@loam/cms-core";
import { mediaPath, printMediaFile } from "@loam/cms-core/content";
import { type MediaStorage, originalKey } from "@loam/cms-core/media";
import type { SiteStore } from "@loam/cms-core/site";

const ACTOR = { name: "Ann", email: "ann@example.test" };

/** Adds media files of random bytes to a site, in one commit. */
export async function addBinaries(
  store: SiteStore,
  media: MediaStorage,
  { count, byteSize }: { readonly count: number; readonly byteSize: number },
): Promise<void> {
  const files = new Map<string, Uint8Array>();
  const bytes = Buffer.alloc(byteSize);
  for (let number = 0; number < count; number += 1) {
    randomFillSync(bytes);
    const record = {
      id: newId("media"),
      sha256: createHash("sha256").update(bytes).digest("hex"),
      filename: `file-${number}.bin`,
      mimeType: "application/octet-stream",
      byteSize,
      alt: "",
      createdAt: "2026-01-01T00:00:00.000Z",
      variants: [],
    };
    await media.put(originalKey(record), bytes);
    files.set(mediaPath(record.id), printMediaFile(record));
  }
  await store.applyFiles(files, { actor: ACTOR, message: `Add ${count} files` });
}
