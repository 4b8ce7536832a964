import { hostname, userInfo } from "node:os";
import { authorText, CmsError, isCmsError } from "@loam/cms-core";
import { checkSkillFiles, readSkill } from "@loam/cms-core/skills";
import { openRemote } from "../git/open-remote.ts";
import type { NewFile, RemoteCopy, RemoteFile } from "../git/remote-copy.ts";
import { checkForPush, type PushPlace } from "./check-for-push.ts";
import { compareSkills, type SkillDifference } from "./compare-skills.ts";
import { findDeployedSkill, putDeployedSkill, type DeployedSkill } from "./deployed-skills.ts";
import { parseSkillName } from "./skill-files.ts";
import {
  deploySkill,
  type DeployOptions,
  type NewSkill,
  type SkillsPlace,
} from "./skills-folder.ts";
import { treeIdOf } from "./tree-id.ts";

/** The skills of a workspace of HQ, and the credentials for them. */
export interface HqSkills {
  readonly hqUrl: string;
  /** Slug or id. */
  readonly workspace: string;
  /** A user's token, or a worker's key, which is read-only. */
  readonly token: string;
  readonly scratch: string;
  readonly signal?: AbortSignal;
}

const BRANCH = "main";
const FOLDER = "skills";
/** Number of attempts when other pushes come first; after that the push fails. */
const PUSH_ATTEMPTS = 5;

async function withCopy<T>(
  { hqUrl, workspace, token, scratch, signal }: HqSkills,
  work: (copy: RemoteCopy) => Promise<T>,
): Promise<T> {
  const url = `${hqUrl}/git/${encodeURIComponent(workspace)}/skills.git`;
  const copy = await openRemote({ url, password: token }, { scratch, ...(signal && { signal }) });
  try {
    return await work(copy);
  } finally {
    await copy.close();
  }
}

/** A skill as listed by HQ. */
export interface ListedSkill {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly version: number | null;
}

/** Lists all skills of the workspace, by name. */
export async function listHqSkills(hq: HqSkills): Promise<readonly ListedSkill[]> {
  return withCopy(hq, async (copy) => {
    const refs = await copy.listRefs();
    if (!refs.has(`refs/heads/${BRANCH}`)) return [];
    const commit = await copy.fetch(`refs/heads/${BRANCH}`);
    const files = (await copy.listFiles(commit, FOLDER)).filter(({ path }) =>
      /^[^/]+\/SKILL\.md$/.test(path),
    );
    const texts = await copy.readBlobs(files.map(({ oid }) => oid));
    return files.map(({ path }, index) => {
      const folder = path.split("/")[0] ?? "";
      const { displayName, description } = readSkill(texts[index] ?? Buffer.of(), { path, folder });
      return {
        name: folder,
        displayName,
        description,
        version: newestVersion(refs, folder) ?? null,
      };
    });
  });
}

function newestVersion(refs: ReadonlyMap<string, string>, name: string): number | undefined {
  const versions = [...refs.keys()].flatMap((ref) => {
    const version = new RegExp(`^refs/tags/${name}/v([1-9]\\d{0,8})$`).exec(ref)?.[1];
    return version === undefined ? [] : [Number(version)];
  });
  return versions.length === 0 ? undefined : Math.max(...versions);
}

/** Reads a version of a skill with its files, without deploying it. */
export async function readHqSkill(hq: HqSkills, name: string, version?: number): Promise<NewSkill> {
  parseSkillName(name);
  return withCopy(hq, async (copy) => readVersion(hq, copy, { name, version }));
}

async function readVersion(
  hq: HqSkills,
  copy: RemoteCopy,
  { name, version }: { readonly name: string; readonly version: number | undefined },
): Promise<NewSkill> {
  const which = version === undefined ? name : `${name}@${version}`;
  const absent = new CmsError(
    "not_found",
    `HQ has no skill ${which} in workspace ${hq.workspace}.`,
  );
  const wanted = version ?? (await currentVersion(copy, name));
  if (wanted === undefined) throw absent;
  const commit = await copy.fetch(`refs/tags/${name}/v${wanted}`).catch((error: unknown) => {
    throw isCmsError(error) && error.code === "not_found" ? absent : error;
  });
  const listed = await copy.listFiles(commit, `${FOLDER}/${name}`);
  if (listed.length === 0) throw absent;
  const files = await readFiles(copy, listed);
  return { name, source: hq.hqUrl, workspace: hq.workspace, version: wanted, commit, files };
}

/** A deleted skill keeps its versions, but has no current one. */
async function currentVersion(copy: RemoteCopy, name: string): Promise<number | undefined> {
  const refs = await copy.listRefs();
  if (!refs.has(`refs/heads/${BRANCH}`)) return undefined;
  const commit = await copy.fetch(`refs/heads/${BRANCH}`);
  const listed = await copy.listFiles(commit, `${FOLDER}/${name}`);
  return listed.length === 0 ? undefined : newestVersion(refs, name);
}

/**
 * Reads the files of a listing, after checking that all of them are regular files.
 *
 * @throws CmsError `unsafe_skill`
 */
export async function readFiles(
  copy: RemoteCopy,
  listed: readonly RemoteFile[],
): Promise<readonly NewFile[]> {
  checkSkillFiles(listed);
  const blobs = await copy.readBlobs(listed.map(({ oid }) => oid));
  return listed.map(({ path, mode }, index) => ({
    path,
    mode: mode === "100755" ? mode : "100644",
    bytes: blobs[index] ?? Buffer.of(),
  }));
}

/**
 * Fetches a skill from HQ and deploys it.
 *
 * @throws CmsError `not_found`; what `deploySkill` throws
 */
export async function fetchSkill(
  place: SkillsPlace,
  hq: HqSkills,
  {
    name,
    version,
    ...options
  }: { readonly name: string; readonly version?: number } & DeployOptions,
): Promise<DeployedSkill> {
  return deploySkill(place, await readHqSkill(hq, name, version), options);
}

/** Result of a push. */
export interface PushedSkill {
  readonly name: string;
  readonly version: number | null;
  readonly commit: string;
  /** Whether HQ already had exactly these files. */
  readonly unchanged: boolean;
}

/**
 * Pushes a skill of this machine; HQ creates a version of it. The skill here must be based on HQ's current version.
 *
 * @throws CmsError `conflict` with the differences if it isn't; what `checkForPush` throws
 */
export async function pushSkill(
  place: PushPlace,
  hq: HqSkills,
  { name, force = false }: { readonly name: string; readonly force?: boolean },
): Promise<PushedSkill> {
  const files = await checkForPush(place, name);
  const deployed = findDeployedSkill(place.state, name);
  const isOfHere = deployed?.source === hq.hqUrl && deployed.workspace === hq.workspace;
  const base = isOfHere ? deployed.tree : undefined;
  const pushed = await withCopy(hq, async (copy) => {
    for (let attempt = 0; attempt < PUSH_ATTEMPTS; attempt += 1) {
      const done = await pushOnce(copy, { name, files, base, force });
      if (done !== undefined) return done;
    }
    throw new CmsError(
      "conflict",
      "Continuous pushes to this workspace prevented this push. Try again.",
    );
  });
  putDeployedSkill(place.state, {
    name,
    source: hq.hqUrl,
    workspace: hq.workspace,
    version: pushed.version,
    commit: pushed.commit,
    tree: treeIdOf(files),
    deployedAt: new Date().toISOString(),
  });
  return pushed;
}

interface PushJob {
  readonly name: string;
  readonly files: readonly NewFile[];
  /** HQ's version when the skill here was last fetched or pushed. */
  readonly base: string | undefined;
  readonly force: boolean;
}

/** @returns undefined if another push came first */
async function pushOnce(copy: RemoteCopy, job: PushJob): Promise<PushedSkill | undefined> {
  const { name, files, base, force } = job;
  const refs = await copy.listRefs();
  const { parent, files: theirs } = await readBase(copy, refs, name);
  const tree = theirs.length === 0 ? undefined : treeIdOf(theirs);
  if (parent !== undefined && tree === treeIdOf(files)) {
    const version = newestVersion(refs, name) ?? null;
    const commit = refs.get(`refs/tags/${name}/v${version}`) ?? parent;
    return { name, version, commit, unchanged: true };
  }
  if (tree !== undefined && tree !== base && !force) throw await staleBase(name, theirs, files);
  const commit = await copy.push(BRANCH, {
    parent,
    folder: `${FOLDER}/${name}`,
    files,
    message: `${tree === undefined ? "Add" : "Change"} the skill ${name}\n`,
    author: commitAuthor(),
  });
  if (commit === undefined) return undefined;
  const version = newestVersion(await copy.listRefs(), name) ?? null;
  return { name, version, commit, unchanged: false };
}

/** Returns the files of a skill in HQ, and their commit; an empty repository has no commit. */
async function readBase(
  copy: RemoteCopy,
  refs: ReadonlyMap<string, string>,
  name: string,
): Promise<{ readonly parent: string | undefined; readonly files: readonly NewFile[] }> {
  if (!refs.has(`refs/heads/${BRANCH}`)) return { parent: undefined, files: [] };
  const parent = await copy.fetch(`refs/heads/${BRANCH}`);
  const listed = await copy.listFiles(parent, `${FOLDER}/${name}`);
  return { parent, files: listed.length === 0 ? [] : await readFiles(copy, listed) };
}

async function staleBase(
  name: string,
  theirs: readonly NewFile[],
  ours: readonly NewFile[],
): Promise<CmsError> {
  const difference: SkillDifference = await compareSkills(theirs, ours);
  return new CmsError(
    "conflict",
    `${name} has changed in HQ since it was fetched. Compare the versions with agent-cli skill diff, then fetch with --force, or push with --force to overwrite it.`,
    { details: { files: difference.files, diff: difference.text } },
  );
}

function commitAuthor(): { readonly name: string; readonly email: string } {
  const name = authorText(userInfo().username).trim() || "agent-cli";
  return { name, email: `${name.replaceAll(/\s+/g, ".")}@${hostname()}` };
}
