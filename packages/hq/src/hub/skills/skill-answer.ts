import { isNameDerived, readSkill, type Skill } from "@loam/cms-core/skills";
import { z } from "zod";
import { authorAnswer, namedAnswer } from "../../api/shared-answers.ts";
import type { SkillStore, SkillVersion, StoredSkillFile } from "./skill-store.ts";
import type { SkillReview, SkillReviews } from "./trust/skill-reviews.ts";

/** A version of a skill in responses of the management API. */
export interface VersionAnswer extends Omit<SkillVersion, "name"> {
  readonly review: SkillReview | null;
  readonly reviewable: boolean;
}

/** The current version of a skill. */
interface SkillAnswer extends Pick<SkillVersion, "name" | "version" | "commit" | "tree" | "by"> {
  readonly display_name: string;
  readonly display_name_derived: boolean;
  readonly description: string;
  readonly requires: {
    readonly mcp_servers: readonly string[];
    readonly cli_tools: readonly string[];
    readonly env_vars: readonly string[];
  };
  readonly updatedAt: string;
  readonly public: boolean;
  readonly reviewedVersion: number | null;
}

/** The current version of a skill with its prompt. */
export interface WholeSkillAnswer extends SkillAnswer {
  readonly body: string;
}

interface SavedSkillAnswer extends WholeSkillAnswer {
  readonly unchanged: boolean;
}

/** A file of a skill. Includes the content if it was requested by path. */
export interface SkillFileAnswer extends Omit<StoredSkillFile, "byteSize"> {
  readonly size: number;
  readonly text?: string;
  readonly content?: string;
}

const author = authorAnswer.readonly();
const nameList = z.array(z.string()).readonly();
const treeId = z
  .string()
  .meta({ description: "Hash of its folder. The same files have the same hash." });

const reviewAnswer: z.ZodType<SkillReview, SkillReview> = z
  .object({
    by: namedAnswer.readonly().nullable().meta({ description: "Null if the account was deleted." }),
    at: z.string(),
    alone: z.boolean().meta({
      description: "Whether the reviewer is also the author, as the only member of the workspace.",
    }),
  })
  .readonly();

export const versionAnswer: z.ZodType<VersionAnswer, VersionAnswer> = z
  .object({
    version: z.int(),
    commit: z.string(),
    tree: treeId,
    createdAt: z.string(),
    by: author,
    review: reviewAnswer.nullable().meta({ description: "Null if no one has reviewed it." }),
    reviewable: z.boolean().meta({ description: "Whether you can review it." }),
  })
  .meta({ id: "SkillVersion" });

const skillFields = z.object({
  name: z.string(),
  display_name: z.string(),
  display_name_derived: z.boolean().meta({
    description:
      "Whether its SKILL.md has no description, so that this one was derived from its title or name.",
  }),
  description: z.string(),
  requires: z
    .object({ mcp_servers: nameList, cli_tools: nameList, env_vars: nameList })
    .meta({ id: "SkillRequirements" })
    .readonly(),
  version: z.int(),
  commit: z.string(),
  tree: treeId,
  updatedAt: z.string(),
  by: author,
  public: z.boolean().meta({ description: "Whether it can be installed without a token." }),
  reviewedVersion: z.int().nullable().meta({ description: "The newest reviewed version." }),
});
const body = z.string().meta({ description: "The prompt, before variables are expanded." });
const unchanged = z.boolean().meta({ description: "No changes, so there is no new version." });

export const skillAnswer: z.ZodType<SkillAnswer, SkillAnswer> = skillFields.meta({ id: "Skill" });

export const wholeSkillAnswer: z.ZodType<WholeSkillAnswer, WholeSkillAnswer> = skillFields
  .extend({ body })
  .meta({ id: "SkillDetails" });

export const savedSkillAnswer: z.ZodType<SavedSkillAnswer, SavedSkillAnswer> = skillFields
  .extend({ body, unchanged })
  .meta({ id: "SavedSkill" });

type FileMode = StoredSkillFile["mode"];

/** Mode of a file in Git: a regular file or an executable. */
export const fileMode: z.ZodType<FileMode, FileMode> = z
  .enum(["100644", "100755"])
  .meta({ id: "FileMode" });

export const skillFileAnswer: z.ZodType<SkillFileAnswer, SkillFileAnswer> = z
  .object({
    path: z.string(),
    mode: fileMode,
    size: z.int(),
    oid: z.string(),
    text: z.string().exactOptional(),
    content: z.string().exactOptional().meta({ description: "Base64, for binary files." }),
  })
  .meta({ id: "SkillFile" });

/** A version of a skill with its parsed SKILL.md. */
export interface ReadVersion {
  readonly version: SkillVersion;
  readonly skill: Skill;
}

/** Parses the SKILL.md of these versions. Unreadable versions are omitted. */
export async function readVersions(
  store: SkillStore,
  versions: readonly SkillVersion[],
): Promise<readonly ReadVersion[]> {
  const files = await Promise.all(
    versions.map((version) => readSkillFile(store, version, "SKILL.md")),
  );
  return versions.flatMap((version, index) => {
    const bytes = files[index];
    const skill = bytes && readAnySkill(bytes, version.name);
    return skill === undefined ? [] : [{ version, skill }];
  });
}

/** Returns the bytes of a file of a version, or undefined if it doesn't exist. */
export async function readSkillFile(
  { repository }: SkillStore,
  { tree }: SkillVersion,
  path: string,
): Promise<Uint8Array | undefined> {
  const file = (await repository.listTree(tree)).find((one) => one.path === path);
  return file && repository.readBlob(file.oid);
}

/** Returns undefined for invalid content, which can bypass HQ through direct writes to the repository. */
function readAnySkill(bytes: Uint8Array, folder: string): Skill | undefined {
  try {
    return { ...readSkill(bytes, { folder }), name: folder };
  } catch {
    return undefined;
  }
}

/** Information about a workspace's skills that is not in their files. */
export interface KnownOfSkills {
  /** Names of public skills. */
  readonly publicNames: ReadonlySet<string>;
  readonly reviews: SkillReviews;
  /** Versions of each skill, oldest first. */
  readonly versions: ReadonlyMap<string, readonly SkillVersion[]>;
}

export function answerSkill(
  { version, skill }: ReadVersion,
  { publicNames, reviews, versions }: KnownOfSkills,
): SkillAnswer {
  const { name, commit, tree, createdAt, by } = version;
  const { mcpServers, cliTools, envVars } = skill.requires;
  return {
    name,
    display_name: skill.displayName,
    display_name_derived: isNameDerived(skill),
    description: skill.description,
    requires: { mcp_servers: mcpServers, cli_tools: cliTools, env_vars: envVars },
    version: version.version,
    commit,
    tree,
    updatedAt: createdAt,
    by,
    public: publicNames.has(name),
    reviewedVersion:
      versions.get(name)?.findLast((one) => reviews.of(one) !== undefined)?.version ?? null,
  };
}

export function answerVersion(
  { name: _name, ...version }: SkillVersion,
  { review, reviewable }: Pick<VersionAnswer, "review" | "reviewable">,
): VersionAnswer {
  return { ...version, review, reviewable };
}

export function answerFile({ path, mode, oid, byteSize }: StoredSkillFile): SkillFileAnswer {
  return { path, mode, size: byteSize, oid };
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Returns bytes as text, or as base64 if they aren't UTF-8. */
export function answerBytes(
  bytes: Uint8Array,
): { readonly text: string } | { readonly content: string } {
  try {
    const text = utf8.decode(bytes);
    if (!text.includes("\0")) return { text };
  } catch {
    // Not text.
  }
  return { content: Buffer.from(bytes).toString("base64") };
}
