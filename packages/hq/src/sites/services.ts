import type { MediaIntake } from "@loam/cms-core/media";
import type { Logger } from "pino";
import type { Identity } from "../people/identity/identity.ts";
import type { Hq } from "../platform/hq.ts";
import type { PartialUploads } from "../platform/partial-uploads/partial-uploads.ts";
import type { SiteEvents } from "./events/site-events.ts";
import type { SiteRegistry } from "./registry/site-registry.ts";

/** Shared dependencies of everything that works on sites. Each is created once when the server starts. */
export interface SiteServices {
  readonly hq: Hq;
  /** Public URL of HQ. Links are based on it and never on a request's Host header. */
  readonly baseUrl: string;
  /** `{public_storage_url}` without a trailing slash. */
  readonly publicStorageUrl: string;
  readonly sites: SiteRegistry;
  /** Live events of the sites. */
  readonly events: SiteEvents;
  readonly identity: Identity;
  /** The only way for uploads into media storage. */
  readonly intake: MediaIntake;
  /** Unfinished resumable uploads. */
  readonly partialUploads: PartialUploads;
  /** Notifies the scheduler of changes without commits. */
  readonly dueTimes: DueTimes;
  readonly log: Logger;
}

/** Reports sites with a new due time that has no commit, such as that of a release. */
interface DueTimes {
  changed(siteId: string): void;
  onChanged(listener: (siteId: string) => void): () => void;
}

export function createDueTimes(): DueTimes {
  const listeners = new Set<(siteId: string) => void>();
  return {
    changed(siteId) {
      for (const listener of listeners) listener(siteId);
    },
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
