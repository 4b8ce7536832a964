import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import type { Actor } from "../../api/permissions/permissions.ts";
import { defineRoute, nothing, type Route } from "../../api/route.ts";
import { inWorkspace } from "../../people/workspaces/policies.ts";
import type { Hq } from "../../platform/hq.ts";
import { publicSkills, setPublic } from "./public-skills.ts";
import {
  answerBytes,
  answerFile,
  answerSkill,
  fileMode,
  type KnownOfSkills,
  readSkillFile,
  readVersions,
  savedSkillAnswer,
  skillAnswer,
  type SkillFileAnswer,
  skillFileAnswer,
  type WholeSkillAnswer,
  wholeSkillAnswer,
} from "./skill-answer.ts";
import type { NewSkillFile } from "./skill-folder.ts";
import type { SkillRepositories } from "./skill-repositories.ts";
import type { SavedSkill, SkillStore, SkillVersion } from "./skill-store.ts";
import { recordVersions } from "./trust/record-versions.ts";
import { readSkillReviews } from "./trust/skill-reviews.ts";

/** Dependencies of skill routes. */
export interface SkillServices {
  readonly hq: Hq;
  readonly skills: SkillRepositories;
}

const SKILLS = "/workspaces/{ws}/skills";
const SKILL = `${SKILLS}/{name}`;
const params = z.object({ name: z.string() });
const version = z.coerce.number().int().min(1);
const query = z.object({
  version: version.exactOptional().meta({ description: "Default: the newest." }),
});
export const editedVersion: z.ZodExactOptional<z.ZodInt> = z.int().min(0).exactOptional().meta({
  description:
    "The version that was edited. If it is not the newest, returns 409 with the newer changes.",
});
export const skillFiles: z.ZodType<NewFile[]> = z
  .array(
    z
      .strictObject({
        path: z.string().min(1).max(1024),
        mode: fileMode.default("100644"),
        text: z.string().exactOptional(),
        content: z.base64().exactOptional().meta({ description: "Any bytes, instead of text." }),
      })
      .meta({ id: "NewSkillFile" }),
  )
  .max(2000)
  .meta({ description: "All files of the skill, including SKILL.md." });

/** A file in requests. */
interface NewFile {
  path: string;
  mode: "100644" | "100755";
  text?: string;
  content?: string;
}

/** `/workspaces/{ws}/skills`: the skills of a workspace and their versions. */
export function skillRoutes(services: SkillServices): readonly Route[] {
  return [
    ...readingRoutes(services),
    ...differenceRoutes(services),
    ...savingRoutes(services),
    ...changingRoutes(services),
  ];
}

function readingRoutes({ hq, skills }: SkillServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: SKILLS,
      id: "listSkills",
      summary: "List the skills of a workspace, by name",
      policy: inWorkspace("skill.read"),
      input: {},
      answer: z.object({ contents: z.array(skillAnswer).readonly(), totalCount: z.int() }),
      handle: async ({ workspace }) => {
        const store = await skills.of(workspace.id);
        const read = await readVersions(store, await store.list());
        const known = await knownOf(hq, { store, workspaceId: workspace.id });
        const contents = read.map((one) => answerSkill(one, known));
        return { body: { contents, totalCount: contents.length } };
      },
    }),
    defineRoute({
      method: "get",
      path: SKILL,
      id: "getSkill",
      summary: "Get a skill with its prompt",
      policy: inWorkspace("skill.read"),
      input: { params, query },
      answer: wholeSkillAnswer,
      handle: async ({ workspace, params: { name }, query: selection }) => {
        const store = await skills.of(workspace.id);
        const found = await store.find(name, selection.version);
        return { body: await wholeSkill(hq, { store, workspaceId: workspace.id }, found) };
      },
    }),
    defineRoute({
      method: "get",
      path: `${SKILL}/files`,
      id: "listSkillFiles",
      summary: "List the files of a skill, or get the content of one by its path",
      policy: inWorkspace("skill.read"),
      input: { params, query: query.extend({ path: z.string().exactOptional() }) },
      answer: z.object({
        version: z.int(),
        contents: z.array(skillFileAnswer).readonly(),
        totalCount: z.int(),
      }),
      handle: async ({ workspace, params: { name }, query: selection }) => {
        const store = await skills.of(workspace.id);
        const found = await store.find(name, selection.version);
        const contents =
          selection.path === undefined
            ? (await store.files(found)).map(answerFile)
            : [await oneFile(store, found, selection.path)];
        return { body: { version: found.version, contents, totalCount: contents.length } };
      },
    }),
  ];
}

function differenceRoutes({ skills }: SkillServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: `${SKILL}/diff`,
      id: "diffSkill",
      summary: "Compare two versions of a skill",
      policy: inWorkspace("skill.read"),
      input: {
        params,
        query: z.object({
          from: version,
          to: version.exactOptional().meta({ description: "Default: the newest." }),
        }),
      },
      answer: z.object({
        from: z.int(),
        to: z.int(),
        diff: z.string().meta({ description: "Output of `git diff`." }),
      }),
      handle: async ({ workspace, params: { name }, query: selection }) => {
        const store = await skills.of(workspace.id);
        const from = await store.find(name, selection.from);
        const to = await store.find(name, selection.to);
        const diff = await store.diff(from, to);
        return { body: { from: from.version, to: to.version, diff } };
      },
    }),
  ];
}

function savingRoutes({ hq, skills }: SkillServices): readonly Route[] {
  const saved = async (
    workspaceId: string,
    { version: created, unchanged }: SavedSkill,
    { userId: by }: Actor,
  ) => {
    const place = { store: await skills.of(workspaceId), workspaceId };
    if (!unchanged) await recordVersions({ ...hq, ...place }, [created], { by });
    return { ...(await wholeSkill(hq, place, created)), unchanged };
  };
  return [
    defineRoute({
      method: "post",
      path: SKILLS,
      id: "createSkill",
      summary: "Create a skill. Its name must not be in use",
      policy: inWorkspace("skill.write"),
      input: {
        body: z.strictObject({ name: z.string(), files: skillFiles }).meta({ id: "NewSkill" }),
      },
      large: true,
      audit: { event: "skill.created" },
      status: 201,
      answer: savedSkillAnswer,
      handle: async ({ workspace, actor, body }) => {
        const store = await skills.of(workspace.id);
        const options = { actor: authorOf(actor), base: 0 };
        const created = await store.save(body.name, body.files.map(fileOf), options);
        return { body: await saved(workspace.id, created, actor) };
      },
    }),
    defineRoute({
      method: "put",
      path: SKILL,
      id: "saveSkill",
      summary: "Save all files of a skill. Changes create its next version",
      policy: inWorkspace("skill.write"),
      input: {
        params,
        body: z
          .strictObject({ files: skillFiles, base: editedVersion })
          .meta({ id: "SkillUpdate" }),
      },
      large: true,
      audit: { event: "skill.saved" },
      answer: savedSkillAnswer,
      handle: async ({ workspace, actor, params: { name }, body }) => {
        const store = await skills.of(workspace.id);
        const options = { actor: authorOf(actor), base: body.base };
        const created = await store.save(name, body.files.map(fileOf), options);
        return { body: await saved(workspace.id, created, actor), unchanged: created.unchanged };
      },
    }),
    defineRoute({
      method: "post",
      path: `${SKILL}/rollback`,
      id: "rollBackSkill",
      summary: "Restore an earlier version of a skill as its newest",
      policy: inWorkspace("skill.write"),
      input: { params, body: z.strictObject({ version: z.int().min(1), base: editedVersion }) },
      audit: { event: "skill.rolled-back" },
      answer: savedSkillAnswer,
      handle: async ({ workspace, actor, params: { name }, body }) => {
        const store = await skills.of(workspace.id);
        const options = { actor: authorOf(actor), base: body.base };
        const created = await store.rollBack(name, body.version, options);
        return { body: await saved(workspace.id, created, actor) };
      },
    }),
  ];
}

function changingRoutes({ hq, skills }: SkillServices): readonly Route[] {
  return [
    defineRoute({
      method: "patch",
      path: SKILL,
      id: "changeSkill",
      summary: "Make a skill public, or available only to members and workers",
      policy: inWorkspace("skill.write"),
      input: { params, body: z.strictObject({ public: z.boolean() }) },
      audit: { event: "skill.changed" },
      answer: wholeSkillAnswer,
      handle: async ({ workspace, params: { name }, body }) => {
        const store = await skills.of(workspace.id);
        const found = await store.find(name);
        const change = { workspaceId: workspace.id, name, isPublic: body.public };
        await setPublic(hq.database, change, hq);
        return { body: await wholeSkill(hq, { store, workspaceId: workspace.id }, found) };
      },
    }),
    defineRoute({
      method: "delete",
      path: SKILL,
      id: "deleteSkill",
      summary: "Delete a skill. Its versions are kept",
      policy: inWorkspace("skill.write"),
      input: { params },
      audit: { event: "skill.deleted" },
      answer: nothing,
      handle: async ({ workspace, actor, params: { name } }) => {
        const store = await skills.of(workspace.id);
        await store.remove(name, { actor: authorOf(actor) });
        return { body: undefined };
      },
    }),
  ];
}

interface SkillPlace {
  readonly store: SkillStore;
  readonly workspaceId: string;
}

async function wholeSkill(
  hq: Hq,
  place: SkillPlace,
  found: SkillVersion,
): Promise<WholeSkillAnswer> {
  const { store } = place;
  const [read] = await readVersions(store, [found]);
  if (read === undefined) {
    throw new CmsError("invalid_skill", `The SKILL.md of ${found.name} cannot be read.`);
  }
  return { ...answerSkill(read, await knownOf(hq, place)), body: read.skill.body };
}

async function knownOf(
  { database }: Hq,
  { store, workspaceId }: SkillPlace,
): Promise<KnownOfSkills> {
  return {
    publicNames: await publicSkills(database, workspaceId),
    reviews: await readSkillReviews(database, workspaceId),
    versions: (await store.follow()).versions,
  };
}

async function oneFile(
  store: SkillStore,
  found: SkillVersion,
  path: string,
): Promise<SkillFileAnswer> {
  const file = (await store.files(found)).find((one) => one.path === path);
  const bytes = await readSkillFile(store, found, path);
  if (file !== undefined && bytes !== undefined) {
    return { ...answerFile(file), ...answerBytes(bytes) };
  }
  throw new CmsError("not_found", `File not found in v${found.version} of ${found.name}.`);
}

/** @throws CmsError `invalid` for a file with both or neither of text and content */
export function fileOf({ path, mode, text, content }: NewFile): NewSkillFile {
  if ((text === undefined) === (content === undefined)) {
    const details = { field: "files" };
    throw new CmsError("invalid", `Send either text or content for ${path}.`, { details });
  }
  return {
    path,
    mode,
    bytes: Buffer.from(text ?? content ?? "", text === undefined ? "base64" : "utf8"),
  };
}

function authorOf({ name, email }: Actor): { readonly name: string; readonly email: string } {
  return { name, email };
}
