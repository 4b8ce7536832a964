import { once } from "node:events";
import { chmodSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { CmsError } from "@loam/cms-core";
import type { Hq } from "../../platform/hq.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import {
  bytesMessages,
  piecesOf,
  printMessage,
  readRequests,
  type Reply,
  type RunRequest,
} from "./messages.ts";
import { makeSocketPlace } from "./socket-place.ts";

/** Runs a command and returns its exit code. Never throws. */
export type RunCommand = (args: readonly string[], terminal: Terminal) => Promise<number>;

export interface CommandServer {
  /** Asks running commands to stop, waits up to ten seconds, then closes their connections. */
  close(): Promise<void>;
}

const DRAIN_MS = 10_000;
const MAX_CONNECTIONS = 100;

/**
 * Accepts commands on the socket of the data folder, which this process holds, and runs them with its `hq`. No
 * authentication is needed, because anyone who can open the socket could open the data folder.
 *
 * @throws CmsError `data_dir_unusable` if the socket cannot be created
 */
export async function serveCommands(hq: Hq, run: RunCommand): Promise<CommandServer> {
  const place = makeSocketPlace(hq.config.dataFolder);
  const running = new Map<Promise<void>, Connection>();
  const server = createServer((socket) => {
    const connection = new Connection(socket, hq);
    const served = connection.serve(run).finally(() => running.delete(served));
    running.set(served, connection);
  });
  server.maxConnections = MAX_CONNECTIONS;
  try {
    server.listen(place.path);
    await once(server, "listening");
    chmodSync(place.path, 0o600);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CmsError("data_dir_unusable", `Cannot listen at ${place.path}: ${reason}`, {
      cause,
    });
  }
  return {
    async close() {
      server.close();
      for (const connection of running.values()) connection.stop("The server is stopping.");
      await Promise.race([Promise.all(running.keys()), delay(DRAIN_MS, undefined, { ref: false })]);
      for (const connection of running.values()) connection.cut();
      place.leave();
    },
  };
}

/** A command and the user who is waiting for it. */
class Connection {
  readonly #socket: Socket;
  readonly #hq: Hq;
  readonly #stopped = new AbortController();
  #command: Promise<void> | undefined;
  #answer: ((text: string | undefined) => void) | undefined;

  constructor(socket: Socket, hq: Hq) {
    this.#socket = socket;
    this.#hq = hq;
    // A broken connection is also closed.
    socket.on("error", () => undefined);
    socket.on("close", () => this.stop("The client of this command disconnected."));
  }

  stop(why: string): void {
    this.#stopped.abort(new CmsError("aborted", why));
    if (this.#command === undefined) this.cut();
  }

  cut(): void {
    this.#socket.destroy();
  }

  /** Resolves when the command has ended, even if no one is waiting for it anymore. Never throws. */
  async serve(run: RunCommand): Promise<void> {
    this.#send({ kind: "ready" });
    try {
      for await (const request of readRequests(this.#socket)) {
        if (request.kind === "run") this.#command ??= this.#run(run, request);
        else if (request.kind === "answer") this.#answer?.(request.text ?? undefined);
        else this.stop("The command was stopped.");
      }
    } catch {
      // Invalid messages don't come from our command line, and a broken connection cannot be notified.
    } finally {
      this.#socket.destroy();
      await this.#command;
    }
  }

  async #run(run: RunCommand, request: RunRequest): Promise<void> {
    const code = await run(request.args, this.#terminal(request));
    this.#send({ kind: "exit", code });
    this.#socket.end();
  }

  #terminal({ folder, asks }: RunRequest): Terminal {
    const { signal } = this.#stopped;
    const write = (kind: "out" | "err", text: string): void => {
      for (const piece of piecesOf(text)) this.#send({ kind, text: piece });
    };
    return {
      environment: {},
      folder,
      hq: this.#hq,
      signal,
      input: async () => (await this.#question({ kind: "input" })) ?? "",
      ...(asks && {
        ask: async (question: string, { hidden = false } = {}) =>
          this.#question({ kind: "ask", question, hidden }),
      }),
      out: (text) => write("out", text),
      pipe: async (bytes) => this.#pipe(bytes),
      err: (text) => write("err", text),
      onStop(stop) {
        signal.addEventListener("abort", stop);
        return () => signal.removeEventListener("abort", stop);
      },
    };
  }

  async #question(question: Reply): Promise<string | undefined> {
    const { signal } = this.#stopped;
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
    const giveUp = (): void => reject(signal.reason);
    signal.addEventListener("abort", giveUp);
    this.#answer = resolve;
    this.#send(question);
    try {
      return await promise;
    } finally {
      this.#answer = undefined;
      signal.removeEventListener("abort", giveUp);
    }
  }

  async #pipe(bytes: AsyncIterable<Uint8Array>): Promise<void> {
    this.#send({ kind: "pipe" });
    try {
      for await (const part of bytes) await this.#sendBytes(part);
    } finally {
      this.#send({ kind: "piped" });
    }
  }

  /** Sends bytes with backpressure. */
  async #sendBytes(bytes: Uint8Array): Promise<void> {
    const { signal } = this.#stopped;
    for (const message of bytesMessages(bytes)) {
      signal.throwIfAborted();
      if (!this.#send(message)) await once(this.#socket, "drain", { signal });
    }
  }

  /** @returns whether more can be sent immediately */
  #send(message: Reply): boolean {
    return this.#socket.writable && this.#socket.write(printMessage(message));
  }
}
