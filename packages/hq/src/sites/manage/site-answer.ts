import { z } from "zod";
import type { SiteRole } from "../../api/permissions/permissions.ts";
import { siteRole } from "../../api/shared-answers.ts";
import type { Site } from "../../people/workspaces/sites.ts";

/** A site in responses. */
export const siteAnswer: z.ZodType<SiteAnswer, SiteAnswer> = z
  .object({
    id: z.string(),
    workspaceId: z.string(),
    name: z.string(),
    publishing: z.boolean(),
    previewUrl: z.string().nullable(),
    integrationMode: z.boolean(),
    reviewRequired: z.boolean().meta({
      description: "Whether changes to content and schemas require an approved change request.",
    }),
    createdAt: z.string(),
    createdBy: z.string().nullable(),
    role: siteRole.meta({ description: "Role of the caller." }),
    publicUrl: z.string().meta({ description: "URL of its published files." }),
    readApiUrl: z.string(),
  })
  .meta({ id: "Site" });

export interface SiteAnswer {
  id: string;
  workspaceId: string;
  name: string;
  publishing: boolean;
  previewUrl: string | null;
  integrationMode: boolean;
  reviewRequired: boolean;
  createdAt: string;
  createdBy: string | null;
  role: SiteRole;
  publicUrl: string;
  readApiUrl: string;
}

/** Base URLs of the sites. */
export interface SiteAddresses {
  readonly baseUrl: string;
  readonly publicStorageUrl: string;
}

export function describeSite(
  site: Site,
  role: SiteRole,
  { baseUrl, publicStorageUrl }: SiteAddresses,
): SiteAnswer {
  return {
    id: site.id,
    workspaceId: site.workspaceId,
    name: site.name,
    publishing: site.publishing,
    previewUrl: site.previewUrl ?? null,
    integrationMode: site.integrationMode,
    reviewRequired: site.reviewRequired,
    createdAt: site.createdAt,
    createdBy: site.createdBy ?? null,
    role,
    publicUrl: `${publicStorageUrl}/${site.id}`,
    readApiUrl: `${baseUrl}/api/public/cms/${site.id}`,
  };
}
