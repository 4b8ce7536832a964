import { parseJson } from "@loam/cms-core";
import type { Logger } from "pino";
import { z } from "zod";
import { SITE_CHANGES, type SiteChange } from "../../api/site-changes.ts";
import { openSignals } from "../../platform/db/process-signals.ts";
import type { Hq } from "../../platform/hq.ts";
import type { LiveMessage } from "./live-message.ts";
import { type PersonHere, Presence, presenceSign, type PresenceSign } from "./presence.ts";

/** The user who made a change. */
interface ChangedBy {
  readonly userId: string;
  readonly name: string;
}

type SiteEventListener = (siteId: string, event: SiteChange) => void;

/** Events of sites that don't come from commits, across all processes. */
export interface Announcements {
  /** Notifies listeners in all processes of a change. */
  readonly announce: (siteId: string, event: SiteChange, by?: ChangedBy) => void;
  /** Subscribes to changes from all processes. @returns a function that unsubscribes */
  readonly onAnnounced: (listener: SiteEventListener) => () => void;
  /** Handles a presence update and relays it to all processes. @returns the users who are viewing the entry now */
  readonly updatePresence: (sign: PresenceSign) => readonly PersonHere[];
  close(): void;
}

/** Messages between processes. */
const signal = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("here"), sign: presenceSign }),
  z.object({
    kind: z.literal("changed"),
    siteId: z.string(),
    event: z.enum(SITE_CHANGES),
    data: z.record(z.string(), z.string()),
  }),
]);

const FORGET_EVERY_MS = 5000;

interface AnnouncementOptions {
  /** Called once per message from any process. */
  readonly onMessage: (siteId: string, message: LiveMessage) => void;
  readonly log: Logger;
}

/** Opens the announcements until they are closed. */
export function openAnnouncements(
  hq: Pick<Hq, "database" | "config" | "now">,
  { onMessage, log }: AnnouncementOptions,
): Announcements {
  const presence = new Presence({
    onChange: (siteId, entry) =>
      onMessage(siteId, { event: "presence.changed", data: { ...entry } }),
    nowMs: () => performance.now(),
  });
  const forgetting = setInterval(() => presence.forget(), FORGET_EVERY_MS).unref();
  const signals = openSignals(hq, { channel: "site_told", onSignal: onSignal, log });

  const listeners = new Set<SiteEventListener>();

  function send(message: z.input<typeof signal>): void {
    take(message);
    signals.send(JSON.stringify(message));
  }

  function take(message: z.output<typeof signal>): void {
    if (message.kind === "here") return presence.update(message.sign);
    onMessage(message.siteId, { event: message.event, data: message.data });
    for (const listener of listeners) listener(message.siteId, message.event);
  }

  function onSignal(text: string): void {
    const parsed = signal.safeParse(parseJson(text));
    // A process of another version might send unknown messages.
    if (parsed.success) take(parsed.data);
  }

  return {
    announce(siteId, event, by) {
      const data = { at: hq.now().toISOString(), ...(by && { by: by.name, user: by.userId }) };
      send({ kind: "changed", siteId, event, data });
    },
    onAnnounced(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    updatePresence(sign) {
      send({ kind: "here", sign });
      return presence.at(sign.site, sign.entry);
    },
    close() {
      clearInterval(forgetting);
      void signals.close();
    },
  };
}
