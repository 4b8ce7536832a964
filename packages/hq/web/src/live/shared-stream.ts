import { openEventStream, type Told, type Topic } from "./event-stream.ts";

interface SharedStreamOptions<Event extends Told> {
  readonly onEvent: (event: Event) => void;
  readonly onBroken: () => void;
}

/**
 * Hears the events of a topic until the answer is called. Of the windows of this browser that somebody looks at, one reads
 * them and tells the others; when it is closed or hidden, the next one goes on.
 */
export function shareStream<Event extends Told>(
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
        // A channel reaches this origin alone, and takes no target.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        channel.postMessage(event);
      },
    });
  // The types say that it is always there; browsers have it on https and on this machine alone.
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
  /** Whether it is not the first: something may have happened that nobody here heard of. */
  readonly isLate: boolean;
  /** Aborted when the window is hidden, or left. */
  readonly turn: AbortSignal;
}

interface Leading extends Turn {
  readonly name: string;
  readonly read: (isLate: boolean) => () => void;
}

/** Reads from when no other window does. */
async function lead(locks: LockManager, { name, read, isLate, turn }: Leading): Promise<void> {
  let waited = true;
  await locks.request(name, { ifAvailable: true }, async (lock) => {
    waited = lock === null;
    if (lock !== null) await readUntil(turn, read(isLate));
  });
  if (!waited || turn.aborted) return;
  const request = locks.request(name, { signal: turn }, () => readUntil(turn, read(true)));
  // It was left while it waited.
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
 * Begins a turn whenever the window comes into sight. Whoever has six sites open in six windows would otherwise have no
 * connection left: HTTP/1.1 has six in all.
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
