import { once } from "node:events";
import { CmsError } from "@loam/cms-core";
import { createMutex } from "@loam/cms-core/lock";
import type { Response } from "express";
import { z } from "zod";
import { defineStream, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import type { SiteRegistry } from "../registry/site-registry.ts";
import { liveEvent, parsePosition, type LiveMessage, printMessage } from "./live-message.ts";
import type { SiteEvents } from "./site-events.ts";

interface EventServices {
  readonly events: SiteEvents;
  readonly sites: SiteRegistry;
}

/** Live events of a site. */
export function eventRoutes({ events, sites }: EventServices): readonly Route[] {
  const places = createPlaces(MAX_STREAMS);
  return [
    defineStream({
      method: "get",
      path: "/sites/{site}/events",
      id: "streamSiteEvents",
      summary:
        "Stream the events of the site. Events are entry.saved, entry.published, entry.unpublished, entry.deleted, type.changed, media.changed, branch.rewritten, job.progress, publisher.stuck, and publisher.recovered; with `Last-Event-ID`, missed events are sent first",
      policy: onSite("site.read"),
      input: {},
      headers: z.object({
        "Last-Event-ID": z.string().exactOptional().meta({
          description: "`id` of the last event received. Missed events are sent first.",
        }),
      }),
      mediaType: "text/event-stream",
      schema: liveEvent,
      handle: async ({ site, actor, request, response, authorise }) => {
        if (request.method === "HEAD") {
          response.set("Content-Type", "text/event-stream; charset=utf-8").end();
          return;
        }
        const leave = places.take(actor.userId);
        try {
          // Before the response starts, so that an unreadable site returns a problem.
          await sites.content(site.id);
          const { "last-event-id": last } = request.headers;
          const since = typeof last === "string" ? (parsePosition(last) ?? "lost") : undefined;
          const stream = openEventStream(response, { authorise });
          const stop = await events.listen(site.id, since, { take: stream.send, end: stream.end });
          await stream.closed;
          stop();
        } finally {
          leave();
        }
      },
    }),
  ];
}

/** Per user, across all sites of this process; more than the pages anyone has open. */
const MAX_STREAMS = 20;
/** Closed pages have disconnected by then. */
const FULL_RETRY_SECONDS = 10;

/** Counts the streams of each user and rejects more than `most`. */
export function createPlaces(most: number): { take(userId: string): () => void } {
  const open = new Map<string, number>();
  return {
    /** @throws CmsError `rate_limited` */
    take(userId) {
      const count = open.get(userId) ?? 0;
      if (count >= most) {
        throw new CmsError(
          "rate_limited",
          `You already have ${most} open streams. Close one of them.`,
          { details: { retryAfterSeconds: FULL_RETRY_SECONDS } },
        );
      }
      open.set(userId, count + 1);
      return () => {
        const left = (open.get(userId) ?? 1) - 1;
        if (left === 0) open.delete(userId);
        else open.set(userId, left);
      };
    },
  };
}

export interface EventStreamOptions {
  /** Called before each event and periodically in between. The stream ends if it throws (AUT-10). */
  readonly authorise: () => Promise<unknown>;
  /** @default 500: a stream ends at most a second after its reader loses access */
  readonly authoriseEveryMs?: number;
  /** Interval of comments that prevent proxies from closing an idle connection. @default 15000 */
  readonly heartbeatMs?: number;
  /** Unread data above which a reader is disconnected. It can reconnect and get what it missed. @default 1048576 */
  readonly maxWaitingBytes?: number;
}

/** A response that lasts until its reader disconnects or loses access, or until it is ended. */
export interface EventStream {
  readonly send: (messages: readonly LiveMessage[]) => void;
  /** Sends text that is already formatted. */
  readonly sendText: (text: string) => void;
  /** Resolves when the reader has received everything, for senders that produce faster than a reader reads. */
  readonly drained: () => Promise<void>;
  readonly end: () => void;
  /** Resolves when the connection is closed or the response is complete. */
  readonly closed: Promise<void>;
}

/** Short, so that readers reconnect soon. Browsers add their own jitter after a restart. */
const RETRY_MS = 2000;

/** Starts a response of type `text/event-stream`. */
export function openEventStream(
  response: Response,
  {
    authorise,
    authoriseEveryMs = 500,
    heartbeatMs = 15_000,
    maxWaitingBytes = 1_048_576,
  }: EventStreamOptions,
): EventStream {
  response.status(200).set({
    "Content-Type": "text/event-stream; charset=utf-8",
    // Proxies that compress or buffer would delay events.
    "Cache-Control": "private, no-store, no-transform",
    "X-Accel-Buffering": "no",
  });
  response.flushHeaders();
  let waiting = 0;
  let checking = false;
  const mutex = createMutex();

  function write(text: string): void {
    if (response.writableEnded || response.destroyed) return;
    response.write(text);
    if (response.writableLength > maxWaitingBytes) response.destroy();
  }
  /** Ends the response if the reader loses access, or if writing fails. */
  async function whileAllowed(work: () => void): Promise<void> {
    checking = true;
    try {
      await authorise();
      work();
    } catch {
      response.end();
    }
    checking = false;
  }
  function afterOthers(work: () => void): void {
    void mutex.run(() => whileAllowed(work));
  }

  function sendText(text: string): void {
    waiting += text.length;
    if (waiting > maxWaitingBytes) response.destroy();
    afterOthers(() => {
      waiting -= text.length;
      write(text);
    });
  }

  write(`retry: ${RETRY_MS}\n\n`);
  const heartbeat = setInterval(() => write(":\n\n"), heartbeatMs);
  const check = setInterval(() => {
    if (!checking) afterOthers(() => undefined);
  }, authoriseEveryMs);
  async function closing(): Promise<void> {
    await whenClosed(response);
    clearInterval(heartbeat);
    clearInterval(check);
  }
  return {
    send: (messages) => sendText(messages.map((message) => printMessage(message)).join("")),
    sendText,
    drained: () => mutex.run(() => whenDrained(response)),
    end: () => void response.end(),
    closed: closing(),
  };
}

async function whenDrained(response: Response): Promise<void> {
  if (!response.writableNeedDrain || response.destroyed) return;
  await Promise.race([once(response, "drain"), once(response, "close")]);
}

/** Also resolves if the reader has already disconnected. */
async function whenClosed(response: Response): Promise<void> {
  if (response.closed || response.destroyed) return;
  await once(response, "close");
}
