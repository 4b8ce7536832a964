import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import { readData, expectSuccess, hq, type Schemas } from "../client.ts";
import { useHubMutation, useHubDelete, useHubQuery } from "./hub-query.ts";

export type Skill = Schemas["Skill"];
export type SkillDetail = Schemas["SkillDetails"];
export type SkillVersion = Schemas["SkillVersion"];
export type SkillFile = Schemas["SkillFile"];
export type SavedSkill = Schemas["SavedSkill"];

/** A file to upload: its text, or its bytes in base64. */
export interface NewSkillFile {
  readonly path: string;
  readonly mode: SkillFile["mode"];
  readonly text?: string;
  readonly content?: string;
}

/** Loads the skills of the workspace, by name. */
export function useSkills(): UseQueryResult<readonly Skill[]> {
  return useHubQuery(["skills"], async (ws) => {
    const params = { path: { ws } };
    return (await readData(hq.GET("/workspaces/{ws}/skills", { params }))).contents;
  });
}

/** Loads the latest version of a skill. */
export function useSkill(name: string): UseQueryResult<SkillDetail> {
  return useHubQuery(["skill", name, "newest"], (ws) =>
    readData(hq.GET("/workspaces/{ws}/skills/{name}", { params: { path: { ws, name } } })),
  );
}

/** Loads all versions of a skill, newest first. */
export function useSkillVersions(name: string): UseQueryResult<readonly SkillVersion[]> {
  return useHubQuery(["skill", name, "versions"], async (ws) => {
    const params = { path: { ws, name } };
    return (await readData(hq.GET("/workspaces/{ws}/skills/{name}/versions", { params }))).contents;
  });
}

/** Loads all files of a version, with their contents. */
export function useSkillFiles(
  name: string,
  version: number | undefined,
): UseQueryResult<readonly SkillFile[]> {
  return useHubQuery(
    ["skill", name, "files", version],
    (ws) => readSkillFiles({ ws, name, version: version ?? 0 }),
    // A version never changes.
    { enabled: version !== undefined, staleTime: Infinity },
  );
}

interface VersionPlace {
  readonly ws: string;
  readonly name: string;
  readonly version: number;
}

async function readSkillFiles({ ws, name, version }: VersionPlace): Promise<readonly SkillFile[]> {
  const path = { ws, name };
  const read = async (asked: { readonly path?: string }) =>
    (
      await readData(
        hq.GET("/workspaces/{ws}/skills/{name}/files", {
          params: { path, query: { version, ...asked } },
        }),
      )
    ).contents;
  const files = await read({});
  return (await Promise.all(files.map((file) => read({ path: file.path })))).flat();
}

interface SaveWish {
  readonly name: string;
  readonly files: readonly NewSkillFile[];
  /** The edited version; 0 for a new skill. */
  readonly base: number;
}

/** Saves all files of a skill as its next version. */
export function useSaveSkill(): UseMutationResult<SavedSkill, Error, SaveWish> {
  return useHubMutation((ws, { name, files, base }) => {
    const body = { base, files: [...files] };
    return readData(
      hq.PUT("/workspaces/{ws}/skills/{name}", { params: { path: { ws, name } }, body }),
    );
  }, CHANGES);
}

export function useRollBackSkill(
  name: string,
): UseMutationResult<SavedSkill, Error, { readonly version: number; readonly base: number }> {
  return useHubMutation(
    (ws, body) =>
      readData(
        hq.POST("/workspaces/{ws}/skills/{name}/rollback", {
          params: { path: { ws, name } },
          body,
        }),
      ),
    CHANGES,
  );
}

export function useDeleteSkill(name: string): UseMutationResult<void, Error, void> {
  return useHubDelete(
    (ws) =>
      expectSuccess(
        hq.DELETE("/workspaces/{ws}/skills/{name}", { params: { path: { ws, name } } }),
      ),
    [["skills"], ["readiness"]],
  );
}

/** Sets a skill to public, or restricts it to members and workers. */
export function usePublicSkill(name: string): UseMutationResult<SkillDetail, Error, boolean> {
  return useHubMutation(
    (ws, isPublic) =>
      readData(
        hq.PATCH("/workspaces/{ws}/skills/{name}", {
          params: { path: { ws, name } },
          body: { public: isPublic },
        }),
      ),
    CHANGES,
  );
}

const CHANGES = [["skills"], ["skill"], ["readiness"]];
