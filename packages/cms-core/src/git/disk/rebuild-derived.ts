import { createHash, randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode, isCmsError } from "../../base/errors.ts";
import { runGit } from "../program/git-program.ts";
import { REPOSITORY_CONFIG, OWN_HEAD } from "./create-repository.ts";
import { syncPath, writeDurably } from "./durable-file.ts";

const HASH_BYTES = 20;
/** Prefix of temporary files below the repository's folder, before they get their final name. */
export const UNNAMED = "rebuilt-";
/** A pack that another process is just adding gets its index a moment later. */
const NAMING_MS = 10_000;
const UNNAMED_MS = 60 * 60 * 1000;

interface RebuildOptions {
  /** Whether others may be writing to the repository. */
  readonly shared: boolean;
}

/**
 * Rebuilds what can be derived from the rest of a repository: pack indexes, `HEAD`, and `config`. Damaged files that
 * only speed Git up (commit graphs, bitmaps, multi-pack indexes) are removed. The result is durable.
 *
 * @returns the created or removed files, as paths in the repository
 */
export async function rebuildDerived(
  gitDir: string,
  { shared }: RebuildOptions,
): Promise<readonly string[]> {
  removeUnnamed(gitDir, shared ? UNNAMED_MS : 0);
  const rebuilt = [...(await rebuildSettings(gitDir)), ...(await removeDamagedCaches(gitDir))];
  for (const pack of packsWithoutIndex(gitDir, shared ? NAMING_MS : 0)) {
    if (await rebuildIndex(gitDir, pack)) rebuilt.push(`objects/pack/${pack}.idx`);
  }
  return rebuilt;
}

/** Whether a pack lacks its index. Costs one directory listing. */
export function lacksIndex(gitDir: string): boolean {
  const names = new Set(namesIn(join(gitDir, "objects", "pack")));
  return [...names].some((name) => {
    return name.endsWith(".pack") && !names.has(`${name.slice(0, -".pack".length)}.idx`);
  });
}

/** Packs whose index is missing or corrupt. */
function packsWithoutIndex(gitDir: string, graceMs: number): readonly string[] {
  const folder = join(gitDir, "objects", "pack");
  const packs = namesIn(folder).flatMap((name) => /^(pack-.*)\.pack$/.exec(name)?.[1] ?? []);
  return packs.filter((name) => {
    const index = join(folder, `${name}.idx`);
    if (existsSync(index)) return !isIntact(index);
    const named = statSync(join(folder, `${name}.pack`), { throwIfNoEntry: false })?.ctimeMs;
    return named !== undefined && (graceMs === 0 || Date.now() - named >= graceMs);
  });
}

/**
 * Whether a Git file ends with the hash of its content, as pack indexes, commit graphs, and bitmaps do. A file that
 * exists but cannot be read counts as intact, so that Git reports it.
 */
function isIntact(path: string): boolean {
  try {
    const bytes = readFileSync(path);
    if (bytes.length <= HASH_BYTES) return false;
    const hash = createHash("sha1").update(bytes.subarray(0, -HASH_BYTES)).digest();
    return hash.equals(bytes.subarray(-HASH_BYTES));
  } catch (error) {
    return errorCode(error) !== "ENOENT";
  }
}

/** @returns false if the pack itself is damaged, so Git cannot build an index */
async function rebuildIndex(gitDir: string, name: string): Promise<boolean> {
  const folder = join(gitDir, "objects", "pack");
  const unnamed = join(gitDir, "loam", `${UNNAMED}${randomBytes(8).toString("hex")}.idx`);
  mkdirSync(dirname(unnamed), { recursive: true });
  try {
    const pack = join(folder, `${name}.pack`);
    await runGit(gitDir, ["index-pack", "--no-rev-index", "-o", unnamed, pack]);
    await syncPath(unnamed);
    renameSync(unnamed, join(folder, `${name}.idx`));
    await syncPath(folder);
    return true;
  } catch (error) {
    rmSync(unnamed, { force: true });
    if (isCmsError(error) && error.code === "git_failed") return false;
    throw error;
  }
}

function removeUnnamed(gitDir: string, graceMs: number): void {
  for (const name of namesIn(join(gitDir, "loam"))) {
    if (!name.startsWith(UNNAMED)) continue;
    const path = join(gitDir, "loam", name);
    const mtimeMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (graceMs === 0 || (mtimeMs !== undefined && Date.now() - mtimeMs >= graceMs)) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}

/** Without `.mtimes`, Git treats all objects of a pack as in use, so nothing is lost with that file. */
const CACHE_IN_PACKS = /^multi-pack-index|\.(?:rev|bitmap|mtimes)$/;

async function removeDamagedCaches(gitDir: string): Promise<readonly string[]> {
  const packs = join("objects", "pack");
  const damaged = namesIn(join(gitDir, packs))
    .filter((name) => CACHE_IN_PACKS.test(name))
    .map((name) => join(packs, name))
    .filter((path) => !isIntact(join(gitDir, path)));
  const removed = [...damaged, ...damagedGraphs(gitDir)];
  for (const path of removed) rmSync(join(gitDir, path), { force: true });
  for (const folder of new Set(removed.map((path) => dirname(join(gitDir, path))))) {
    await syncPath(folder);
  }
  return removed;
}

/** The files of a split commit graph depend on each other: if one is damaged, all are removed. */
function damagedGraphs(gitDir: string): readonly string[] {
  const single = join("objects", "info", "commit-graph");
  const chain = join("objects", "info", "commit-graphs");
  const parts = namesIn(join(gitDir, chain)).map((name) => join(chain, name));
  const graphs = parts.filter((path) => path.endsWith(".graph"));
  const isDamaged = !graphs.every((path) => isIntact(join(gitDir, path)));
  const listed = readText(join(gitDir, chain, "commit-graph-chain"))
    .split("\n")
    .filter(Boolean);
  const existing = new Set(graphs.map((path) => basename(path)));
  const isCut = !listed.every((hash) => existing.has(`graph-${hash}.graph`));
  return [
    ...(existsSync(join(gitDir, single)) && !isIntact(join(gitDir, single)) ? [single] : []),
    ...(isDamaged || isCut ? parts : []),
  ];
}

const HEAD_TEXT = /^(?:ref: refs\/\S+|[0-9a-f]{40})\n?$/;
/** A section, a setting, a comment, or a continuation line. Git never writes control characters. */
const CONFIG_LINE =
  /^\s*(?:\[[\w.-]+(?:\s+"[^"\p{Cc}]*")?\]|[a-z][a-z0-9-]*\s*(?:=[^\p{Cc}\ufffd]*)?|[#;].*)?\s*$/iu;

function isHead(text: string): boolean {
  return HEAD_TEXT.test(text);
}

function isConfig(text: string): boolean {
  const lines = text.replaceAll("\\\n", "").replaceAll("\t", " ").split("\n");
  return text.includes("repositoryformatversion") && lines.every((line) => CONFIG_LINE.test(line));
}

/** Git doesn't recognize the folder as a repository without them. HQ needs no settings beyond its defaults. */
async function rebuildSettings(gitDir: string): Promise<readonly string[]> {
  // The other contents tell a repository from another folder.
  if (!existsSync(join(gitDir, "objects"))) return [];
  const rebuilt: string[] = [];
  for (const [name, text, isValid] of [
    ["HEAD", OWN_HEAD, isHead],
    ["config", REPOSITORY_CONFIG, isConfig],
  ] as const) {
    if (isValid(readText(join(gitDir, name)))) continue;
    const unnamed = join(gitDir, "loam", `${UNNAMED}${randomBytes(8).toString("hex")}`);
    mkdirSync(dirname(unnamed), { recursive: true });
    await writeDurably(unnamed, Buffer.from(text));
    renameSync(unnamed, join(gitDir, name));
    await syncPath(gitDir);
    rebuilt.push(name);
  }
  return rebuilt;
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "";
    throw error;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
