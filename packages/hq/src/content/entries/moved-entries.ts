import { CmsError, type Issue, isEntryId } from "@loam/cms-core";
import type { PublishDates } from "@loam/cms-core/publish";
import { z } from "zod";
import { type Actor, requireAction, type SiteRole } from "../../api/permissions/permissions.ts";
import type { SiteContent } from "../../sites/registry/site-content.ts";

/** Values that HQ sets, unless a site admin migrates content that already has them. */
interface Origin {
  readonly id?: string;
  readonly createdAt?: string;
  readonly publishedAt?: string;
  readonly dates?: PublishDates;
}

const FOR_ADMINS = "Only for Admins of the site, to move content into HQ.";

/** An ISO 8601 time with a zone, converted to UTC with milliseconds. */
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());

/** Id of a new entry. */
export const newId: z.ZodType<string, string> = z
  .string()
  .refine(isEntryId, "Must be an entry ID: e and 19 characters of a-z and 2-7.")
  .meta({ description: `Default: generated. ${FOR_ADMINS}` });

export const createdAt: z.ZodType<string, string> = instant.meta({
  description: `Default: now. ${FOR_ADMINS}`,
});

export const publishedAt: z.ZodType<string, string> = instant.meta({
  description: `Default: now, or the current value if the entry is already live. ${FOR_ADMINS}`,
});

export const publishDates: z.ZodType<PublishDates, PublishDates> = z.enum(["now", "created"]).meta({
  id: "PublishDates",
  description: `\`created\`: entries that are not live yet get their creation date as publish date. ${FOR_ADMINS}`,
});

/**
 * Allows only site admins to set an entry's origin, and rejects times in the future.
 *
 * @throws CmsError `forbidden`, `invalid`
 */
export function requireOrigin(
  by: { readonly actor: Actor; readonly role: SiteRole },
  { dates, ...origin }: Origin,
  { now, path = "" }: { readonly now: Date; readonly path?: string },
): void {
  const origins = Object.entries(origin).filter(([, value]) => value !== undefined);
  if (origins.length === 0 && (dates ?? "now") === "now") return;
  requireAction(by, "entry.migrate");
  const issues = origins.flatMap(([field, value]): Issue[] => {
    if (field === "id" || value <= now.toISOString()) return [];
    return [
      {
        code: "invalid",
        field: `${path}${field}`,
        message: "The time is in the future. Use a schedule instead.",
      },
    ];
  });
  if (issues.length === 0) return;
  throw new CmsError("invalid", "The creation time of an entry cannot be in the future.", {
    issues,
  });
}

/** @throws CmsError `id_taken` if a working or live entry has the id */
export async function requireFreeId({ index }: SiteContent, id: string): Promise<void> {
  const [known] = await index.find(id);
  if (known === undefined) return;
  throw new CmsError("id_taken", `An entry of "${known.type}" already has the ID ${id}.`);
}
