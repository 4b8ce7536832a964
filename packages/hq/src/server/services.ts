import type { MediaIntake } from "@loam/cms-core/media";
import type { Logger } from "pino";
import type { SiteEvents } from "../automation/events/site-events.ts";
import type { Webhooks } from "../automation/webhooks/webhooks.ts";
import type { Metrics } from "../operate/metrics/metrics.ts";
import type { Identity } from "../people/identity/identity.ts";
import type { Hq } from "../platform/hq.ts";
import type { DueTimes } from "../sites/due-times.ts";
import type { SiteRegistry } from "../sites/registry/site-registry.ts";

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
