import { type MediaIntake, openMediaIntake } from "@loam/cms-core/media";
import type { Hq } from "../platform/hq.ts";

/**
 * The gate to the configured media storage, to be closed. Uploads are received in the data folder: the
 * system's folder for temporary files may be small, or memory.
 */
export async function openIntake({
  storages,
  paths,
}: Pick<Hq, "storages" | "paths">): Promise<MediaIntake> {
  return openMediaIntake({ storage: await storages.openMedia(), folder: paths.uploads });
}
