import { isCmsError } from "@loam/cms-core";
import { openApi } from "../live/live-api.ts";
import type { HqPlace, ResolvedOptions } from "../options/options.ts";
import type { Preview } from "./preview-context.ts";

type Setting = ResolvedOptions & { readonly place: HqPlace };

/** Polling interval if HQ sends no events. Each request counts toward the site's rate limit. */
const ASK_MS = 4000;
const ENTRY_EVENTS = /^entry\./;

/** Returns the current tag of the previewed content, for {@link savesOf}; undefined if HQ doesn't answer. */
export async function previewedTag(
  preview: Preview,
  setting: Setting,
): Promise<string | undefined> {
  try {
    return (await openApi(setting, preview.draftKey).get(pathOf(preview)))?.etag;
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}

interface Reader {
  /** Result of {@link previewedTag} before the page was rendered. @default the tag of the first request */
  readonly shown: string | undefined;
  /** Aborted when the client disconnects. */
  readonly gone: AbortSignal;
}

/**
 * Returns server-sent events until the client disconnects: `saved` whenever the previewed content differs from the
 * page.
 */
export function savesOf(
  preview: Preview,
  setting: Setting,
  { shown, gone }: Reader,
): ReadableStream<Uint8Array> {
  const ended = new AbortController();
  const stop = AbortSignal.any([gone, ended.signal]);
  return new ReadableStream({
    async start(controller) {
      const say = (text: string): void => {
        if (!stop.aborted) controller.enqueue(new TextEncoder().encode(text));
      };
      say("retry: 3000\n\n");
      const saved = (): void => say("event: saved\ndata: {}\n\n");
      try {
        const telling = { stop, shown, say, saved };
        if (setting.keys.token === undefined) await ask(preview, setting, telling);
        else await subscribeToSaves(preview, setting, telling);
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
  readonly say: (text: string) => void;
  readonly saved: () => void;
}

async function ask(
  preview: Preview,
  setting: Setting,
  { stop, shown, say, saved }: SaveStream,
): Promise<void> {
  const api = openApi(setting, preview.draftKey);
  const path = pathOf(preview);
  let tag = shown;
  for (;;) {
    const answer = await (tag === undefined ? api.get(path) : api.getIfChanged(path, tag));
    // Detects a closed connection.
    say(": \n\n");
    if (answer !== "unchanged" && answer?.etag !== undefined && answer.etag !== tag) {
      if (tag !== undefined) saved();
      tag = answer.etag;
    }
    await pause(ASK_MS, stop);
  }
}

/** Returns the read API path to poll: the entry, or the commit of the branch. */
function pathOf({ scope, type, id }: Preview): string {
  return scope === "entry" ? `${type}/${encodeURIComponent(id)}` : "";
}

/** Follows HQ's own event stream of the site. */
async function subscribeToSaves(
  preview: Preview,
  setting: Setting,
  telling: SaveStream,
): Promise<void> {
  const { stop, shown, say, saved } = telling;
  const { place, keys } = setting;
  const site = encodeURIComponent(place.siteId);
  const address = new URL(`${place.baseUrl.replace(/\/$/, "")}/api/manage/sites/${site}/events`);
  const headers = { authorization: `Bearer ${keys.token ?? ""}`, accept: "text/event-stream" };
  const response = await fetch(address, { headers, signal: stop });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    return ask(preview, setting, telling);
  }
  // Neither stream reports saves between the rendering and its start.
  const now = shown === undefined ? undefined : await previewedTag(preview, setting);
  if (now !== undefined && now !== shown) saved();
  let text = "";
  for await (const bytes of response.body.pipeThrough(new TextDecoderStream())) {
    text += bytes;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    say(": \n\n");
    if (blocks.some((block) => isRelevantEvent(block, preview))) saved();
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
