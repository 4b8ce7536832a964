import { isCmsError } from "@loam/cms-core";
import { openApi } from "../live/live-api.ts";
import type { HqPlace, ResolvedOptions } from "../options/options.ts";
import type { Preview } from "./preview-context.ts";

type Setting = ResolvedOptions & { readonly place: HqPlace };

/** Between two questions, where HQ does not tell by itself: each is charged to the site's read limit. */
const ASK_MS = 4000;
const ENTRY_EVENTS = /^entry\./;

/** The tag of what is previewed as it is now, for {@link savesOf}; undefined while HQ does not answer. */
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
  /** What {@link previewedTag} said before the page was rendered. @default as it is when it is asked for first */
  readonly shown: string | undefined;
  /** Aborted when they go. */
  readonly gone: AbortSignal;
}

/** Server-sent events, `saved` whenever what is previewed is other than what the page shows, until the reader goes. */
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
        else await hear(preview, setting, telling);
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
  readonly shown: string | undefined;
  readonly say: (text: string) => void;
  readonly saved: () => void;
}

async function ask(
  preview: Preview,
  setting: Setting,
  { stop, shown, say, saved }: Telling,
): Promise<void> {
  const api = openApi(setting, preview.draftKey);
  const path = pathOf(preview);
  let tag = shown;
  for (;;) {
    const answer = await (tag === undefined ? api.get(path) : api.getIfChanged(path, tag));
    // So that a connection that is gone is noticed.
    say(": \n\n");
    if (answer !== "unchanged" && answer?.etag !== undefined && answer.etag !== tag) {
      if (tag !== undefined) saved();
      tag = answer.etag;
    }
    await pause(ASK_MS, stop);
  }
}

/** What the read API is asked for: the entry, or that the branch moved. */
function pathOf({ scope, type, id }: Preview): string {
  return scope === "entry" ? `${type}/${encodeURIComponent(id)}` : "";
}

/** HQ's own stream of what happens on the site. */
async function hear(preview: Preview, setting: Setting, telling: Telling): Promise<void> {
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
  // What was saved between the page and this stream is told by neither.
  const now = shown === undefined ? undefined : await previewedTag(preview, setting);
  if (now !== undefined && now !== shown) saved();
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
      reject(new Error("The client disconnected."));
    });
  });
}
