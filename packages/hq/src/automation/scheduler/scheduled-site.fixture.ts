import { makeTypes } from "../../content/entries/entries.fixture.ts";
import { createDueWork } from "../../content/releases/fire-schedules.ts";
import { type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { type Scheduler, startScheduler } from "./scheduler.ts";

export const MINUTE = 60_000;

/** A site with a scheduler for one test. */
export interface ScheduledSite extends AsyncDisposable {
  readonly hq: SiteApi;
  readonly scheduler: Scheduler;
  /** Returns a time this many minutes from now. */
  inMinutes(minutes: number): string;
  /** Returns the state of a post. */
  stateOf(id: string): Promise<unknown>;
  commitsOfPublished(): Promise<number>;
}

export async function openScheduledSite(): Promise<ScheduledSite> {
  const hq = await startSiteApi();
  await makeTypes(hq);
  const scheduler = startScheduler({ ...hq.services, due: createDueWork(hq.services) });
  return {
    hq,
    scheduler,
    inMinutes: (minutes) => new Date(hq.time + minutes * MINUTE).toISOString(),
    stateOf: async (id) => (await hq.ask("GET", `/types/posts/entries/${id}`)).body["state"],
    async commitsOfPublished() {
      const { store } = await hq.services.sites.content(hq.site.id);
      const to = await store.repository.resolveRef("refs/heads/published");
      if (to === undefined) return 0;
      const range = { from: undefined, to, limit: 10_000 };
      return (await store.repository.firstParents(range))?.length ?? -1;
    },
    async [Symbol.asyncDispose]() {
      await scheduler.close();
      await hq.close();
    },
  };
}
