import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  type Environment,
  isClosedReader,
  processTerminal as programTerminal,
  readHidden,
  type Terminal as ProgramTerminal,
} from "@loam/cms-core/program";
import { type HqConfig, parseConfig, readEnvironment } from "../config/config.ts";
import type { Hq } from "../hq.ts";

/** The environment of an `hq` command, which tests replace with plain values. */
export interface Terminal extends ProgramTerminal {
  /** The server in whose process the command runs. Otherwise the command opens the data folder itself. */
  readonly hq?: Hq;
  /** Writes bytes to standard output with backpressure. */
  readonly pipe: (bytes: AsyncIterable<Uint8Array>) => Promise<void>;
  /** Asks long-running work to stop, if a stop doesn't end the process. */
  readonly signal?: AbortSignal;
}

/** The terminal-related parts of a process. */
interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** Creates the terminal of this process. */
export function processTerminal(streams: Streams = process): Terminal {
  const { stdout } = streams;
  return {
    ...programTerminal(streams),
    pipe: async (bytes) => {
      const source = Readable.from(bytes, { objectMode: false });
      await pipeline(source, stdout, { end: false }).catch((error: unknown) => {
        if (!isClosedReader(error)) throw error;
      });
    },
  };
}

/** Returns the effective configuration where a command was started. */
export function terminalConfig({
  environment,
  folder,
}: {
  readonly environment: Environment;
  readonly folder: string;
}): HqConfig {
  return parseConfig(readEnvironment(folder, environment), folder);
}

/** @throws CmsError `invalid` if no password is entered */
export async function readPassword(terminal: Terminal): Promise<string> {
  return readHidden(terminal, "Password:");
}
