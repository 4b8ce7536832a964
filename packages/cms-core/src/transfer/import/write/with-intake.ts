import { type MediaIntake, openMediaIntake } from "../../../media/intake/media-intake.ts";
import type { ImportOptions } from "./import-options.ts";

/** Runs with the gate to media storage that the import was given, or with one of its own. */
export async function withIntake<T>(
  { intake, storage }: Pick<ImportOptions, "intake" | "storage">,
  work: (intake: MediaIntake) => Promise<T>,
): Promise<T> {
  if (intake !== undefined) return work(intake);
  await using own = await openMediaIntake({ storage });
  // Not before the work is done is it closed.
  return await work(own);
}
