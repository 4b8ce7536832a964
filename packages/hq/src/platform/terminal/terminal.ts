import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { Readable, Writable } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { CmsError } from "@loam/cms-core";
import type { Environment } from "../config/config.ts";

/** What a command sees of the world: replaced by plain values in tests. */
export interface Terminal {
  readonly environment: Environment;
  /** Relative folders are relative to this. */
  readonly folder: string;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  /** Standard output: data alone. */
  readonly out: (text: string) => void;
  /** Bytes to standard output, as fast as they are read there. */
  readonly pipe: (bytes: AsyncIterable<Uint8Array>) => Promise<void>;
  /** Standard error: messages. */
  readonly err: (text: string) => void;
  /** Calls back at each request to stop (SIGINT, SIGTERM) until the returned function is called. */
  readonly onStop: (stop: () => void) => () => void;
}

/** The terminal that this process was started in. */
export function processTerminal(): Terminal {
  return {
    environment: process.env,
    folder: process.cwd(),
    stdin: process.stdin,
    out: (text) => void process.stdout.write(text),
    pipe: async (bytes) =>
      pipeline(Readable.from(bytes, { objectMode: false }), process.stdout, { end: false }),
    err: (text) => void process.stderr.write(text),
    onStop(stop) {
      process.on("SIGINT", stop).on("SIGTERM", stop);
      return () => void process.off("SIGINT", stop).off("SIGTERM", stop);
    },
  };
}

/** The same terminal, which shows control characters of what it is given and obeys none of them. */
export function withoutEscapes({ out, err, ...terminal }: Terminal): Terminal {
  return {
    ...terminal,
    out: (text) => out(showControls(text, OBEYED)),
    err: (text) => err(showControls(text, OBEYED)),
  };
}

// oxlint-disable-next-line no-control-regex -- these are what it is about
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
// oxlint-disable-next-line no-control-regex -- these are what it is about
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

/** A value within a line, whose line breaks would begin another one. */
export function showInLine(text: string): string {
  return showControls(text, CONTROLS);
}

/** As JSON escapes them, so that JSON stays what it is. */
function showControls(text: string, controls: RegExp): string {
  return text.replaceAll(
    controls,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * Reads a password from standard input, or asks for it without showing it. Never an argument: the
 * list of processes and the shell's history would keep it.
 *
 * @throws CmsError `invalid` when the question is not answered.
 */
export async function readPassword({ stdin, err }: Terminal): Promise<string> {
  if (stdin.isTTY !== true) return (await readText(stdin)).replace(/\r?\n$/, "");
  err("Password: ");
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silent, terminal: true });
  const ended = once(lines, "close").then(() => [undefined]);
  const [line] = await Promise.race([once(lines, "line"), ended]);
  lines.close();
  err("\n");
  if (typeof line === "string") return line;
  throw new CmsError("invalid", "No password was given.");
}
