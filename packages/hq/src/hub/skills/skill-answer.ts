import { readSkill, type Skill } from "@loam/cms-core/skills";
import { z } from "zod";
import type { SkillStore, SkillVersion, StoredSkillFile } from "./skill-store.ts";

/** A version of a skill, as the management API answers it. */
interface VersionAnswer extends Omit<SkillVersion, "name"> {}

/** A skill as it is now. */
interface SkillAnswer extends Pick<SkillVersion, "name" | "version" | "commit" | "tree" | "by"> {
  readonly display_name: string;
  readonly description: string;
  readonly requires: {
    readonly mcp_servers: readonly string[];
    readonly cli_tools: readonly string[];
    readonly env_vars: readonly string[];
  };
  readonly updatedAt: string;
  readonly public: boolean;
}

/** The same with its prompt. */
export interface WholeSkillAnswer extends SkillAnswer {
  readonly body: string;
}

interface SavedSkillAnswer extends WholeSkillAnswer {
  readonly unchanged: boolean;
}

/** A file of a skill; of one that was asked for by its path, what is in it. */
export interface SkillFileAnswer extends Omit<StoredSkillFile, "byteSize"> {
  readonly size: number;
  readonly text?: string;
  readonly content?: string;
}

const author = z.object({ name: z.string(), email: z.string() }).readonly();
const nameList = z.array(z.string()).readonly();
const treeId = z.string().meta({ description: "Of its folder: equal for equal files." });

export const versionAnswer: z.ZodType<VersionAnswer, VersionAnswer> = z
  .object({ version: z.int(), commit: z.string(), tree: treeId, createdAt: z.string(), by: author })
  .meta({ id: "SkillVersion" });

const skillFields = z.object({
  name: z.string(),
  display_name: z.string(),
  description: z.string(),
  requires: z.object({ mcp_servers: nameList, cli_tools: nameList, env_vars: nameList }).readonly(),
  version: z.int(),
  commit: z.string(),
  tree: treeId,
  updatedAt: z.string(),
  by: author,
  public: z.boolean().meta({ description: "Whether anybody may install it without a token." }),
});
const body = z.string().meta({ description: "The prompt, before variables are put in." });
const unchanged = z.boolean().meta({ description: "Nothing differs: there is no new version." });

export const skillAnswer: z.ZodType<SkillAnswer, SkillAnswer> = skillFields.meta({ id: "Skill" });

export const wholeSkillAnswer: z.ZodType<WholeSkillAnswer, WholeSkillAnswer> = skillFields
  .extend({ body })
  .meta({ id: "WholeSkill" });

export const savedSkillAnswer: z.ZodType<SavedSkillAnswer, SavedSkillAnswer> = skillFields
  .extend({ body, unchanged })
  .meta({ id: "SavedSkill" });

export const skillFileAnswer: z.ZodType<SkillFileAnswer, SkillFileAnswer> = z
  .object({
    path: z.string(),
    mode: z.enum(["100644", "100755"]),
    size: z.int(),
    oid: z.string(),
    text: z.string().exactOptional(),
    content: z.string().exactOptional().meta({ description: "Base64, of what is no text." }),
  })
  .meta({ id: "SkillFile" });

/** A version of a skill with what its SKILL.md says. */
export interface ReadVersion {
  readonly version: SkillVersion;
  readonly skill: Skill;
}

/** Reads what SKILL.md says in each of these versions; one that cannot be read is left out. */
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

/** The bytes of a file of a version; undefined where there is none. */
export async function readSkillFile(
  { repository }: SkillStore,
  { tree }: SkillVersion,
  path: string,
): Promise<Uint8Array | undefined> {
  const file = (await repository.listTree(tree)).find((one) => one.path === path);
  return file && repository.readBlob(file.oid);
}

/** Who wrote into the repository past HQ may have written anything. */
function readAnySkill(bytes: Uint8Array, folder: string): Skill | undefined {
  try {
    return { ...readSkill(bytes, { folder }), name: folder };
  } catch {
    return undefined;
  }
}

export function answerSkill(
  { version, skill }: ReadVersion,
  publicNames: ReadonlySet<string>,
): SkillAnswer {
  const { name, commit, tree, createdAt, by } = version;
  const { mcpServers, cliTools, envVars } = skill.requires;
  return {
    name,
    display_name: skill.displayName,
    description: skill.description,
    requires: { mcp_servers: mcpServers, cli_tools: cliTools, env_vars: envVars },
    version: version.version,
    commit,
    tree,
    updatedAt: createdAt,
    by,
    public: publicNames.has(name),
  };
}

export function answerVersion({
  version,
  commit,
  tree,
  createdAt,
  by,
}: SkillVersion): VersionAnswer {
  return { version, commit, tree, createdAt, by };
}

export function answerFile({ path, mode, oid, byteSize }: StoredSkillFile): SkillFileAnswer {
  return { path, mode, size: byteSize, oid };
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Bytes as text, or as base64 where they are none. */
export function answerBytes(
  bytes: Uint8Array,
): { readonly text: string } | { readonly content: string } {
  try {
    const text = utf8.decode(bytes);
    if (!text.includes("\0")) return { text };
  } catch {
    // It is no text.
  }
  return { content: Buffer.from(bytes).toString("base64") };
}
