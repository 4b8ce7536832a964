/** An event as received by a browser. */
interface ReadEvent {
  readonly event: string;
  /** The `Last-Event-ID` that would be sent after it. */
  readonly lastId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface EventReader {
  readonly status: number;
  readonly headers: Headers;
  /** Returns the next event, or `undefined` after the stream has ended. */
  next(): Promise<ReadEvent | undefined>;
  /** Reads events up to and including the first of a kind. */
  until(kind: string): Promise<readonly ReadEvent[]>;
  leave(): void;
}

/** Reads an event stream according to the HTML standard. */
export async function readEvents(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<EventReader> {
  const leaving = new AbortController();
  const response = await fetch(url, { headers, signal: leaving.signal });
  const events = parse(response.body ?? new ReadableStream<Uint8Array>());
  const next = async (): Promise<ReadEvent | undefined> => {
    const { value } = await events.next();
    return value ?? undefined;
  };
  return {
    // A getter, so that the response stays referenced: garbage collection cancels the body of an unreferenced response.
    get status() {
      return response.status;
    },
    headers: response.headers,
    next,
    async until(kind) {
      const read: ReadEvent[] = [];
      for (;;) {
        const event = await next();
        if (event === undefined) throw new Error(`The stream ended before ${kind}.`);
        read.push(event);
        if (event.event === kind) return read;
      }
    },
    leave: () => leaving.abort(),
  };
}

async function* parse(body: AsyncIterable<Uint8Array>): AsyncGenerator<ReadEvent, undefined> {
  const decoder = new TextDecoder();
  let text = "";
  let lastId = "";
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = new Map(
        block.split("\n").map((line) => {
          const colon = line.indexOf(": ");
          return [line.slice(0, colon), line.slice(colon + 2)] as const;
        }),
      );
      lastId = fields.get("id") ?? lastId;
      const event = fields.get("event");
      if (event !== undefined) yield { event, lastId, data: JSON.parse(fields.get("data") ?? "") };
    }
  }
  return undefined;
}
