import { posix } from "node:path";
import { CmsError, countOf, decodePercent, isCmsError } from "@loam/cms-core";
import { nameOf, readSkill, type Skill } from "@loam/cms-core/skills";
import { openRemote } from "../git/open-remote.ts";
import type { RemoteCopy, RemoteFile } from "../git/remote-copy.ts";
import { readFiles } from "./hq-skills.ts";
import {
  deploySkill,
  type DeployOptions,
  type NewSkill,
  type SkillsPlace,
} from "./skills-folder.ts";
import { treeIdOf } from "./tree-id.ts";

/** Source of a skill to import. */
export interface ImportSource extends DeployOptions {
  /** URL of a repository; `#branch` selects another branch or tag than the default one. */
  readonly address: string;
  /** The folder of the skill in it, or its name; required if there are several. */
  readonly folder?: string;
  readonly scratch: string;
  readonly signal?: AbortSignal;
}

/** An imported skill, and where its format differs from what HQ requires in a push. */
export interface ImportedSkill {
  readonly name: string;
  readonly commit: string;
  readonly warnings: Skill["warnings"];
}

/** A skill that wasn't imported, and why. */
interface RefusedSkill {
  readonly folder: string;
  readonly code: CmsError["code"];
  readonly message: string;
}

/** Result for all skills of a repository. */
export interface ImportedSkills {
  readonly imported: readonly ImportedSkill[];
  readonly refused: readonly RefusedSkill[];
}

/**
 * Imports every skill of a repository unchanged. Skills that cannot be imported are reported and don't affect the
 * others; duplicates of an imported skill are skipped.
 *
 * @throws CmsError `not_found` if there are no skills
 */
export async function importSkills(
  place: SkillsPlace,
  { address, scratch, signal, ...options }: Omit<ImportSource, "folder">,
): Promise<ImportedSkills> {
  return withRepository({ address, scratch, signal }, async (repository) => {
    const folders = skillFoldersOf(repository.files);
    if (folders.length === 0) chooseFolder(repository.files, undefined);
    const imported = new Map<string, ImportedSkill & { readonly tree: string }>();
    const refused: RefusedSkill[] = [];
    for (const folder of folders) {
      signal?.throwIfAborted();
      try {
        const { skill, warnings } = await readImported(repository, folder);
        const tree = treeIdOf(skill.files);
        const other = imported.get(skill.name);
        if (other?.tree === tree) continue;
        if (other !== undefined) {
          const message = `${folder}/SKILL.md has the same name as another imported skill: ${skill.name}.`;
          throw new CmsError("conflict", message);
        }
        await deploySkill(place, skill, options);
        imported.set(skill.name, { name: skill.name, commit: skill.commit, warnings, tree });
      } catch (error) {
        if (!isCmsError(error)) throw error;
        refused.push({ folder, code: error.code, message: error.message });
      }
    }
    const importedSkills = Array.from(imported.values(), ({ tree: _tree, ...one }) => one);
    return { imported: importedSkills, refused };
  });
}

/**
 * Imports one skill of any repository unchanged.
 *
 * @throws CmsError `not_found`; `invalid` if the repository has several and none is selected; what `deploySkill` throws
 */
export async function importSkill(
  place: SkillsPlace,
  { address, folder, scratch, signal, ...options }: ImportSource,
): Promise<ImportedSkill> {
  return withRepository({ address, scratch, signal }, async (repository) => {
    const chosen = chooseFolder(repository.files, folder);
    const { skill, warnings } = await readImported(repository, chosen);
    await deploySkill(place, skill, options);
    return { name: skill.name, commit: skill.commit, warnings };
  });
}

/** A repository with its list of files. */
interface Repository {
  readonly url: string;
  readonly copy: RemoteCopy;
  readonly commit: string;
  readonly files: readonly RemoteFile[];
}

async function withRepository<T>(
  {
    address,
    scratch,
    signal,
  }: Pick<ImportSource, "address" | "scratch"> & { readonly signal: AbortSignal | undefined },
  work: (repository: Repository) => Promise<T>,
): Promise<T> {
  const { url, ref, password } = parseAddress(address);
  const copy = await openRemote(
    { url, ...(password !== undefined && { password }) },
    { scratch, ...(signal && { signal }) },
  );
  try {
    const commit = await fetchRef(copy, ref);
    return await work({ url, copy, commit, files: await copy.listFiles(commit, "") });
  } finally {
    await copy.close();
  }
}

async function readImported(
  repository: Repository,
  folder: string,
): Promise<{ readonly skill: NewSkill; readonly warnings: Skill["warnings"] }> {
  const { url, copy, commit, files: all } = repository;
  const below = folder === "." ? all : inFolder(all, folder);
  const files = await readFiles(copy, await withoutLinks(repository, folder, below));
  const main = files.find(({ path }) => path === "SKILL.md");
  const { attributes, name, warnings } = readSkill(main?.bytes ?? Buffer.of(), {
    path: posix.join(folder, "SKILL.md"),
    folder: folder === "." ? nameOfRepository(url) : posix.basename(folder),
  });
  const title = attributes["name"];
  // A title instead of a name: HQ accepts the skill under the name derived from it.
  const own =
    typeof title === "string" && title.trim() !== "" && title !== name ? nameOf(title) : name;
  const skill = { name: own, source: url, workspace: "", version: null, commit, files };
  return { skill, warnings };
}

const LINK = "120000";

/** Replaces links to files of the same repository with those files; other links stay and are rejected. */
async function withoutLinks(
  { copy, files }: Repository,
  folder: string,
  below: readonly RemoteFile[],
): Promise<readonly RemoteFile[]> {
  const links = below.filter(({ mode, byteSize }) => mode === LINK && byteSize <= MAX_LINK_BYTES);
  if (links.length === 0) return below;
  const targets = await copy.readBlobs(links.map(({ oid }) => oid));
  const known = new Map(files.map((file) => [file.path, file]));
  const found = links.map((link, index): readonly [RemoteFile, RemoteFile | undefined] => {
    const from = posix.dirname(posix.join(folder, link.path));
    const target = Buffer.from(targets[index] ?? Buffer.of()).toString();
    return [link, target.startsWith("/") ? undefined : known.get(posix.join(from, target))];
  });
  const byLink = new Map(found);
  return below.map((file) => {
    const target = byLink.get(file);
    return target === undefined || target.mode === LINK ? file : { ...target, path: file.path };
  });
}

const MAX_LINK_BYTES = 4096;

/** Returns the folders with a SKILL.md, which can be nested. */
function skillFoldersOf(files: readonly RemoteFile[]): readonly string[] {
  return files
    .filter(({ path }) => posix.basename(path) === "SKILL.md")
    .map(({ path }) => posix.dirname(path));
}

/** A password in a URL would appear in the process list. */
function parseAddress(address: string): {
  readonly url: string;
  readonly ref: string;
  readonly password?: string;
} {
  const url = URL.parse(address);
  if (url === null) {
    const message = `${address} is not a repository URL. Use https:// or ssh://, such as ssh://git@host/a/b.git.`;
    throw new CmsError("invalid", message);
  }
  const ref = decodePercent(url.hash.slice(1));
  if (!/^(?:[\w][\w./-]{0,200})?$/.test(ref) || ref.includes("..")) {
    throw new CmsError("invalid", `"${ref}" is not a valid branch or tag name.`);
  }
  const password = decodePercent(url.password);
  url.hash = "";
  url.password = "";
  return { url: url.href, ref, ...(password !== "" && { password }) };
}

async function fetchRef(copy: RemoteCopy, name: string): Promise<string> {
  if (name === "") return copy.fetch("HEAD");
  const refs = await copy.listRefs();
  const ref = [`refs/heads/${name}`, `refs/tags/${name}`].find((full) => refs.has(full));
  if (ref === undefined)
    throw new CmsError("not_found", `The remote has no branch or tag ${name}.`);
  return copy.fetch(ref);
}

function chooseFolder(files: readonly RemoteFile[], wanted: string | undefined): string {
  const fitting = skillFoldersOf(files).filter(
    (folder) => wanted === undefined || folder === wanted || posix.basename(folder) === wanted,
  );
  const [chosen] = fitting;
  if (chosen !== undefined && fitting.length === 1) return chosen;
  if (chosen === undefined) {
    const which = wanted === undefined ? "a SKILL.md" : `a skill ${wanted}`;
    throw new CmsError("not_found", `The repository does not have ${which}.`);
  }
  throw new CmsError(
    "invalid",
    `The repository has ${countOf(fitting.length, "matching skill")}. Select one with --folder: ${fitting.slice(0, 20).join(", ")}.`,
  );
}

function inFolder(files: readonly RemoteFile[], folder: string): readonly RemoteFile[] {
  const prefix = `${folder}/`;
  return files
    .filter(({ path }) => path.startsWith(prefix))
    .map(({ path, mode, oid, byteSize }) => {
      return { path: path.slice(prefix.length), mode, oid, byteSize };
    });
}

function nameOfRepository(url: string): string {
  return posix.basename(new URL(url).pathname).replace(/\.git$/, "");
}
