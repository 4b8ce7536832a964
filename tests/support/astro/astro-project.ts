import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { access, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { freePort } from "../free-port.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const ASTRO = join(ROOT, "node_modules/astro/bin/astro.mjs");

/** Compile cache of Astro's modules. */
const COMPILED = join(ROOT, "node_modules/.cache/loam/compiled-astro");

/** Result of an `astro` command. */
interface AstroRun {
  readonly code: number;
  /** Standard output and error. */
  readonly output: string;
}

export interface AstroServer {
  readonly url: string;
  stop(): Promise<void>;
}

export interface AstroProject {
  readonly folder: string;
  /** Runs `astro <args>` in a separate process. */
  run(...args: readonly string[]): Promise<AstroRun>;
  /** Starts the server `astro <args>`, and waits until it prints its URL. */
  start(...args: readonly string[]): Promise<AstroServer>;
  /** Starts the build of the Node adapter on a free port. */
  serve(env: Readonly<Record<string, string>>): Promise<AstroServer>;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  path(name: string): string;
  remove(): Promise<void>;
}

/** Inside the repository, because Astro treats component styles on another drive as missing. */
const TEST_FOLDER = join(ROOT, "tests/.tmp");

/**
 * Creates an Astro project with this repository's packages, its cache in `cache/`, and its output in `dist/`.
 *
 * @param base - Parent folder of the project.
 */
export async function astroProject(
  files: Readonly<Record<string, string>>,
  base: string = TEST_FOLDER,
): Promise<AstroProject> {
  await mkdir(base, { recursive: true });
  const folder = await mkdtemp(join(base, "loam-astro-"));
  if (base !== TEST_FOLDER) await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const project: AstroProject = {
    folder,
    run: (...args) => runAstro(folder, args),
    start: (...args) => startAstro(folder, args),
    serve: (env) => serveBuilt(folder, env),
    write: (more) => writeFiles(folder, more),
    path: (name) => join(folder, name),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
  await project.write({ "package.json": '{"type":"module"}', ...files });
  return project;
}

/** Returns an in-memory folder if the machine has one, because disk speed isn't measured. */
export async function memoryFolder(): Promise<string> {
  return access("/dev/shm").then(
    () => "/dev/shm",
    () => tmpdir(),
  );
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/**
 * Builds an example of this repository with its own configuration.
 *
 * @param name - Name of its folder.
 * @param outDir - On the checkout's disk, because Astro moves files there.
 * @returns Astro's output
 */
export async function buildExample(
  name: string,
  outDir: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = join(ROOT, "examples", name);
  const { code, output } = await runAstro(folder, ["build", "--outDir", outDir], env);
  if (code !== 0) throw new Error(output);
  return output;
}

function runAstro(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<AstroRun> {
  return new Promise((done) => {
    const options = { cwd: folder, env: { ...astroEnv(), ...env }, maxBuffer: 67_108_864 };
    execFile(process.execPath, [ASTRO, ...args], options, (error, stdout, stderr) => {
      const code = typeof error?.code === "number" ? error.code : error ? 1 : 0;
      done({ code, output: `${stdout}${stderr}` });
    });
  });
}

async function startAstro(folder: string, args: readonly string[]): Promise<AstroServer> {
  const child = spawn(process.execPath, [ASTRO, ...args], { cwd: folder, env: astroEnv() });
  const ended = once(child, "exit");
  const url = await new Promise<string>((found, failed) => {
    let output = "";
    child.on("exit", () => failed(new Error(`astro ${args.join(" ")} ended:\n${output}`)));
    child.stdout.on("data", (chunk: Buffer) => {
      output += stripVTControlCharacters(String(chunk));
      const address = /http:\/\/localhost:\d+\//.exec(output)?.[0];
      if (address !== undefined) found(address);
    });
  });
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  return { url, stop };
}

/**
 * Starts the Node adapter's build in the folder's `dist/`.
 *
 * @param port - @default a free one
 */
export async function serveBuilt(
  folder: string,
  env: Readonly<Record<string, string>>,
  port?: number,
): Promise<AstroServer> {
  port ??= await freePort();
  const server = spawn(process.execPath, [join(folder, "dist/server/entry.mjs")], {
    cwd: folder,
    env: { HOST: "127.0.0.1", PORT: `${port}`, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(server, "exit");
  await once(server.stdout, "data");
  const stop = async (): Promise<void> => {
    server.kill();
    await ended;
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** Removes the test runner's variables, which change the behavior of Vite and Astro. */
function astroEnv(): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return {
    PATH,
    HOME,
    ASTRO_TELEMETRY_DISABLED: "1",
    ASTRO_DISABLE_UPDATE_CHECK: "true",
    FORCE_COLOR: "0",
    NODE_COMPILE_CACHE: COMPILED,
  };
}
