import { basePath } from "../api/base-path.ts";

/** An event of a site or workspace. */
export interface ServerEvent {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A kind of events and their source. */
export interface Topic<Event extends ServerEvent> {
  /** Name shared by all windows that subscribe to it. */
  readonly name: string;
  /** Path of the event stream below HQ's base URL. */
  readonly address: string;
  readonly events: readonly Event["event"][];
  /** Validates an event from another window, which can run another version of the dashboard. */
  readonly isEvent: (message: unknown) => message is Event;
}

interface StreamOptions<Event extends ServerEvent> {
  readonly onEvent: (event: Event) => void;
  /** Called when HQ is unreachable or refuses the stream. */
  readonly onBroken: () => void;
  /** Whether events may have been missed before the stream started. */
  readonly isLate: boolean;
}

/** `EventSource` reconnects after a lost connection, but not after an error response. */
const AGAIN_MS = 10_000;

/**
 * Opens the event stream of a topic and returns a function that closes it. If `isLate`, `ready` is followed by `reset`.
 */
export function openEventStream<Event extends ServerEvent>(
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

  function take(message: unknown): void {
    if (!isEvent(message)) return;
    onEvent(message);
    if (message.event !== "ready") return;
    // HQ replays missed commits, but no other events.
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

/** Returns whether a value is an event with one of these names. */
export function isEventNamed<Name extends string>(
  names: ReadonlySet<Name>,
  message: unknown,
): message is ServerEvent & { readonly event: Name } {
  if (
    typeof message !== "object" ||
    message === null ||
    !("event" in message) ||
    !("data" in message)
  ) {
    return false;
  }
  const { event, data } = message;
  const known: ReadonlySet<unknown> = names;
  return known.has(event) && typeof data === "object" && data !== null;
}
