import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import { readData, hq, type Schemas } from "../client.ts";
import { useHubMutation, useHubQuery } from "./hub-query.ts";
import type { SkillVersion } from "./skills.ts";

export type SkillReviewRule = Schemas["SkillReviewRule"];

/** Loads whether skills must be reviewed before they run with secrets, and which workers have secrets. */
export function useSkillReview(): UseQueryResult<SkillReviewRule> {
  return useHubQuery(["skill-review"], (ws) =>
    readData(hq.GET("/workspaces/{ws}/skill-review", { params: { path: { ws } } })),
  );
}

export function usePutSkillReview(): UseMutationResult<
  SkillReviewRule,
  Error,
  SkillReviewRule["setting"]
> {
  return useHubMutation(
    (ws, setting) =>
      readData(
        hq.PUT("/workspaces/{ws}/skill-review", { params: { path: { ws } }, body: { setting } }),
      ),
    [["skill-review"]],
  );
}

/** Marks a version as reviewed by the current user. */
export function useReviewVersion(name: string): UseMutationResult<SkillVersion, Error, number> {
  return useHubMutation(
    (ws, version) => {
      const params = { path: { ws, name, version } };
      return readData(
        hq.POST("/workspaces/{ws}/skills/{name}/versions/{version}/review", { params }),
      );
    },
    [["skills"], ["skill"]],
  );
}
