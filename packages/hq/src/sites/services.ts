import type { MediaIntake } from "@loam/cms-core/media";
import type { Logger } from "pino";
import type { Identity } from "../people/identity/identity.ts";
import type { Hq } from "../platform/hq.ts";
import type { PartialUploads } from "../platform/partial-uploads/partial-uploads.ts";
import type { SiteEvents } from "./events/site-events.ts";
import type { SiteRegistry } from "./registry/site-registry.ts";

/** What everything that works on sites is given; each part is made once, when the server starts. */
export interface SiteServices {
  readonly hq: Hq;
  /** Where people reach this server; links are made from it and never from a request's Host. */
  readonly baseUrl: string;
  /** `{public_storage_url}`, without a slash at its end. */
  readonly publicStorageUrl: string;
  readonly sites: SiteRegistry;
  /** What happens on the sites, for those who listen. */
  readonly events: SiteEvents;
  readonly identity: Identity;
  /** The one gate through which uploads come into media storage. */
  readonly intake: MediaIntake;
  /** What is arriving in parts, before it comes through the gate. */
  readonly partialUploads: PartialUploads;
  /** What the scheduler is told of besides commits. */
  readonly dueTimes: DueTimes;
  readonly log: Logger;
}

/** Tells at which sites a time was set that no commit tells of, such as a release's. */
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
