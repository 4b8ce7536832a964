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

/** A folder of a run, and the user's folder that it replaces. */
export interface BoxHome {
  readonly from: string;
  readonly to: string;
}

/** Author and commit settings; excludes the file in which Git stores passwords. */
const GIT_SETTINGS = [".gitconfig", ".config/git/config", ".config/git/ignore"];

/**
 * Creates the home of a run in `folder`, empty except for copies of what Git and the agent need. Changes are discarded
 * with the run: settings that it could change for later runs, or for the user, would allow it to escape the box.
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
    // On disk, so that temporary files don't use up memory. Comes first, because a home can be inside.
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

/** A login copied for a run. */
interface Login {
  readonly path: string;
  readonly copy: string;
  /** Hash of the copied file. */
  readonly hash: string;
}

/** Not visible to the run: lists what to copy back after a worker was killed. */
const LOGINS_FILE = "logins.json";

const LOGINS = z.array(z.object({ path: z.string(), copy: z.string(), hash: z.string() }));

/** Copies back logins that the agent of a run has renewed. */
export function copyBackLogins(folder: string): void {
  const file = join(folder, LOGINS_FILE);
  if (!existsSync(file)) return;
  const logins = LOGINS.parse(JSON.parse(readFileSync(file, "utf8")));
  for (const login of logins) if (isOwn(login.copy, folder)) copyBackLogin(login);
}

/** Whether no link leads out of a run's folder, through which the worker would read what the run cannot. */
function isOwn(path: string, folder: string): boolean {
  if (!existsSync(path)) return false;
  return realpathSync(path) === join(realpathSync(folder), relative(folder, path));
}

/** @returns the hash of the copied file; undefined if there is nothing to copy */
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
  if (without.length > 0) omitKeys(copy, without);
  return hashOf(copy);
}

function omitKeys(path: string, names: readonly string[]): void {
  const value = parseObject(readFileSync(path, "utf8"));
  // An unreadable file isn't JSON and has no such keys.
  if (value === undefined) return;
  const entries = Object.entries(value).filter(([name]) => !names.includes(name));
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`);
}

const MAX_LOGIN_BYTES = 256 * 1024;

/**
 * A token that the agent renewed is the only valid one. It is copied back if it looks like a login, and if no one
 * signed in during the run.
 */
function copyBackLogin({ path, copy, hash }: Login): void {
  const renewed = readLogin(copy);
  if (renewed === undefined || hashOf(copy) === hash || hashOf(path) !== hash) return;
  const unfinished = `${path}.loam-new`;
  writeFileSync(unfinished, renewed, { mode: 0o600 });
  renameSync(unfinished, path);
}

/** The file that a run left in place of a login can be anything. */
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

/** Removes the folder of a run. It can contain read-only folders, such as Go's module cache. */
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
