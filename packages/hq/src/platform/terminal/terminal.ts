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

/** What a command of `hq` sees of the world: replaced by plain values in tests. */
export interface Terminal extends ProgramTerminal {
  /** The server in whose process the command runs; a command elsewhere opens the data folder itself. */
  readonly hq?: Hq;
  /** Bytes to standard output, as fast as they are read there. */
  readonly pipe: (bytes: AsyncIterable<Uint8Array>) => Promise<void>;
  /** Where a stop does not end the process: it asks long work to end. */
  readonly signal?: AbortSignal;
}

/** The part of a process that is its terminal. */
interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** The terminal that this process was started in. */
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

/** The configuration that is in force where a command was started. */
export function terminalConfig({
  environment,
  folder,
}: {
  readonly environment: Environment;
  readonly folder: string;
}): HqConfig {
  return parseConfig(readEnvironment(folder, environment), folder);
}

/** @throws CmsError `invalid` when the question is not answered */
export async function readPassword(terminal: Terminal): Promise<string> {
  return readHidden(terminal, "Password:");
}
