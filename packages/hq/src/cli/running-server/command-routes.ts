import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { CmsError } from "@loam/cms-core";
import { type Request, type Response, Router } from "express";
import type { z } from "zod";
import { readJsonBody } from "../../api/read-request.ts";
import { removeServerFile, writeServerFile } from "../../platform/data-folder/server-file.ts";
import type { Hq } from "../../platform/hq.ts";
import { isForwarded, isLoopback } from "../../platform/http/client-address.ts";
import { allowSlowReader } from "../../platform/http/end-connections.ts";
import { nameRoute } from "../../platform/http/request-log.ts";
import { hashText, makeToken, sameHash } from "../../platform/secrets/secret-token.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import {
  answerBody,
  type CommandBody,
  commandBody,
  COMMANDS_PATH,
  type Message,
  printMessage,
} from "./messages.ts";

/** Runs a command and returns its exit code. Never throws. */
export type RunCommand = (args: readonly string[], terminal: Terminal) => Promise<number>;

/** A running server, which commands use. */
interface OpenedServer {
  /** URL at which this machine reaches it. */
  readonly localUrl: string;
  readonly hq: Hq;
}

const DRAIN_MS = 10_000;

/**
 * Runs commands in a server with its `hq`, for the owner of the data folder: a new token is in a file that only the
 * owner can read, and here is its hash. Everyone else gets 404, even with the token: other machines, and requests that
 * a proxy forwarded.
 */
export class CommandServer {
  readonly routes: Router;
  readonly #run: RunCommand;
  readonly #running = new Map<string, RunningCommand>();
  #opened: (OpenedServer & { readonly tokenHash: string }) | undefined;

  constructor(run: RunCommand) {
    this.#run = run;
    this.routes = Router({ caseSensitive: true, strict: true })
      .use((request, _response, next) => {
        nameRoute(request, COMMANDS_PATH);
        if (!this.#isFromOwner(request)) throw new CmsError("not_found", "Not found.");
        next();
      })
      .post("/", async (request, response) => this.#start(request, response))
      .post("/:id/answer", async (request, response) => {
        const { text } = await readBody(request, response, answerBody);
        this.#find(request).answer(text ?? undefined);
        response.status(204).end();
      })
      .delete("/:id", (request, response) => {
        this.#find(request).stop("The command was stopped.");
        response.status(204).end();
      });
  }

  /**
   * Lets commands find the server, which must hold the data folder.
   *
   * @throws CmsError `data_dir_unusable`
   */
  open(server: OpenedServer): void {
    const { text: token, hash: tokenHash } = makeToken("cmd");
    writeServerFile(server.hq.paths.server, { url: server.localUrl, token });
    this.#opened = { ...server, tokenHash };
  }

  /** Accepts no new commands, asks the others to stop, waits up to ten seconds, then closes their connections. */
  async close(): Promise<void> {
    if (this.#opened === undefined) return;
    removeServerFile(this.#opened.hq.paths.server);
    this.#opened = undefined;
    const commands = [...this.#running.values()];
    for (const command of commands) command.stop("The server is stopping.");
    const ends = Promise.all(commands.map(({ ended }) => ended));
    await Promise.race([ends, delay(DRAIN_MS, undefined, { ref: false })]);
    for (const command of this.#running.values()) command.cut();
  }

  #isFromOwner(request: Request): boolean {
    const { remoteAddress, localAddress } = request.socket;
    const isFromHere = isLoopback(remoteAddress) || remoteAddress === localAddress;
    if (!isFromHere || isForwarded(request) || this.#opened === undefined) return false;
    const [, token = ""] = /^Bearer (\S+)$/.exec(request.get("Authorization") ?? "") ?? [];
    return sameHash(hashText(token), this.#opened.tokenHash);
  }

  async #start(request: Request, response: Response): Promise<void> {
    const body = await readBody(request, response, commandBody);
    if (this.#opened === undefined) throw new CmsError("unavailable", "The server is stopping.");
    nameRoute(request, COMMANDS_PATH, { waits: true });
    allowSlowReader(response);
    const command = new RunningCommand(response, { hq: this.#opened.hq, body, run: this.#run });
    this.#running.set(body.id, command);
    await command.ended;
    this.#running.delete(body.id);
  }

  #find(request: Request): RunningCommand {
    const command = this.#running.get(String(request.params["id"]));
    if (command !== undefined) return command;
    throw new CmsError("not_found", "The command has ended.");
  }
}

async function readBody<T>(request: Request, response: Response, schema: z.ZodType<T>): Promise<T> {
  const body = schema.safeParse(await readJsonBody(request, response, { content: true }));
  if (body.success) return body.data;
  throw new CmsError("invalid_request", "The request is not from this version of hq.");
}

interface CommandRun {
  readonly hq: Hq;
  readonly body: CommandBody;
  readonly run: RunCommand;
}

/** A command and the user who is waiting for it. */
class RunningCommand {
  /** Resolves when the command has ended, even if no one is waiting for it anymore. */
  readonly ended: Promise<void>;
  readonly #response: Response;
  readonly #hq: Hq;
  readonly #stopped = new AbortController();
  #answer: ((text: string | undefined) => void) | undefined;

  constructor(response: Response, { hq, body, run }: CommandRun) {
    this.#response = response;
    this.#hq = hq;
    // A broken connection is also closed.
    response.on("error", () => undefined);
    response.on("close", () => this.stop("The client of this command disconnected."));
    response.set({ "Content-Type": "application/x-ndjson", "Cache-Control": "no-store" });
    response.flushHeaders();
    this.ended = this.#run(run, body);
  }

  async #run(run: RunCommand, body: CommandBody): Promise<void> {
    const code = await run(body.args, this.#terminal(body));
    this.#response.end(printMessage({ kind: "exit", code }));
  }

  stop(why: string): void {
    this.#stopped.abort(new CmsError("aborted", why));
  }

  cut(): void {
    this.#response.destroy();
  }

  answer(text: string | undefined): void {
    this.#answer?.(text);
  }

  #terminal({ folder, asks }: CommandBody): Terminal {
    const { signal } = this.#stopped;
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
      out: (text) => void this.#send({ kind: "out", text }),
      pipe: async (bytes) => this.#pipe(bytes),
      err: (text) => void this.#send({ kind: "err", text }),
      onStop(stop) {
        signal.addEventListener("abort", stop);
        return () => signal.removeEventListener("abort", stop);
      },
    };
  }

  async #question(question: Message): Promise<string | undefined> {
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
    const { signal } = this.#stopped;
    this.#send({ kind: "pipe" });
    try {
      for await (const part of bytes) {
        signal.throwIfAborted();
        const base64 = Buffer.from(part).toString("base64");
        // With backpressure.
        if (!this.#send({ kind: "bytes", base64 })) await once(this.#response, "drain", { signal });
      }
    } finally {
      this.#send({ kind: "piped" });
    }
  }

  /** @returns whether more can be sent immediately */
  #send(message: Message): boolean {
    return this.#response.writable && this.#response.write(printMessage(message));
  }
}
