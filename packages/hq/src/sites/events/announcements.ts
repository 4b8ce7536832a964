import type { Logger } from "pino";
import { z } from "zod";
import { SITE_CHANGES, type SiteChange } from "../../api/site-changes.ts";
import { openSignals } from "../../platform/db/process-signals.ts";
import type { Hq } from "../../platform/hq.ts";
import type { LiveMessage } from "./live-message.ts";
import { type PersonHere, Presence, presenceSign, type PresenceSign } from "./presence.ts";

/** Who changed something. */
interface ChangedBy {
  readonly userId: string;
  readonly name: string;
}

type ToldListener = (siteId: string, event: SiteChange) => void;

/** What happens at sites and no commit tells, over all processes. */
export interface Announcements {
  /** Tells those who listen, in every process, that something was changed. */
  readonly tell: (siteId: string, event: SiteChange, by?: ChangedBy) => void;
  /** Calls back with what is told, by any process. @returns how to stop it */
  readonly onTold: (listener: ToldListener) => () => void;
  /** Takes what a window says of itself, for every process. @returns who is at its entry now */
  readonly hear: (sign: PresenceSign) => readonly PersonHere[];
  close(): void;
}

/** What processes tell each other. */
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
  /** Hears everything once, from whichever process it comes. */
  readonly onMessage: (siteId: string, message: LiveMessage) => void;
  readonly log: Logger;
}

/** Opens them until they are closed. */
export function openAnnouncements(
  hq: Pick<Hq, "database" | "config" | "now">,
  { onMessage, log }: AnnouncementOptions,
): Announcements {
  const presence = new Presence({
    tell: (siteId, entry) => onMessage(siteId, { event: "presence.changed", data: { ...entry } }),
    nowMs: () => performance.now(),
  });
  const forgetting = setInterval(() => presence.forget(), FORGET_EVERY_MS).unref();
  const signals = openSignals(hq, { channel: "site_told", onSignal: hearOthers, log });

  const listeners = new Set<ToldListener>();

  function send(told: z.input<typeof signal>): void {
    take(told);
    signals.send(JSON.stringify(told));
  }

  function take(told: z.output<typeof signal>): void {
    if (told.kind === "here") return presence.hear(told.sign);
    onMessage(told.siteId, { event: told.event, data: told.data });
    for (const hear of listeners) hear(told.siteId, told.event);
  }

  function hearOthers(text: string): void {
    const told = signal.safeParse(parseJson(text));
    // A process of another version may tell what this one does not know.
    if (told.success) take(told.data);
  }

  return {
    tell(siteId, event, by) {
      const data = { at: hq.now().toISOString(), ...(by && { by: by.name, user: by.userId }) };
      send({ kind: "changed", siteId, event, data });
    },
    onTold(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hear(sign) {
      send({ kind: "here", sign });
      return presence.at(sign.site, sign.entry);
    },
    close() {
      clearInterval(forgetting);
      void signals.close();
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
