import type { Issue } from "@loam/cms-core";
import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import type { SiteServices } from "../../sites/services.ts";

const fileProblem = z
  .object({
    code: z.string().meta({ description: "Stable name. See docs/reference/errors.md." }),
    message: z.string(),
    path: z.string().exactOptional().meta({ description: "Path of the file in the repository." }),
    line: z.int().exactOptional(),
    field: z.string().exactOptional(),
  })
  .meta({ id: "FileProblem" });

/** Problems in the files of a site. A broken file affects only itself. */
export function problemRoutes({ sites }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/sites/{site}/problems",
      id: "listProblems",
      summary: "List problems in the files of a site, for example after a push",
      policy: onSite("site.read"),
      input: {},
      answer: z.object({ problems: z.array(fileProblem).readonly(), totalCount: z.int() }),
      handle: async ({ site }) => {
        const { store } = await sites.content(site.id);
        const problems = store.problems().map(showProblem);
        return { body: { problems, totalCount: problems.length } };
      },
    }),
  ];
}

function showProblem({ code, message, path, line, field }: Issue): z.output<typeof fileProblem> {
  return {
    code,
    message,
    ...(path !== undefined && { path }),
    ...(line !== undefined && { line }),
    ...(field !== undefined && { field }),
  };
}
