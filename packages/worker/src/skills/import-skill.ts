import { posix } from "node:path";
import { CmsError } from "@loam/cms-core";
import { readSkill, type Skill } from "@loam/cms-core/skills";
import { openRemote } from "../git/open-remote.ts";
import type { RemoteCopy, RemoteFile } from "../git/remote-copy.ts";
import { readFiles } from "./hq-skills.ts";
import {
  deploySkill,
  type DeployOptions,
  type NewSkill,
  type SkillsPlace,
} from "./skills-folder.ts";

/** Where a skill is to be imported from. */
export interface ImportSource extends DeployOptions {
  /** Of a repository; `#branch` names another branch or tag than the default one. */
  readonly address: string;
  /** The folder of the skill in it, or its name; needed where there are several. */
  readonly folder?: string;
  readonly scratch: string;
  readonly signal?: AbortSignal;
}

/** A skill that was taken over, and where it is not written as a push to HQ wants it. */
export interface ImportedSkill {
  readonly name: string;
  readonly commit: string;
  readonly warnings: Skill["warnings"];
}

/**
 * Takes a skill of any repository over, as it is.
 *
 * @throws CmsError `not_found`; `invalid` where the repository has several and none is named; what `deploySkill` throws
 */
export async function importSkill(
  place: SkillsPlace,
  { address, folder, scratch, signal, ...options }: ImportSource,
): Promise<ImportedSkill> {
  const { url, ref, password } = parseAddress(address);
  const copy = await openRemote(
    { url, ...(password !== undefined && { password }) },
    { scratch, ...(signal && { signal }) },
  );
  try {
    const commit = await fetchRef(copy, ref);
    const all = await copy.listFiles(commit, "");
    const chosen = chooseFolder(all, folder);
    const below = chosen === "." ? all : inFolder(all, chosen);
    const files = await readFiles(copy, below);
    const main = files.find(({ path }) => path === "SKILL.md");
    const { name, warnings } = readSkill(main?.bytes ?? Buffer.of(), {
      path: posix.join(chosen, "SKILL.md"),
      folder: chosen === "." ? nameOfRepository(url) : posix.basename(chosen),
    });
    const skill: NewSkill = { name, source: url, workspace: "", version: null, commit, files };
    await deploySkill(place, skill, options);
    return { name, commit, warnings };
  } finally {
    await copy.close();
  }
}

/** A password in an address would stand in the list of processes. */
function parseAddress(address: string): {
  readonly url: string;
  readonly ref: string;
  readonly password?: string;
} {
  const url = URL.parse(address);
  if (url === null) {
    const said = `${address} is no address of a repository; give one with https:// or ssh://, as ssh://git@host/a/b.git.`;
    throw new CmsError("invalid", said);
  }
  const ref = decoded(url.hash.slice(1));
  if (!/^(?:[\w][\w./-]{0,200})?$/.test(ref) || ref.includes("..")) {
    throw new CmsError("invalid", `"${ref}" is no name of a branch or a tag.`);
  }
  const password = decoded(url.password);
  url.hash = "";
  url.password = "";
  return { url: url.href, ref, ...(password !== "" && { password }) };
}

/** What is not encoded as it should be is as it was written. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
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
  const folders = files
    .filter(({ path }) => posix.basename(path) === "SKILL.md")
    .map(({ path }) => posix.dirname(path));
  const fitting = folders.filter(
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
    `The repository has ${fitting.length} skills; name one with --folder: ${fitting.slice(0, 20).join(", ")}.`,
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
