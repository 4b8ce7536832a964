import type { MediaIntake } from "@loam/cms-core/media";
import type { Logger } from "pino";
import type { SiteEvents } from "./events/site-events.ts";
import type { Identity } from "./identity/identity.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Hq } from "./open-hq.ts";
import type { DueTimes } from "./scheduler/due-times.ts";
import type { SiteRegistry } from "./sites/site-registry.ts";
import type { Webhooks } from "./webhooks/webhooks.ts";

/** What the routes of a running server work with; each part is made once, by `startHq`. */
export interface HqServices {
  readonly hq: Hq;
  /** Where people reach this server; links are made from it and never from a request's Host. */
  readonly baseUrl: string;
  /** `{public_storage_url}`, without a slash at its end. */
  readonly publicStorageUrl: string;
  readonly sites: SiteRegistry;
  /** What happens on the sites, for who listens. */
  readonly events: SiteEvents;
  /** The one gate through which uploads come into media storage. */
  readonly intake: MediaIntake;
  readonly identity: Identity;
  readonly webhooks: Webhooks;
  /** What the scheduler is told of besides commits. */
  readonly dueTimes: DueTimes;
  /** What the server counts of itself; areas add gauges of their own. */
  readonly metrics: Metrics;
  readonly log: Logger;
}
