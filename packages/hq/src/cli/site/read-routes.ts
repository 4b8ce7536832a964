import { CmsError } from "@loam/cms-core";

/** Parses `blog=/blog/{slug}` as blog: /blog/{slug}, and `blog=` as blog: null. */
export function readRoutes(given: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(
    given.map((text) => {
      const [, apiId, route] = /^([^=]+)=(\/.*)?$/.exec(text) ?? [];
      if (apiId !== undefined) return [apiId, route ?? null];
      throw new CmsError(
        "invalid",
        `--route needs a type and a path, such as blog=/blog/{slug}: ${text}`,
      );
    }),
  );
}
