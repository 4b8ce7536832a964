import { connect, type Socket } from "node:net";

export interface HttpLoad {
  /** URL of the server, such as `http://127.0.0.1:4400`. */
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Returns the path of the next request. */
  readonly path: () => string;
}

export interface LoadResult {
  readonly answers: number;
  /** Duration until the last request. */
  readonly seconds: number;
}

/**
 * Sends requests over open connections, each as soon as the previous response is complete. Only parses the status and
 * length and counts bytes, because on two cores a heavier client would take CPU time from the server.
 *
 * @throws Error on the first response that is not 200, has no length, or is truncated
 */
export async function loadHttp({ url, connections, ...load }: HttpLoad): Promise<LoadResult> {
  const start = performance.now();
  const until = start + load.seconds * 1000;
  const all = Array.from({ length: connections }, () =>
    askOverOne(new URL(url), { ...load, until }),
  );
  const answers = await Promise.all(all);
  return {
    answers: answers.reduce((sum, count) => sum + count, 0),
    seconds: (performance.now() - start) / 1000,
  };
}

interface Asking extends Pick<HttpLoad, "headers" | "path"> {
  readonly until: number;
}

/** Shared by all connections: each read is processed before the next. */
const buffer = Buffer.allocUnsafe(256 * 1024);

async function askOverOne(
  { hostname, port }: URL,
  { headers, path, until }: Asking,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const end = ` HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${lines.join("")}\r\n`;
  const ask = (): void => void socket.write(`GET ${path()}${end}`, "latin1");
  const read = createAnswerReader();
  let answers = 0;
  const socket: Socket = connect({
    host: hostname,
    port: Number(port),
    noDelay: true,
    onread: {
      buffer,
      callback(length) {
        try {
          if (!read(buffer.subarray(0, length))) return true;
          answers += 1;
          if (performance.now() < until) ask();
          else socket.destroy();
        } catch (error) {
          socket.destroy(error instanceof Error ? error : undefined);
        }
        return true;
      },
    },
  });
  socket.on("connect", ask).on("error", reject);
  socket.on("end", () => reject(new Error("A connection was closed before its answer.")));
  socket.on("close", () => resolve(answers));
  return promise;
}

const HEAD_END = "\r\n\r\n";

/** Returns a parser of consecutive responses, which returns true when one is complete. */
function createAnswerReader(): (bytes: Buffer) => boolean {
  let head = "";
  /** Remaining body bytes; undefined while reading the head. */
  let left: number | undefined;
  return (bytes) => {
    let body = bytes.length;
    if (left === undefined) {
      const before = head.length;
      const headEnd = bytes.indexOf(HEAD_END);
      if (before > 0 || headEnd === -1) {
        // A head in several chunks is rare, so simply concatenate them.
        head += bytes.toString("latin1");
        const end = head.indexOf(HEAD_END);
        if (end === -1) return false;
        body = head.length - end - HEAD_END.length;
        left = lengthOf(head.slice(0, end));
      } else {
        body -= headEnd + HEAD_END.length;
        left = lengthOf(bytes.toString("latin1", 0, headEnd));
      }
      head = "";
    }
    left -= body;
    if (left > 0) return false;
    if (left < 0) throw new Error("An answer is longer than it says.");
    left = undefined;
    return true;
  };
}

/** Returns the content length from a head. */
function lengthOf(head: string): number {
  if (!head.startsWith("HTTP/1.1 200 ")) throw new Error(`Answered ${head.slice(0, 60)}`);
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  if (length === undefined) throw new Error("An answer does not say how long it is.");
  return Number(length);
}
