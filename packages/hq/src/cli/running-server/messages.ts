import { isAbsolute } from "node:path";
import { z } from "zod";

/** Path of the routes that run commands in a server. They are for `hq` only and can change with every version. */
export const COMMANDS_PATH = "/api/commands";

/** `POST /api/commands`: runs a command, and responds with its messages. */
export interface CommandBody {
  /** Chosen by the client. `DELETE /api/commands/{id}` stops the command. */
  readonly id: string;
  readonly args: readonly string[];
  /** The user's current folder, as an absolute path. */
  readonly folder: string;
  /** Whether there is a terminal for questions. */
  readonly asks: boolean;
}

/** `POST /api/commands/{id}/answer`: answers `ask` or `input`. */
export interface AnswerBody {
  /** Null without an answer. */
  readonly text: string | null;
}

export const commandBody: z.ZodType<CommandBody> = z.object({
  id: z.uuid(),
  args: z.array(z.string()),
  folder: z.string().refine(isAbsolute),
  asks: z.boolean(),
});

export const answerBody: z.ZodType<AnswerBody> = z.object({ text: z.string().nullable() });

/**
 * Messages of a running command, one per line of the response: output and questions, then the exit code. After `pipe`
 * come bytes for standard output until `piped`.
 */
export type Message =
  | { readonly kind: "out" | "err"; readonly text: string }
  | { readonly kind: "bytes"; readonly base64: string }
  | { readonly kind: "ask"; readonly question: string; readonly hidden: boolean }
  | { readonly kind: "pipe" | "piped" | "input" }
  | { readonly kind: "exit"; readonly code: number };

const message: z.ZodType<Message> = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["out", "err"]), text: z.string() }),
  z.object({ kind: z.literal("bytes"), base64: z.string() }),
  z.object({ kind: z.literal("ask"), question: z.string(), hidden: z.boolean() }),
  z.object({ kind: z.enum(["pipe", "piped", "input"]) }),
  z.object({ kind: z.literal("exit"), code: z.int() }),
]);

/** Formats a message as a line. */
export function printMessage(said: Message): string {
  return `${JSON.stringify(said)}\n`;
}

/** Reads the messages in a response. @throws Error for anything else */
export async function* readMessages(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Message, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    // Splitting a long line again for each of its chunks would take quadratic time.
    if (!chunk.includes(LINE_FEED)) continue;
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield message.parse(JSON.parse(line));
  }
}

const LINE_FEED = 10;
