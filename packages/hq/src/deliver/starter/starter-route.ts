import { CmsError, isSiteId } from "@loam/cms-core";
import { writeTar } from "@loam/cms-core/export";
import { Router } from "express";
import { isPublishing } from "../../people/workspaces/sites.ts";
import { nameRoute } from "../../platform/http/request-log.ts";
import { onlyMethods } from "../../platform/http/send-problem.ts";
import type { SiteServices } from "../../sites/services.ts";
import { PACKAGES_FOLDER, readClientPackages } from "./client-packages.ts";
import { planProject } from "./plan-project.ts";

export const STARTER_PATH = "/api/public/starters";

const FOLDER = /^[a-z0-9][a-z0-9-]{0,62}$/;

export interface StarterOptions {
  /** @default the output of `npm run build` */
  readonly packages?: string;
}

/**
 * `/{site}/{folder}.tgz`: an Astro project for a site's live content, with the packages that it needs. It contains only
 * public information, so it is available to everyone while publishing is on.
 */
export function starterRoute(
  { hq, sites, publicStorageUrl }: Pick<SiteServices, "hq" | "sites" | "publicStorageUrl">,
  { packages = PACKAGES_FOLDER }: StarterOptions = {},
): Router {
  const packed = readClientPackages(packages);
  return Router({ caseSensitive: true, strict: true })
    .use(onlyMethods("GET", "HEAD"))
    .get("/:site/:file", async (request, response) => {
      nameRoute(request, STARTER_PATH);
      const { site: siteId, file } = request.params;
      const folder = file.endsWith(".tgz") ? file.slice(0, -".tgz".length) : "";
      if (!FOLDER.test(folder) || !isSiteId(siteId)) throw noProject();
      if (!(await isPublishing(hq.database, siteId))) throw noProject();
      const vendor = await packed;
      if (vendor === undefined) throw notPacked();
      const { site, types } = sites.live(siteId);
      if (site === undefined) throw noProject();
      const project = planProject(
        {
          name: site.name,
          publicUrl: `${publicStorageUrl}/${siteId}`,
          routes: site.routes,
          types: [...types.values()],
        },
        { folder, vendor: Object.fromEntries(vendor.map((one) => [one.name, one.file])) },
      );
      const files = [
        ...[...project].map(([name, content]) => ({ name: `${folder}/${name}`, content })),
        ...vendor.map((one) => ({ name: `${folder}/vendor/${one.file}`, content: one.content })),
      ];
      response
        .set({
          "Content-Type": "application/gzip",
          "Content-Disposition": `attachment; filename="${folder}.tgz"`,
          "Cache-Control": "no-store",
        })
        .send(await writeTar(files, { when: hq.now() }));
    });
}

function noProject(): CmsError {
  return new CmsError("not_found", "Site not found, or its publishing is turned off.");
}

function notPacked(): CmsError {
  return new CmsError("unavailable", "This server was started without a build. Run npm run build.");
}
