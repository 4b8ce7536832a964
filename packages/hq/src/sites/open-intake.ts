import { type MediaIntake, openMediaIntake } from "@loam/cms-core/media";
import type { Hq } from "../platform/hq.ts";

/**
 * Opens the media intake for the configured storage. The caller must close it; a server shares one. Uploads are
 * received in the data folder, because the system's temporary folder can be small or in memory.
 */
export async function openIntake({
  storages,
  paths,
  opened,
}: Pick<Hq, "storages" | "paths" | "opened">): Promise<MediaIntake> {
  if (opened !== undefined) return { ...opened.intake, close: leave, [Symbol.asyncDispose]: leave };
  return openMediaIntake({ storage: await storages.openMedia(), folder: paths.uploads });
}

/** Closed together with the server. */
const leave = (): Promise<void> => Promise.resolve();
