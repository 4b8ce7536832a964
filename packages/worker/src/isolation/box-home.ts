import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { chmod, readdir, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import { knownAgent } from "../config/agent-presets.ts";
import { homeOf, type WorkerConfig } from "../config/worker-config.ts";
import { isWithin } from "./box-arguments.ts";
import { agentHomes } from "./box-places.ts";

/** A folder of a run, and the person's in whose place it is put. */
export interface BoxHome {
  readonly from: string;
  readonly to: string;
}

/** Who commits, and how; where git keeps passwords is not among it. */
const GIT_SETTINGS = [".gitconfig", ".config/git/config", ".config/git/ignore"];

/**
 * Makes the home of a run in `folder`: empty but for copies of what git and the agent need. What the run writes there
 * is gone with it: settings that it could change for later runs, or for the person, would lead out of the box.
 */
export function prepareBoxHome(
  folder: string,
  config: WorkerConfig,
  environment: Readonly<Record<string, string>>,
): readonly BoxHome[] {
  const person = homeOf(environment);
  const files = knownAgent(config.agent)?.files;
  const agents = agentHomes(config, environment);
  const outside = agents.filter((home) => !isWithin(home, person));
  const homes = [
    // On the disk: what is put there must not take the machine's memory. First, as a home may be in it.
    { from: join(folder, "tmp"), to: "/tmp" },
    { from: join(folder, "home"), to: person },
    ...outside.map((to, at) => ({ from: join(folder, `agent-${at}`), to })),
  ].filter(({ to }) => to !== "/");
  for (const { from } of homes) mkdirSync(from, { recursive: true, mode: 0o700 });
  const copyOf = (path: string): string | undefined => {
    const home = homes.findLast(({ to }) => isWithin(path, to));
    return home === undefined ? undefined : join(home.from, relative(home.to, path));
  };
  const placesOf = (names: readonly string[] = []): readonly string[] =>
    names.flatMap((name) =>
      name.startsWith("~/")
        ? [join(person, name.slice(2))]
        : agents.map((home) => join(home, name)),
    );
  for (const path of [...GIT_SETTINGS.map((name) => join(person, name)), config.mcpFile]) {
    copyFile(path, copyOf(path));
  }
  for (const path of placesOf(files?.settings)) copyFile(path, copyOf(path), files?.without);
  const logins = placesOf(files?.login).flatMap((path): Login[] => {
    const copy = copyOf(path);
    const hash = copy === undefined ? undefined : copyFile(path, copy);
    return copy === undefined || hash === undefined ? [] : [{ path, copy, hash }];
  });
  writeFileSync(join(folder, LOGINS_FILE), JSON.stringify(logins), { mode: 0o600 });
  return homes;
}

/** A login that was copied for a run. */
interface Login {
  readonly path: string;
  readonly copy: string;
  /** Of what was copied. */
  readonly hash: string;
}

/** Out of the run's sight: a worker that was killed finds in it what to copy back. */
const LOGINS_FILE = "logins.json";

const LOGINS = z.array(z.object({ path: z.string(), copy: z.string(), hash: z.string() }));

/** Copies back what the agent of a run renewed of its login. */
export function keepLogins(folder: string): void {
  const file = join(folder, LOGINS_FILE);
  if (!existsSync(file)) return;
  const logins = LOGINS.parse(JSON.parse(readFileSync(file, "utf8")));
  for (const login of logins) if (isOwn(login.copy, folder)) keepLogin(login);
}

/** Whether no link leads out of a run's folder: it would make the worker read what the run could not. */
function isOwn(path: string, folder: string): boolean {
  if (!existsSync(path)) return false;
  return realpathSync(path) === join(realpathSync(folder), relative(folder, path));
}

/** @returns the hash of what was copied; undefined where there is nothing to copy */
function copyFile(
  path: string,
  copy: string | undefined,
  without: readonly string[] = [],
): string | undefined {
  if (copy === undefined || statSync(path, { throwIfNoEntry: false })?.isFile() !== true) {
    return undefined;
  }
  mkdirSync(dirname(copy), { recursive: true, mode: 0o700 });
  copyFileSync(path, copy);
  chmodSync(copy, 0o600);
  if (without.length > 0) leaveOut(copy, without);
  return hashOf(copy);
}

function leaveOut(path: string, names: readonly string[]): void {
  const value = parseObject(readFileSync(path, "utf8"));
  // What cannot be read is not JSON, and has no such keys.
  if (value === undefined) return;
  const kept = Object.entries(value).filter(([name]) => !names.includes(name));
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(kept), undefined, 2)}\n`);
}

const MAX_LOGIN_BYTES = 256 * 1024;

/**
 * A token that the agent renewed is the only one that still works. It is taken over where it looks like one, and where
 * nobody signed in meanwhile.
 */
function keepLogin({ path, copy, hash }: Login): void {
  const renewed = readLogin(copy);
  if (renewed === undefined || hashOf(copy) === hash || hashOf(path) !== hash) return;
  const unfinished = `${path}.loam-new`;
  writeFileSync(unfinished, renewed, { mode: 0o600 });
  renameSync(unfinished, path);
}

/** What a run left in the place of a login may be anything. */
function readLogin(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.size > MAX_LOGIN_BYTES) return undefined;
  try {
    const text = readFileSync(path, "utf8");
    return parseObject(text) === undefined ? undefined : text;
  } catch {
    return undefined;
  }
}

function hashOf(path: string): string | undefined {
  try {
    return createHash("sha256").update(readFileSync(path)).digest("hex");
  } catch {
    return undefined;
  }
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the folder of a run. What is in it may be shut, as Go's cache of modules is. */
export async function removeRunFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch {
    await openFolders(folder);
    await rm(folder, { recursive: true, force: true });
  }
}

async function openFolders(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await openFolders(join(folder, entry.name));
  }
}
