import { openEventStream, type ServerEvent, type Topic } from "./event-stream.ts";

interface SharedStreamOptions<Event extends ServerEvent> {
  readonly onEvent: (event: Event) => void;
  readonly onBroken: () => void;
}

/**
 * Subscribes to a topic and returns an unsubscribe function. Among the visible windows of this browser, one reads the
 * stream and forwards events to the others. When it is closed or hidden, the next one takes over.
 */
export function shareStream<Event extends ServerEvent>(
  topic: Topic<Event>,
  { onEvent, onBroken }: SharedStreamOptions<Event>,
): () => void {
  const name = `loam-events/${topic.name}`;
  const channel = new BroadcastChannel(name);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (topic.isEvent(data)) onEvent(data);
  });
  const leaving = new AbortController();
  const { signal } = leaving;
  const read = (isLate: boolean): (() => void) =>
    openEventStream(topic, {
      isLate,
      onBroken,
      onEvent(event) {
        onEvent(event);
        // A BroadcastChannel only reaches this origin and has no target parameter.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        channel.postMessage(event);
      },
    });
  // The type is non-optional, but browsers provide it only over HTTPS or on localhost.
  const locks: LockManager | undefined = navigator.locks;
  whileVisible(signal, ({ isLate, turn }) => {
    if (locks === undefined) void readUntil(turn, read(isLate));
    else void lead(locks, { name, read, isLate, turn });
  });
  return () => {
    leaving.abort();
    channel.close();
  };
}

interface Turn {
  /** Whether another window read before, so events may have been missed. */
  readonly isLate: boolean;
  /** Aborted when the window is hidden or closed. */
  readonly turn: AbortSignal;
}

interface Leading extends Turn {
  readonly name: string;
  readonly read: (isLate: boolean) => () => void;
}

/** Reads the stream while holding the lock. */
async function lead(locks: LockManager, { name, read, isLate, turn }: Leading): Promise<void> {
  let waited = true;
  await locks.request(name, { ifAvailable: true }, async (lock) => {
    waited = lock === null;
    if (lock !== null) await readUntil(turn, read(isLate));
  });
  if (!waited || turn.aborted) return;
  const request = locks.request(name, { signal: turn }, () => readUntil(turn, read(true)));
  // The wait was aborted.
  await request.catch(() => undefined);
}

function readUntil(signal: AbortSignal, stop: () => void): Promise<void> {
  const left = Promise.withResolvers<void>();
  const leave = (): void => {
    stop();
    left.resolve();
  };
  if (signal.aborted) leave();
  else signal.addEventListener("abort", leave, { once: true });
  return left.promise;
}

/**
 * Calls `begin` whenever the window becomes visible. Hidden windows don't read, because HTTP/1.1 allows only six
 * connections in total, which six open sites would use up.
 */
function whileVisible(signal: AbortSignal, begin: (turn: Turn) => void): void {
  let turn: AbortController | undefined;
  let isLate = false;
  const look = (): void => {
    const isSeen = !document.hidden && !signal.aborted;
    if (isSeen && turn === undefined) {
      turn = new AbortController();
      begin({ isLate, turn: turn.signal });
      isLate = true;
    } else if (!isSeen) {
      turn?.abort();
      turn = undefined;
    }
  };
  document.addEventListener("visibilitychange", look, { signal });
  signal.addEventListener("abort", look);
  look();
}
