import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { CmsError, isCmsError } from "@loam/cms-core";
import { type Terminal, terminalConfig } from "../../platform/terminal/terminal.ts";
import { printMessage, readReplies, type Reply, type Request } from "./messages.ts";
import { findSocket } from "./socket-place.ts";

/** A busy server is ready late; a suspended one never is. */
const READY_MS = 10_000;

/**
 * Runs a command in the server that holds the data folder.
 *
 * @returns its exit code; undefined if no server accepts commands, so that the command runs in this process
 * @throws CmsError `data_dir_locked` if the server doesn't respond, `data_dir_unusable` if it belongs to another
 * user, `unavailable` if it ends before the command, `aborted` if the user stops waiting
 */
export async function sendCommand(
  args: readonly string[],
  terminal: Terminal,
): Promise<number | undefined> {
  const dataFolder = servedFolder(terminal);
  const path = dataFolder === undefined ? undefined : findSocket(dataFolder);
  const socket = path === undefined ? undefined : await connectTo(path);
  if (socket === undefined) return undefined;
  const conversation = new Conversation(socket, terminal);
  try {
    return await conversation.run(args);
  } finally {
    socket.destroy();
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

/** Returns undefined if no one is listening: there is no server, or it was killed. */
async function connectTo(path: string): Promise<Socket | undefined> {
  const socket = connect(path);
  try {
    await once(socket, "connect");
    return socket;
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code !== "EACCES" && code !== "EPERM") return undefined;
    const message = `Only the user who owns ${path} can send commands to this server. Run hq as that user.`;
    throw new CmsError("data_dir_unusable", message, { cause });
  }
}

class Conversation {
  readonly #socket: Socket;
  readonly #terminal: Terminal;
  readonly #replies: AsyncGenerator<Reply, undefined>;
  /** A reply that was read while waiting for the user and isn't processed yet. */
  #upcoming: Promise<Reply> | undefined;
  /** Aborts waiting for the user. */
  #giveUp: (() => void) | undefined;
  /** How often the user asked to stop. */
  #stops = 0;

  constructor(socket: Socket, terminal: Terminal) {
    this.#socket = socket;
    this.#terminal = terminal;
    this.#replies = readReplies(socket);
    // Errors are reported by the next read.
    socket.on("error", () => undefined);
  }

  async run(args: readonly string[]): Promise<number> {
    const { folder, ask, onStop } = this.#terminal;
    await this.#awaitReady();
    this.#send({ kind: "run", args: [...args], folder, asks: ask !== undefined });
    const release = onStop(() => this.#stop());
    try {
      for (;;) {
        const reply = await this.#next();
        if (reply.kind === "exit") return reply.code;
        await this.#take(reply);
      }
    } finally {
      release();
    }
  }

  async #awaitReady(): Promise<void> {
    const timer = new AbortController();
    const late = delay(READY_MS, "late", { signal: timer.signal }).catch(() => undefined);
    const first = await Promise.race([this.#next(), late]);
    timer.abort();
    if (first !== "late") return;
    const message = "The server that uses the data folder does not respond. Try again, or stop it.";
    throw new CmsError("data_dir_locked", message);
  }

  /** The first time, the command is asked to stop. The second time, it is left running alone. */
  #stop(): void {
    this.#stops += 1;
    if (this.#stops > 1) {
      this.#socket.destroy();
      return;
    }
    this.#giveUp?.();
    this.#terminal.err("Stopping… Press Ctrl-C again to stop waiting.\n");
    this.#send({ kind: "stop" });
  }

  async #take(reply: Reply): Promise<void> {
    const terminal = this.#terminal;
    switch (reply.kind) {
      case "out":
        return terminal.out(reply.text);
      case "err":
        return terminal.err(reply.text);
      case "pipe":
        return terminal.pipe(this.#piped());
      case "ask":
        return this.#answer((signal) =>
          terminal.ask?.(reply.question, { hidden: reply.hidden, signal }),
        );
      case "input":
        return this.#answer((signal) => terminal.input({ signal }));
      case "ready":
      case "bytes":
      case "piped":
      case "exit":
        return undefined;
    }
  }

  async *#piped(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const reply = await this.#next();
      if (reply.kind === "piped") return;
      if (reply.kind === "bytes") yield Buffer.from(reply.base64, "base64");
      else await this.#take(reply);
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
      this.#send({ kind: "answer", text: (await wait(over.signal)) ?? null });
    } catch (error) {
      // The next reply explains more.
      if (!over.signal.aborted) throw error;
    } finally {
      this.#giveUp = undefined;
    }
  }

  async #next(): Promise<Reply> {
    const upcoming = this.#upcoming ?? this.#read();
    this.#upcoming = undefined;
    return upcoming;
  }

  async #read(): Promise<Reply> {
    const next = await this.#replies.next().catch(() => undefined);
    if (next?.value !== undefined) return next.value;
    throw this.#stops > 1 ? stoppedWaiting() : serverEnded();
  }

  #send(message: Request): void {
    if (this.#socket.writable) this.#socket.write(printMessage(message));
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
