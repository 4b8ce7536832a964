import { execFile } from "node:child_process";
import { access, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
const ASTRO = join(ROOT, "node_modules/astro/bin/astro.mjs");

/** What an `astro` command did. */
interface AstroRun {
  readonly code: number;
  /** Standard output and error. */
  readonly output: string;
}

export interface AstroProject {
  readonly folder: string;
  /** Runs `astro <args>` in a process of its own. */
  run(...args: readonly string[]): Promise<AstroRun>;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  path(name: string): string;
  remove(): Promise<void>;
}

/** Inside the repository: Astro takes styles of components on another root for missing. */
const TEST_FOLDER = join(ROOT, "tests/.tmp");

/**
 * An Astro project with this repository's packages, its cache in `cache/` and what it builds in
 * `dist/`.
 *
 * @param base - Folder for the project's folder.
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
    write: (more) => writeFiles(folder, more),
    path: (name) => join(folder, name),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
  await project.write({ "package.json": '{"type":"module"}', ...files });
  return project;
}

/** A folder in memory where the machine has one: a disk's speed is not what is measured. */
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

function runAstro(folder: string, args: readonly string[]): Promise<AstroRun> {
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: "1", NODE_ENV: "", FORCE_COLOR: "0" };
  // A test runner's own conditions must not reach the process: it uses the packages as built.
  Reflect.deleteProperty(env, "NODE_OPTIONS");
  Reflect.deleteProperty(env, "NODE_ENV");
  return new Promise((done) => {
    const options = { cwd: folder, env, maxBuffer: 67_108_864 };
    execFile(process.execPath, [ASTRO, ...args], options, (error, stdout, stderr) => {
      const code = typeof error?.code === "number" ? error.code : error ? 1 : 0;
      done({ code, output: `${stdout}${stderr}` });
    });
  });
}
