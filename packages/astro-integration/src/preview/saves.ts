import { isCmsError } from "@loam/cms-core";
import { openApi } from "../live/live-api.ts";
import type { HqPlace, ResolvedOptions } from "../options/options.ts";
import type { Preview } from "./preview-context.ts";

type Setting = ResolvedOptions & { readonly place: HqPlace };

/** Between two questions, where HQ does not tell by itself: each is charged to the site's read limit. */
const ASK_MS = 4000;
const ENTRY_EVENTS = /^entry\./;

/** Server-sent events, `saved` whenever what is previewed is saved, until the reader goes. */
export function savesOf(
  preview: Preview,
  setting: Setting,
  gone: AbortSignal,
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
        if (setting.keys.token === undefined) await ask(preview, setting, { stop, say, saved });
        else await hear(preview, setting, { stop, say, saved });
      } catch (error) {
        // The browser comes back, and with the end of the preview is told so.
        if (!stop.aborted && !isCmsError(error)) throw error;
      } finally {
        if (!stop.aborted) controller.close();
      }
    },
    cancel: () => ended.abort(),
  });
}

interface Telling {
  readonly stop: AbortSignal;
  readonly say: (text: string) => void;
  readonly saved: () => void;
}

async function ask(
  { draftKey, scope, type, id }: Preview,
  setting: Setting,
  { stop, say, saved }: Telling,
): Promise<void> {
  const api = openApi(setting, draftKey);
  const path = scope === "entry" ? `${type}/${encodeURIComponent(id)}` : "";
  let tag = (await api.get(path))?.etag ?? "";
  for (;;) {
    await pause(ASK_MS, stop);
    const answer = await api.getIfChanged(path, tag);
    // So that a connection that is gone is noticed.
    say(": \n\n");
    if (answer === "unchanged" || answer === undefined || answer.etag === tag) continue;
    tag = answer.etag ?? "";
    saved();
  }
}

/** HQ's own stream of what happens on the site. */
async function hear(
  preview: Preview,
  setting: Setting,
  { stop, say, saved }: Telling,
): Promise<void> {
  const { place, keys } = setting;
  const site = encodeURIComponent(place.siteId);
  const address = new URL(`/api/manage/sites/${site}/events`, place.baseUrl);
  const headers = { authorization: `Bearer ${keys.token ?? ""}`, accept: "text/event-stream" };
  const response = await fetch(address, { headers, signal: stop });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    return ask(preview, setting, { stop, say, saved });
  }
  let text = "";
  for await (const bytes of response.body.pipeThrough(new TextDecoderStream())) {
    text += bytes;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    say(": \n\n");
    if (blocks.some((block) => concerns(block, preview))) saved();
  }
  return undefined;
}

/** Any entry may be shown on a page of a branch. */
function concerns(block: string, { id, scope }: Preview): boolean {
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
      reject(new Error("The reader is gone."));
    });
  });
}
