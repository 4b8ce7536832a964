import { CmsError, isCmsError } from "@loam/cms-core";
import {
  type Author,
  diffFolders,
  type FileMode,
  type GitRepository,
  type Oid,
  type Tag,
  type TreeFile,
} from "@loam/cms-core/git";
import { createMutex } from "@loam/cms-core/lock";
import { MAIN } from "@loam/cms-core/site";
import {
  type NewSkillFile,
  skillChange,
  skillEdits,
  type SkillFiles,
  skillFolders,
} from "./skill-folder.ts";

const VERSION_TAG = /^refs\/tags\/([a-z0-9][a-z0-9-]{0,63})\/v([1-9]\d{0,8})$/;
/** Stores the tree id of the skill's folder in its version's tag, so that nothing else must be read. */
const TREE_TRAILER = "Loam-Tree";
const ATTEMPTS = 5;

/** An immutable version of a skill. */
export interface SkillVersion {
  readonly name: string;
  /** 1, 2, … */
  readonly version: number;
  readonly commit: Oid;
  /** Tree id of its folder: equal for equal files. */
  readonly tree: Oid;
  readonly createdAt: string;
  readonly by: Author;
}

/** A file of a version. */
export interface StoredSkillFile {
  readonly path: string;
  readonly mode: FileMode;
  readonly oid: Oid;
  readonly byteSize: number;
}

export interface SavedSkill {
  readonly version: SkillVersion;
  /** Whether nothing changed, so that there is no new version. */
  readonly unchanged: boolean;
}

/** The user who pushed a commit, which others might have written. */
interface PushedCommit {
  readonly commit: Oid;
  readonly by: Author;
}

interface SaveOptions {
  readonly actor: Author;
  /** The edited version, or 0 for a new skill. A different current version is a conflict. @default any */
  readonly base?: number | undefined;
}

interface SaveOnBranch extends SaveOptions {
  /** The full ref. */
  readonly branch: string;
  /** Its current head. */
  readonly tip: Oid;
}

/** The content of a skill repository at a commit of `main`. */
export interface SkillState {
  readonly head: Oid | undefined;
  /** The current version of each existing skill. */
  readonly current: ReadonlyMap<string, SkillVersion>;
  /** Versions of each skill that ever existed, oldest first. */
  readonly versions: ReadonlyMap<string, readonly SkillVersion[]>;
}

interface SkillStoreOptions {
  readonly now: () => Date;
  /** Called whenever `main` has moved, for any reason, with the names of the current skills. */
  readonly followed?: (names: ReadonlySet<string>) => Promise<void>;
}

/**
 * The skills of a workspace. Each is a folder on `main`. Whenever a folder differs from its last version, for any
 * reason, a tag `<name>/v<n>` creates the next version.
 */
export class SkillStore {
  readonly repository: GitRepository;
  readonly #now: () => Date;
  readonly #followed: SkillStoreOptions["followed"];
  readonly #writing = createMutex();
  readonly #following = createMutex();
  /** Keyed by the id of the tag object. */
  readonly #known = new Map<Oid, SkillVersion>();
  #state: SkillState | undefined;

  constructor(repository: GitRepository, { now, followed }: SkillStoreOptions) {
    this.repository = repository;
    this.#now = now;
    this.#followed = followed;
  }

  /** The last result of `follow`. Undefined before the first call. */
  get followed(): SkillState | undefined {
    return this.#state;
  }

  /** Returns the head of `main`. Its versions might not exist yet. */
  async head(): Promise<Oid | undefined> {
    return this.repository.resolveRef(MAIN);
  }

  /** Lists the current version of each skill, by name. */
  async list(): Promise<readonly SkillVersion[]> {
    const { current } = await this.follow();
    return [...current.values()];
  }

  /** @throws CmsError `not_found` if the skill doesn't exist now or never had this version */
  async find(name: string, version?: number): Promise<SkillVersion> {
    const { current, versions } = await this.follow();
    const found =
      version === undefined
        ? current.get(name)
        : versions.get(name)?.find((one) => one.version === version);
    if (found !== undefined) return found;
    const suffix = version === undefined ? "" : ` v${version}`;
    throw new CmsError("not_found", `Skill ${name.slice(0, 64)}${suffix} not found.`);
  }

  /** Lists all versions of a skill, newest first, even of a deleted one. @throws CmsError `not_found` */
  async versions(name: string): Promise<readonly SkillVersion[]> {
    const { versions } = await this.follow();
    const found = versions.get(name);
    if (found !== undefined) return found.toReversed();
    throw new CmsError("not_found", `Skill ${name.slice(0, 64)} not found.`);
  }

  /** Lists the files of a version in Git's order. */
  async files({ tree }: Pick<SkillVersion, "tree">): Promise<readonly StoredSkillFile[]> {
    const files = await this.repository.listTree(tree);
    const sizes = await this.repository.blobSizes(files.map(({ oid }) => oid));
    return files.map(({ path, oid, mode }, index) => {
      return { path, oid, mode: modeOf(mode), byteSize: sizes[index] ?? 0 };
    });
  }

  /** Returns the Git diff between two versions. Undefined stands for no files. */
  async diff(from: SkillVersion | undefined, to: SkillVersion | undefined): Promise<string> {
    return diffFolders(this.repository.gitDir, from?.tree, to?.tree);
  }

  /**
   * Saves a skill with all its files.
   *
   * @throws CmsError `invalid_skill`, `unsafe_skill`, and as `readSkill`; `conflict` with the changes by others
   * since `base`
   */
  async save(
    name: string,
    files: readonly NewSkillFile[],
    options: SaveOptions,
  ): Promise<SavedSkill> {
    const edits = skillEdits(name, files);
    return this.#change(name, options, () => ({ files: edits, message: `Push ${name}` }));
  }

  /**
   * Saves a skill on a branch other than `main`, without creating a version. An empty list of files deletes it there.
   *
   * @returns the new head of the branch
   * @throws CmsError as `save`, and `stale` if the branch has moved
   */
  async saveOn(
    name: string,
    files: readonly NewSkillFile[],
    { branch, tip, actor, base }: SaveOnBranch,
  ): Promise<Oid> {
    await this.#requireBase(name, base, await this.follow());
    const tree = (await skillFolders(this.repository, tip)).get(name);
    if (files.length === 0 && tree === undefined) {
      throw new CmsError("not_found", `Skill ${name.slice(0, 64)} not found on the branch.`);
    }
    const wanted =
      files.length === 0
        ? { files: new Map(), message: `Delete ${name}` }
        : { files: skillEdits(name, files), message: `Push ${name}` };
    const before = tree === undefined ? [] : await this.repository.listTree(tree);
    const change = { ...skillChange(name, wanted, before), author: actor, when: this.#now() };
    const { commit } = await this.repository.commit(branch, change, { expected: tip });
    return commit;
  }

  /** Restores an old version as the newest one. @throws CmsError `not_found`, `conflict` */
  async rollBack(name: string, version: number, options: SaveOptions): Promise<SavedSkill> {
    const old = await this.find(name, version);
    const files = await this.files(old);
    const edits = new Map(
      files.map(({ path, mode, oid }) => [path, { edit: { oid }, mode }] as const),
    );
    const message = `Roll ${name} back to v${version}`;
    return this.#change(name, options, () => ({ files: edits, message }));
  }

  /** Deletes a skill. Its versions stay. @throws CmsError `not_found` */
  async remove(name: string, { actor }: Pick<SaveOptions, "actor">): Promise<void> {
    await this.find(name);
    await this.#commit(name, { actor }, () => ({ files: new Map(), message: `Delete ${name}` }));
  }

  async close(): Promise<void> {
    await this.repository.close();
  }

  async #change(name: string, options: SaveOptions, make: () => SkillFiles): Promise<SavedSkill> {
    const { before, after, commit } = await this.#commit(name, options, make);
    // Others might have saved it again already.
    const created = after.versions.get(name)?.find((version) => version.commit === commit);
    // A deleted skill that was restored unchanged already has its version.
    const version = created ?? before.current.get(name) ?? after.current.get(name);
    if (version === undefined)
      throw new CmsError("conflict", `${name} was deleted by someone else.`);
    return { version, unchanged: before.current.get(name)?.version === version.version };
  }

  /** Commits the target state of a skill and creates its version. */
  async #commit(
    name: string,
    { actor, base }: SaveOptions,
    make: () => SkillFiles,
  ): Promise<{ readonly before: SkillState; readonly after: SkillState; readonly commit: Oid }> {
    return this.#writing.run(async () => {
      for (let attempt = 1; ; attempt += 1) {
        const before = await this.follow();
        await this.#requireBase(name, base, before);
        const change = skillChange(name, make(), await this.#filesOn(name, before));
        try {
          const { head = null } = before;
          const { commit } = await this.repository.commit(
            MAIN,
            { ...change, author: actor, when: this.#now() },
            { expected: head },
          );
          return { before, after: await this.follow(), commit };
        } catch (error) {
          // Someone pushed in the meantime, possibly another skill.
          if (!isCmsError(error) || error.code !== "stale" || attempt === ATTEMPTS) throw error;
        }
      }
    });
  }

  async #filesOn(name: string, { current }: SkillState): Promise<readonly TreeFile[]> {
    const now = current.get(name);
    return now === undefined ? [] : this.repository.listTree(now.tree);
  }

  async #requireBase(
    name: string,
    base: number | undefined,
    { current, versions }: SkillState,
  ): Promise<void> {
    const now = current.get(name);
    if (base === undefined || base === (now?.version ?? 0)) return;
    const from = versions.get(name)?.find(({ version }) => version === base);
    const state = now === undefined ? "was deleted" : `is now at v${now.version}`;
    throw new CmsError("conflict", `${name} ${state}. You edited ${versionName(base)}.`, {
      details: { base, current: now?.version ?? 0, diff: await this.diff(from, now) },
    });
  }

  /**
   * Returns the current state after creating missing versions of skills on `main`. New versions are attributed to the
   * author of the commit, or to its pusher.
   */
  async follow(pushed?: PushedCommit): Promise<SkillState> {
    const known = this.#state;
    const head = await this.repository.resolveRef(MAIN);
    if (known !== undefined && known.head === head) return known;
    return this.#following.run(async () => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const state = await this.#read(pushed);
          await this.#followed?.(new Set(state.current.keys()));
          return (this.#state = state);
        } catch (error) {
          // Another process created the same version a moment ago.
          if (!isCmsError(error) || error.code !== "stale" || attempt === ATTEMPTS) throw error;
        }
      }
    });
  }

  async #read(pushed: PushedCommit | undefined): Promise<SkillState> {
    const head = await this.repository.resolveRef(MAIN);
    const versions = await this.#readVersions();
    if (head === undefined) return { head, current: new Map(), versions };
    const trees = await skillFolders(this.repository, head);
    const missing = [...trees].filter(([name, tree]) => versions.get(name)?.at(-1)?.tree !== tree);
    if (missing.length > 0) {
      const { author } = await this.repository.readCommit(head);
      const tagger = pushed?.commit === head ? pushed.by : author;
      const created = missing.map(([name, tree]): Tag => {
        const next = (versions.get(name)?.at(-1)?.version ?? 0) + 1;
        const trailers = { [TREE_TRAILER]: tree };
        return { name: `${name}/v${next}`, commit: head, tagger, when: this.#now(), trailers };
      });
      await this.repository.addTags(created);
      return this.#read(pushed);
    }
    const current = [...trees.keys()].flatMap((name) => {
      const newest = versions.get(name)?.at(-1);
      return newest === undefined ? [] : [[name, newest] as const];
    });
    return { head, current: new Map(current), versions };
  }

  async #readVersions(): Promise<Map<string, SkillVersion[]>> {
    const refs = await this.repository.listRefs();
    const tags = [...refs].filter(([ref]) => VERSION_TAG.test(ref));
    const unread = tags.filter(([, oid]) => !this.#known.has(oid));
    const read = await this.repository.readTags(unread.map(([, oid]) => oid));
    for (const [index, [ref, oid]] of unread.entries()) {
      const version = versionOf(ref, read[index]);
      if (version !== undefined) this.#known.set(oid, version);
    }
    const all = tags.flatMap(([, oid]) => this.#known.get(oid) ?? []);
    const sorted = all.toSorted((a, b) => a.version - b.version);
    return Map.groupBy(sorted, ({ name }) => name);
  }
}

function modeOf(mode: string): FileMode {
  return mode === "100755" ? mode : "100644";
}

function versionName(version: number): string {
  return version === 0 ? "a new skill" : `v${version}`;
}

/** Returns undefined for a tag that HQ did not create. */
function versionOf(ref: string, tag: Tag | undefined): SkillVersion | undefined {
  const [, name = "", number = ""] = VERSION_TAG.exec(ref) ?? [];
  const tree = tag?.trailers[TREE_TRAILER];
  if (tag === undefined || tree === undefined) return undefined;
  const { commit, tagger, when } = tag;
  const createdAt = when.toISOString();
  return { name, version: Number(number), commit, tree, createdAt, by: tagger };
}
