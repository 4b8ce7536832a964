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
/** Names the list of the skill's folder in its version's tag, so that nothing else need be read to know it. */
const TREE_TRAILER = "Loam-Tree";
const ATTEMPTS = 5;

/** A skill as it was when it was pushed: it never changes. */
export interface SkillVersion {
  readonly name: string;
  /** 1, 2, … */
  readonly version: number;
  readonly commit: Oid;
  /** Of its folder: equal for equal files. */
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
  /** Whether everything was as it is to be, so that there is no new version. */
  readonly unchanged: boolean;
}

/** Who pushed a commit, which others may have written. */
interface PushedCommit {
  readonly commit: Oid;
  readonly by: Author;
}

interface SaveOptions {
  readonly actor: Author;
  /** The version that was edited, 0 for a new skill; another one there by now is a conflict. @default any */
  readonly base?: number | undefined;
}

interface SaveOnBranch extends SaveOptions {
  /** The whole ref. */
  readonly branch: string;
  /** Where it stands. */
  readonly tip: Oid;
}

/** What is in a repository of skills at one commit of its `main`. */
export interface SkillState {
  readonly head: Oid | undefined;
  /** The version of each skill that is there. */
  readonly current: ReadonlyMap<string, SkillVersion>;
  /** Of each skill that ever was there, the oldest first. */
  readonly versions: ReadonlyMap<string, readonly SkillVersion[]>;
}

interface SkillStoreOptions {
  readonly now: () => Date;
  /** Called whenever `main` has moved, by whatever way, with the names of the skills there now. */
  readonly followed?: (names: ReadonlySet<string>) => Promise<void>;
}

/**
 * The skills of a workspace. Each is a folder on `main`; whenever one is another than its last version, by whatever way it
 * came there, a tag `<name>/v<n>` makes it the next.
 */
export class SkillStore {
  readonly repository: GitRepository;
  readonly #now: () => Date;
  readonly #followed: SkillStoreOptions["followed"];
  readonly #writing = createMutex();
  readonly #following = createMutex();
  /** By the id of their tag's object. */
  readonly #known = new Map<Oid, SkillVersion>();
  #state: SkillState | undefined;

  constructor(repository: GitRepository, { now, followed }: SkillStoreOptions) {
    this.repository = repository;
    this.#now = now;
    this.#followed = followed;
  }

  /** What `follow` found last; undefined before the first time. */
  get followed(): SkillState | undefined {
    return this.#state;
  }

  /** The commit of `main`, whose versions may not have been made yet. */
  async head(): Promise<Oid | undefined> {
    return this.repository.resolveRef(MAIN);
  }

  /** The version of each skill that is there now, by name. */
  async list(): Promise<readonly SkillVersion[]> {
    const { current } = await this.follow();
    return [...current.values()];
  }

  /** @throws CmsError `not_found` for a skill that is not there now, or never had this version */
  async find(name: string, version?: number): Promise<SkillVersion> {
    const { current, versions } = await this.follow();
    const found =
      version === undefined
        ? current.get(name)
        : versions.get(name)?.find((one) => one.version === version);
    if (found !== undefined) return found;
    const what = version === undefined ? "" : ` v${version}`;
    throw new CmsError("not_found", `Skill ${name.slice(0, 64)}${what} not found.`);
  }

  /** Every version of a skill, the newest first, also of one that was deleted. @throws CmsError `not_found` */
  async versions(name: string): Promise<readonly SkillVersion[]> {
    const { versions } = await this.follow();
    const found = versions.get(name);
    if (found !== undefined) return found.toReversed();
    throw new CmsError("not_found", `Skill ${name.slice(0, 64)} not found.`);
  }

  /** The files of a version, in git's order. */
  async files({ tree }: Pick<SkillVersion, "tree">): Promise<readonly StoredSkillFile[]> {
    const files = await this.repository.listTree(tree);
    const sizes = await this.repository.blobSizes(files.map(({ oid }) => oid));
    return files.map(({ path, oid, mode }, index) => {
      return { path, oid, mode: modeOf(mode), byteSize: sizes[index] ?? 0 };
    });
  }

  /** How one version becomes another, as `git diff` prints it; undefined is no files at all. */
  async diff(from: SkillVersion | undefined, to: SkillVersion | undefined): Promise<string> {
    return diffFolders(this.repository.gitDir, from?.tree, to?.tree);
  }

  /**
   * Saves a skill: all of its files.
   *
   * @throws CmsError `invalid_skill`, `unsafe_skill` and what `readSkill` throws; `conflict` with what others changed
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
   * Saves a skill on another branch than `main`, without a version of it; no files take it away there.
   *
   * @returns where the branch stands then
   * @throws CmsError as `save`, and `stale` when the branch has moved
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

  /** Makes an old version the newest one. @throws CmsError `not_found`, `conflict` */
  async rollBack(name: string, version: number, options: SaveOptions): Promise<SavedSkill> {
    const old = await this.find(name, version);
    const files = await this.files(old);
    const edits = new Map(
      files.map(({ path, mode, oid }) => [path, { edit: { oid }, mode }] as const),
    );
    const message = `Roll ${name} back to v${version}`;
    return this.#change(name, options, () => ({ files: edits, message }));
  }

  /** Takes a skill away; its versions stay. @throws CmsError `not_found` */
  async remove(name: string, { actor }: Pick<SaveOptions, "actor">): Promise<void> {
    await this.find(name);
    await this.#commit(name, { actor }, () => ({ files: new Map(), message: `Delete ${name}` }));
  }

  async close(): Promise<void> {
    await this.repository.close();
  }

  async #change(name: string, options: SaveOptions, make: () => SkillFiles): Promise<SavedSkill> {
    const { before, after, commit } = await this.#commit(name, options, make);
    // Others may have saved it again by now.
    const made = after.versions.get(name)?.find((version) => version.commit === commit);
    // What was deleted and is as it was has its version already.
    const version = made ?? before.current.get(name) ?? after.current.get(name);
    if (version === undefined)
      throw new CmsError("conflict", `${name} was deleted by someone else.`);
    return { version, unchanged: before.current.get(name)?.version === version.version };
  }

  /** Makes one commit of what a skill is to be, and its version. */
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
          // Somebody pushed meanwhile, perhaps another skill.
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
    const what = now === undefined ? "was deleted" : `is now at v${now.version}`;
    throw new CmsError("conflict", `${name} ${what}. You edited ${versionName(base)}.`, {
      details: { base, current: now?.version ?? 0, diff: await this.diff(from, now) },
    });
  }

  /**
   * What is there, once each skill on `main` is its own last version. Versions that this makes are by the author of
   * the commit that is found, or by who pushed it.
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
          // Another process made the same version a moment ago.
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
      const made = missing.map(([name, tree]): Tag => {
        const next = (versions.get(name)?.at(-1)?.version ?? 0) + 1;
        const trailers = { [TREE_TRAILER]: tree };
        return { name: `${name}/v${next}`, commit: head, tagger, when: this.#now(), trailers };
      });
      await this.repository.addTags(made);
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

/** Undefined for a tag that HQ did not make. */
function versionOf(ref: string, tag: Tag | undefined): SkillVersion | undefined {
  const [, name = "", number = ""] = VERSION_TAG.exec(ref) ?? [];
  const tree = tag?.trailers[TREE_TRAILER];
  if (tag === undefined || tree === undefined) return undefined;
  const { commit, tagger, when } = tag;
  const createdAt = when.toISOString();
  return { name, version: Number(number), commit, tree, createdAt, by: tagger };
}
