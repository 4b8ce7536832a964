import { type MediaIntake, openMediaIntake } from "@loam/cms-core/media";
import type { Hq } from "../platform/hq.ts";

/**
 * The gate to the configured media storage, to be closed; a server has one for all. Uploads are received in the data folder: the
 * system's folder for temporary files may be small, or memory.
 */
export async function openIntake({
  storages,
  paths,
  opened,
}: Pick<Hq, "storages" | "paths" | "opened">): Promise<MediaIntake> {
  if (opened !== undefined) return { ...opened.intake, close: leave, [Symbol.asyncDispose]: leave };
  return openMediaIntake({ storage: await storages.openMedia(), folder: paths.uploads });
}

/** It is closed with the server. */
const leave = (): Promise<void> => Promise.resolve();
