import type { Environment } from "../config.ts";

/** What a command sees of the world: replaced by plain values in tests. */
export interface Terminal {
  readonly environment: Environment;
  /** Relative folders are relative to this. */
  readonly folder: string;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  /** Standard output: data alone. */
  readonly out: (text: string) => void;
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
    err: (text) => void process.stderr.write(text),
    onStop(stop) {
      process.on("SIGINT", stop).on("SIGTERM", stop);
      return () => void process.off("SIGINT", stop).off("SIGTERM", stop);
    },
  };
}
