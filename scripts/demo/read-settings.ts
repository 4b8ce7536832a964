import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { DemoError } from "./demo-error.ts";

export const ROOT: string = resolve(import.meta.dirname, "../..");

export interface DemoSettings {
  /** Check everything once and exit. */
  readonly once: boolean;
  /** Contains everything the demo creates; can be deleted. */
  readonly folder: string;
  readonly hqPort: number;
  readonly sitePort: number;
}

const USAGE = `Usage: npm run demo [-- --once] [--folder <folder>]

Starts HQ with the content of content/ and the example site built from it.
  --once             check that everything answers, then end
  --folder <folder>  where to keep it all (default .demo)
Ports: LOAM_PORT (HQ, default 4400) and LOAM_SITE_PORT (site, default 4401).`;

/**
 * Parses the command line and the environment.
 *
 * @throws DemoError with the usage if they are invalid.
 */
export function readSettings(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): DemoSettings {
  const { once = false, folder = ".demo", help = false } = parse(args);
  if (help) throw new DemoError(USAGE);
  return {
    once,
    folder: resolve(ROOT, folder),
    hqPort: readPort("LOAM_PORT", environment["LOAM_PORT"], 4400),
    sitePort: readPort("LOAM_SITE_PORT", environment["LOAM_SITE_PORT"], 4401),
  };
}

function parse(args: readonly string[]): { once?: boolean; folder?: string; help?: boolean } {
  try {
    return parseArgs({
      args: [...args],
      options: {
        once: { type: "boolean" },
        folder: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DemoError(`${reason}\n\n${USAGE}`);
  }
}

function readPort(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined || text === "") return otherwise;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new DemoError(`${name} must be a port from 1 to 65535, not ${JSON.stringify(text)}.`);
}
