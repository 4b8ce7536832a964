import { expect, inject, onTestFinished, test, vi } from "vitest";
import { startSiteApi } from "../../server/site-api.fixture.ts";
import { createSiteEvents } from "../events/site-events.ts";

test.skipIf(inject("postgresUrl") === undefined)(
  "reports changes without commits in every process",
  async () => {
    const { services, site, close } = await startSiteApi();
    onTestFinished(close);
    const { hq, sites, log, events } = services;
    const other = createSiteEvents(hq, { sites, log });
    onTestFinished(() => other.close());
    const received: string[] = [];
    await other.listen(site.id, undefined, {
      take: (messages) => received.push(...messages.map(({ event }) => event)),
      end: () => undefined,
    });
    // Signals of other processes arrive once this process is connected.
    await vi.waitFor(
      () => {
        const ann = { user: "ann", name: "Ann", window: "window-1" };
        events.updatePresence({ ...ann, site: site.id, entry: "e1", field: `f${received.length}` });
        events.announce(site.id, "webhook.changed");
        expect(received).toEqual(expect.arrayContaining(["presence.changed", "webhook.changed"]));
      },
      { timeout: 120_000, interval: 100 },
    );
    expect(
      other.updatePresence({
        site: site.id,
        entry: "e1",
        user: "b",
        name: "B",
        window: "window-2",
      }),
    ).toContainEqual(expect.objectContaining({ name: "Ann" }));
  },
);
