import { basePath } from "../api/base-path.ts";

/** What HQ tells of a site or a workspace. */
export interface Told {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Of what the events are, and where they are heard. */
export interface Topic<Event extends Told> {
  /** Shared by all windows that hear it. */
  readonly name: string;
  /** Of the event stream, below HQ's base address. */
  readonly address: string;
  readonly events: readonly Event["event"][];
  /** Whether another window, which may be of another version of the editor, told one of these. */
  readonly isEvent: (told: unknown) => told is Event;
}

interface StreamOptions<Event extends Told> {
  readonly onEvent: (event: Event) => void;
  /** HQ is away, or does not answer the person any more. */
  readonly onBroken: () => void;
  /** Whether something may have happened before it began that nobody here heard of. */
  readonly isLate: boolean;
}

/** A browser comes back by itself after a cut, but gives up after a refusal. */
const AGAIN_MS = 10_000;

/** Reads the events of a topic until the answer is called. `ready` of one that is late is followed by `reset`. */
export function openEventStream<Event extends Told>(
  { address, events, isEvent }: Topic<Event>,
  options: StreamOptions<Event>,
): () => void {
  const { onEvent, onBroken } = options;
  let { isLate } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source = open();

  function open(): EventSource {
    const opened = new EventSource(`${basePath()}${address}`);
    for (const event of events) {
      opened.addEventListener(event, ({ data }: MessageEvent<string>) => {
        take({ event, data: JSON.parse(data) });
      });
    }
    opened.addEventListener("error", broken);
    return opened;
  }

  function take(told: unknown): void {
    if (!isEvent(told)) return;
    onEvent(told);
    if (told.event !== "ready") return;
    // Commits are told afterwards, all else is not.
    const reset: unknown = { event: "reset", data: {} };
    if (isLate && isEvent(reset)) onEvent(reset);
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

/** Whether something is an event with one of these names. */
export function isToldAs<Name extends string>(
  names: ReadonlySet<Name>,
  told: unknown,
): told is Told & { readonly event: Name } {
  if (typeof told !== "object" || told === null || !("event" in told) || !("data" in told)) {
    return false;
  }
  const { event, data } = told;
  const known: ReadonlySet<unknown> = names;
  return known.has(event) && typeof data === "object" && data !== null;
}
