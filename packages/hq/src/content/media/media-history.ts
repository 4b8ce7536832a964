import type { SiteStore } from "@loam/cms-core/site";
import { z } from "zod";

const ACTIONS = ["added", "changed", "replaced"] as const;

/** A change of a media record. */
interface MediaChange {
  readonly commit: string;
  readonly at: string;
  readonly by: string;
  readonly action: (typeof ACTIONS)[number];
}

export const changeAnswer: z.ZodType<MediaChange, MediaChange> = z
  .object({
    commit: z.string(),
    at: z.string(),
    by: z.string().meta({ description: "Name of the user who added it." }),
    action: z.enum(ACTIONS).meta({ description: "`replaced`: its file was replaced." }),
  })
  .meta({ id: "MediaChange" });

const MAX_CHANGES = 50;

/** Returns the latest changes of a record, newest first, including pushed ones. */
export async function readMediaHistory(
  store: SiteStore,
  id: string,
): Promise<readonly MediaChange[]> {
  const path = store.mediaPath(id);
  const log = await store.repository.fileLog({
    commits: [store.head()],
    path,
    limit: MAX_CHANGES,
  });
  return log.map(({ commit, time, author, trailers, changes }) => ({
    commit,
    at: new Date(time).toISOString(),
    by: author.name,
    action: toAction(
      trailers["Loam-Action"],
      changes.some(({ before }) => before === undefined),
    ),
  }));
}

function toAction(named: string | undefined, isNew: boolean): MediaChange["action"] {
  if (named === "replace-media") return "replaced";
  return isNew ? "added" : "changed";
}
