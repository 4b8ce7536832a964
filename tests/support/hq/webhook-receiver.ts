import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";

/** A request as received. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The raw bytes. */
  readonly body: Buffer;
}

/** Responds to a request, or doesn't. */
export type Answer = (response: ServerResponse, received: Received) => void;

export interface WebhookReceiver {
  readonly url: string;
  readonly received: Received[];
  /** Applies to later requests. */
  answer: Answer;
  /** Resolves when this many requests have arrived. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

export const answerOk: Answer = (response) => void response.writeHead(204).end();

/** Never responds, so the sender times out. */
export const hang: Answer = () => {};

export function answerWith(status: number, headers: Record<string, string> = {}): Answer {
  return (response) => void response.writeHead(status, headers).end(`status ${status}`);
}

/** Starts a real HTTP server on a free port that stores what it receives. */
export async function startReceiver(answer: Answer = answerOk): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const receiver = { answer };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { url: path = "", headers } = request;
      const one = { path, headers, body: Buffer.concat(parts) };
      received.push(one);
      receiver.answer(response, one);
      for (const look of waiting) look();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    get answer() {
      return receiver.answer;
    },
    set answer(next) {
      receiver.answer = next;
    },
    arrived: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    async close() {
      server.closeAllConnections();
      if (server.listening) await server[Symbol.asyncDispose]();
    },
  };
}
