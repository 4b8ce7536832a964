import { EVENTS, type SiteEvent } from "./renewed-by.ts";

interface StreamOptions {
  readonly onEvent: (event: SiteEvent) => void;
  /** HQ is away, or does not answer the person any more. */
  readonly onBroken: () => void;
  /** Whether something may have happened before it began that nobody here heard of. */
  readonly isLate: boolean;
}

/** A browser comes back by itself after a cut, but gives up after a refusal. */
const AGAIN_MS = 10_000;

/** Reads the events of a site until the answer is called. */
export function openSiteStream(site: string, options: StreamOptions): () => void {
  const { onEvent, onBroken } = options;
  let { isLate } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source = open();

  function open(): EventSource {
    const opened = new EventSource(`/api/manage/sites/${site}/events`);
    for (const event of EVENTS) {
      opened.addEventListener(event, ({ data }: MessageEvent<string>) => {
        take({ event, data: JSON.parse(data) });
      });
    }
    opened.addEventListener("error", broken);
    return opened;
  }

  function take(told: SiteEvent): void {
    onEvent(told);
    if (told.event !== "ready") return;
    // Commits are told afterwards, all else is not.
    if (isLate) onEvent({ event: "reset", data: {} });
    isLate = true;
  }

  function broken(): void {
    onBroken();
    if (source.readyState !== EventSource.CLOSED) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      source = open();
    }, AGAIN_MS);
  }

  return () => {
    clearTimeout(timer);
    source.close();
  };
}
