import { isCmsError } from "../base/errors.ts";
import type { MediaStorage } from "./media-storage.ts";

/** The bytes of a small object; undefined where there is none, also when it was removed a moment ago. */
export async function readObject(
  storage: Pick<MediaStorage, "read">,
  key: string,
): Promise<Uint8Array | undefined> {
  try {
    return await storage.read(key);
  } catch (error) {
    if (isCmsError(error) && error.code === "not_found") return undefined;
    throw error;
  }
}
