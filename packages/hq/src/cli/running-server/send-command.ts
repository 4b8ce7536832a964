import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { CmsError, isCmsError } from "@loam/cms-core";
import { dataPaths } from "../../platform/data-folder/data-folder.ts";
import { isDataFolderLocked } from "../../platform/data-folder/data-lock.ts";
import { readServerFile, type ServerFile } from "../../platform/data-folder/server-file.ts";
import { nodeHttp } from "../../platform/http/node-http.ts";
import { type Terminal, terminalConfig } from "../../platform/terminal/terminal.ts";
import {
  type AnswerBody,
  type CommandBody,
  COMMANDS_PATH,
  type Message,
  readMessages,
} from "./messages.ts";

/** A busy server responds late; a suspended one never does. */
const READY_MS = 10_000;

/**
 * Runs a command in the server that holds the data folder.
 *
 * @returns its exit code; undefined if no server accepts commands, so that the command runs in this process
 * @throws CmsError `data_dir_locked` if the server doesn't respond, `data_dir_unusable` if it belongs to another
 * user, `unavailable` if it rejects the command or ends before it, `aborted` if the user stops waiting
 */
export async function sendCommand(
  args: readonly string[],
  terminal: Terminal,
): Promise<number | undefined> {
  const dataFolder = servedFolder(terminal);
  const server = dataFolder === undefined ? undefined : findServer(dataFolder);
  if (server === undefined) return undefined;
  const { folder, ask } = terminal;
  const id = randomUUID();
  const body: CommandBody = { id, args: [...args], folder, asks: ask !== undefined };
  const response = await start(server, body);
  if (response === undefined) return undefined;
  try {
    return await new Conversation(response, { server, id, terminal }).run();
  } finally {
    response.destroy();
  }
}

/**
 * With PostgreSQL, commands run alongside servers on their own. An invalid configuration is reported by the command.
 */
function servedFolder(terminal: Terminal): string | undefined {
  try {
    const { database, dataFolder } = terminalConfig(terminal);
    return database.kind === "sqlite" ? dataFolder : undefined;
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}

/**
 * After a server was killed, another process might listen on its port and could ask for a password. So the file counts
 * only while the data folder is locked: a process that locks it first removes the file of a killed server.
 */
function findServer(dataFolder: string): ServerFile | undefined {
  const path = dataPaths(dataFolder).server;
  if (readServerFile(path) === undefined) return undefined;
  const isHeld = isDataFolderLocked(dataFolder, { now: () => new Date() });
  return isHeld ? readServerFile(path) : undefined;
}

/** Returns undefined if no one is listening, for example because the server runs in another container. */
async function start(server: ServerFile, body: CommandBody): Promise<IncomingMessage | undefined> {
  const late = AbortSignal.timeout(READY_MS);
  let response: IncomingMessage;
  try {
    response = await send(server, { method: "POST", path: "", body, signal: late });
  } catch (cause) {
    if (!late.aborted) return undefined;
    const message = "The server that uses the data folder does not respond. Try again, or stop it.";
    throw new CmsError("data_dir_locked", message, { cause });
  }
  if (response.statusCode === 200) return response;
  response.destroy();
  if (response.statusCode === 413) throw tooLarge();
  const message = `The server at ${server.url} rejected the command (status ${response.statusCode}). Try again. If HQ was upgraded, restart the server first.`;
  throw new CmsError("unavailable", message);
}

function tooLarge(): CmsError {
  return new CmsError("too_large", "The command is too large to send to the server.");
}

interface CommandRequest {
  readonly method: "POST" | "DELETE";
  /** Below the path of the commands. */
  readonly path: string;
  readonly body?: CommandBody | AnswerBody;
  /** Aborts waiting for the response. */
  readonly signal?: AbortSignal;
}

async function send(
  { url, token }: ServerFile,
  { method, path, body, signal }: CommandRequest,
): Promise<IncomingMessage> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const request = nodeHttp.request(`${url}${COMMANDS_PATH}${path}`, {
    method,
    // Unlike the global agent, never uses a proxy.
    agent: new nodeHttp.Agent(),
    headers: {
      authorization: `Bearer ${token}`,
      ...(text !== undefined && {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(text),
      }),
    },
  });
  const cut = (): void => void request.destroy(new Error("The server does not respond."));
  signal?.addEventListener("abort", cut);
  // Later errors are reported by the next read.
  request.on("error", () => undefined);
  request.end(text);
  try {
    const [response]: IncomingMessage[] = await once(request, "response");
    if (response === undefined) throw new Error("The server does not respond.");
    return response;
  } finally {
    signal?.removeEventListener("abort", cut);
  }
}

interface ConversationOptions {
  readonly server: ServerFile;
  /** Of the command. */
  readonly id: string;
  readonly terminal: Terminal;
}

class Conversation {
  readonly #response: IncomingMessage;
  readonly #server: ServerFile;
  readonly #id: string;
  readonly #terminal: Terminal;
  readonly #messages: AsyncGenerator<Message, undefined>;
  /** A message that was read while waiting for the user and isn't processed yet. */
  #upcoming: Promise<Message> | undefined;
  /** Aborts waiting for the user. */
  #giveUp: (() => void) | undefined;
  /** How often the user asked to stop. */
  #stops = 0;

  constructor(response: IncomingMessage, { server, id, terminal }: ConversationOptions) {
    this.#response = response;
    this.#server = server;
    this.#id = id;
    this.#terminal = terminal;
    this.#messages = readMessages(response);
  }

  async run(): Promise<number> {
    const release = this.#terminal.onStop(() => this.#stop());
    try {
      for (;;) {
        const message = await this.#next();
        if (message.kind === "exit") return message.code;
        await this.#take(message);
      }
    } finally {
      release();
    }
  }

  /** The first time, the command is asked to stop. The second time, it is left running alone. */
  #stop(): void {
    this.#stops += 1;
    if (this.#stops > 1) {
      this.#response.destroy();
      return;
    }
    this.#giveUp?.();
    this.#terminal.err("Stopping… Press Ctrl-C again to stop waiting.\n");
    void this.#send({ method: "DELETE", path: `/${this.#id}` });
  }

  async #take(message: Message): Promise<void> {
    const terminal = this.#terminal;
    switch (message.kind) {
      case "out":
        return terminal.out(message.text);
      case "err":
        return terminal.err(message.text);
      case "pipe":
        return terminal.pipe(this.#piped());
      case "ask":
        return this.#answer((signal) =>
          terminal.ask?.(message.question, { hidden: message.hidden, signal }),
        );
      case "input":
        return this.#answer((signal) => terminal.input({ signal }));
      case "bytes":
      case "piped":
      case "exit":
        return undefined;
    }
  }

  async *#piped(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const message = await this.#next();
      if (message.kind === "piped") return;
      if (message.kind === "bytes") yield Buffer.from(message.base64, "base64");
      else await this.#take(message);
    }
  }

  /** Waits for the user's answer, or until the server continues without one. */
  async #answer(
    wait: (signal: AbortSignal) => Promise<string | undefined> | undefined,
  ): Promise<void> {
    const over = new AbortController();
    const giveUp = (): void => over.abort();
    this.#giveUp = giveUp;
    this.#upcoming = this.#next();
    this.#upcoming.then(giveUp, giveUp);
    try {
      const text = (await wait(over.signal)) ?? null;
      const status = await this.#send({
        method: "POST",
        path: `/${this.#id}/answer`,
        body: { text },
      });
      if (status === 413) throw tooLarge();
    } catch (error) {
      // The next message explains more.
      if (!over.signal.aborted) throw error;
    } finally {
      this.#giveUp = undefined;
    }
  }

  async #next(): Promise<Message> {
    const upcoming = this.#upcoming ?? this.#read();
    this.#upcoming = undefined;
    return upcoming;
  }

  async #read(): Promise<Message> {
    const next = await this.#messages.next().catch(() => undefined);
    if (next?.value !== undefined) return next.value;
    throw this.#stops > 1 ? stoppedWaiting() : serverEnded();
  }

  /** @returns the status; undefined if the server has ended, which the next message reports */
  async #send(request: CommandRequest): Promise<number | undefined> {
    const response = await send(this.#server, request).catch(() => undefined);
    response?.resume();
    return response?.statusCode;
  }
}

function serverEnded(): CmsError {
  const message =
    "The server stopped before the command finished. What it acknowledged was kept. Check the result, and run the command again.";
  return new CmsError("unavailable", message);
}

function stoppedWaiting(): CmsError {
  const message = "Stopped waiting. The server ends the command as soon as it can.";
  return new CmsError("aborted", message);
}
