import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DemoError } from "./demo-error.ts";
import { ROOT, type DemoSettings } from "./read-settings.ts";
import { runProgram, startProgram, type Program, type Running } from "./run-program.ts";

export interface Addresses {
  /** Without trailing slashes. */
  readonly hqUrl: string;
  readonly siteUrl: string;
}

export function addressesOf({ hqPort, sitePort }: DemoSettings): Addresses {
  return { hqUrl: `http://127.0.0.1:${hqPort}`, siteUrl: `http://127.0.0.1:${sitePort}` };
}

export interface HqCommand {
  /** Description for messages. */
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs `hq` and returns its JSON output. */
export async function runHq(settings: DemoSettings, command: HqCommand): Promise<unknown> {
  const args = [...command.args, "--json"];
  return JSON.parse(await runProgram(hqProgram(settings, { ...command, args })));
}

/**
 * Starts the server and waits until it is ready for all sites.
 *
 * @throws DemoError with its output if it exits instead.
 */
export async function startHq(settings: DemoSettings): Promise<Running> {
  const hq = startProgram(hqProgram(settings, { name: "start HQ", args: ["start"] }));
  const ended = hq.ended.then((code) => {
    throw new DemoError(hq.output().trim() || `HQ ended with ${code}.`);
  });
  await Promise.race([isReady(`${addressesOf(settings).hqUrl}/readyz`), ended]);
  return hq;
}

async function isReady(url: string): Promise<void> {
  for (;;) {
    const status = await fetch(url).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
    await sleep(50);
  }
}

/** Sets only the demo's variables, so that settings for another HQ don't apply to this one. */
function hqProgram(settings: DemoSettings, { name, args, env = {} }: HqCommand): Program {
  return {
    name,
    args: [join(ROOT, "packages/hq/bin/hq.js"), ...args],
    // A .env file next to the sources belongs to the developer's own HQ.
    cwd: settings.folder,
    env: {
      ...withoutLoam(process.env),
      LOAM_DATA: join(settings.folder, "data"),
      LOAM_HOST: "127.0.0.1",
      LOAM_PORT: String(settings.hqPort),
      LOAM_BASE_URL: addressesOf(settings).hqUrl,
      LOAM_BILLING: "none",
      LOAM_LOG_LEVEL: "warn",
      ...env,
    },
  };
}

function withoutLoam(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, undefined> {
  const names = Object.keys(environment).filter((name) => name.startsWith("LOAM_"));
  return Object.fromEntries(names.map((name) => [name, undefined]));
}
