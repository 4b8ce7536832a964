import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
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
