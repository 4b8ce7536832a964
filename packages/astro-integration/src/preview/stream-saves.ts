import { isCmsError } from "@loam/cms-core";
import { openApi } from "../live/live-api.ts";
import type { HqPlace, ResolvedOptions } from "../options/options.ts";
import type { Preview } from "./preview-context.ts";

type Setting = ResolvedOptions & { readonly place: HqPlace };

/** Polling interval if HQ sends no events. Each request counts toward the site's rate limit. */
const POLL_MS = 4000;
const ENTRY_EVENTS = /^entry\./;

/** Returns the current tag of the previewed content, for {@link streamSaves}; undefined if HQ doesn't answer. */
export async function previewedTag(
  preview: Preview,
  setting: Setting,
): Promise<string | undefined> {
  try {
    return (await openApi(setting, preview.draftKey).get(pollPath(preview)))?.etag;
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}

interface Reader {
  /** Result of {@link previewedTag} before the page was rendered. @default the tag of the first request */
  readonly shown: string | undefined;
  /** Aborted when the client disconnects. */
  readonly disconnected: AbortSignal;
}

/**
 * Returns server-sent events until the client disconnects: `saved` whenever the previewed content differs from the
 * page.
 */
export function streamSaves(
  preview: Preview,
  setting: Setting,
  { shown, disconnected }: Reader,
): ReadableStream<Uint8Array> {
  const ended = new AbortController();
  const stop = AbortSignal.any([disconnected, ended.signal]);
  return new ReadableStream({
    async start(controller) {
      const send = (text: string): void => {
        if (!stop.aborted) controller.enqueue(new TextEncoder().encode(text));
      };
      send("retry: 3000\n\n");
      const sendSaved = (): void => send("event: saved\ndata: {}\n\n");
      try {
        const stream = { stop, shown, send, sendSaved };
        if (setting.keys.token === undefined) await pollSaves(preview, setting, stream);
        else await subscribeToSaves(preview, setting, stream);
      } catch (error) {
        // The browser reconnects, and then learns about the end of the preview.
        if (!stop.aborted && !isCmsError(error)) throw error;
      } finally {
        if (!stop.aborted) controller.close();
      }
    },
    cancel: () => ended.abort(),
  });
}

interface SaveStream {
  readonly stop: AbortSignal;
  readonly shown: string | undefined;
  readonly send: (text: string) => void;
  readonly sendSaved: () => void;
}

async function pollSaves(
  preview: Preview,
  setting: Setting,
  { stop, shown, send, sendSaved }: SaveStream,
): Promise<void> {
  const api = openApi(setting, preview.draftKey);
  const path = pollPath(preview);
  let tag = shown;
  for (;;) {
    const answer = await (tag === undefined ? api.get(path) : api.getIfChanged(path, tag));
    // Detects a closed connection.
    send(": \n\n");
    if (answer !== "unchanged" && answer?.etag !== undefined && answer.etag !== tag) {
      if (tag !== undefined) sendSaved();
      tag = answer.etag;
    }
    await pause(POLL_MS, stop);
  }
}

/** Returns the read API path to poll: the entry, or the commit of the branch. */
function pollPath({ scope, type, id }: Preview): string {
  return scope === "entry" ? `${type}/${encodeURIComponent(id)}` : "";
}

/** Follows HQ's own event stream of the site. */
async function subscribeToSaves(
  preview: Preview,
  setting: Setting,
  telling: SaveStream,
): Promise<void> {
  const { stop, shown, send, sendSaved } = telling;
  const { place, keys } = setting;
  const site = encodeURIComponent(place.siteId);
  const address = new URL(`${place.baseUrl.replace(/\/$/, "")}/api/manage/sites/${site}/events`);
  const headers = { authorization: `Bearer ${keys.token ?? ""}`, accept: "text/event-stream" };
  const response = await fetch(address, { headers, signal: stop });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    return pollSaves(preview, setting, telling);
  }
  // Neither stream reports saves between the rendering and its start.
  const now = shown === undefined ? undefined : await previewedTag(preview, setting);
  if (now !== undefined && now !== shown) sendSaved();
  let text = "";
  for await (const bytes of response.body.pipeThrough(new TextDecoderStream())) {
    text += bytes;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    send(": \n\n");
    if (blocks.some((block) => isRelevantEvent(block, preview))) sendSaved();
  }
  return undefined;
}

/** Returns whether an event affects the preview. A page of a branch can show any entry. */
function isRelevantEvent(block: string, { id, scope }: Preview): boolean {
  const event = /^event: ?(.*)$/m.exec(block)?.[1] ?? "";
  if (event === "reset" || event.startsWith("change.")) return true;
  return ENTRY_EVENTS.test(event) && (scope === "branch" || block.includes(JSON.stringify(id)));
}

async function pause(ms: number, stop: AbortSignal): Promise<void> {
  stop.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    stop.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new Error("The client disconnected."));
    });
  });
}
