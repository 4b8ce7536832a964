import { CmsError, type Issue, isEntryId } from "@loam/cms-core";
import type { PublishDates } from "@loam/cms-core/publish";
import { z } from "zod";
import { type Actor, requireAction, type SiteRole } from "../../api/permissions/permissions.ts";
import type { SiteContent } from "../../sites/registry/site-content.ts";

/** What HQ sets by itself, unless an admin of the site moves content here that has it already. */
interface Origin {
  readonly id?: string;
  readonly createdAt?: string;
  readonly publishedAt?: string;
  readonly dates?: PublishDates;
}

const FOR_ADMINS = "For admins of the site, who move content here.";

/** An ISO 8601 time with a zone, as UTC with milliseconds. */
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());

/** Of a new entry. */
export const newId: z.ZodType<string, string> = z
  .string()
  .refine(isEntryId, "It must be an entry id: e and 19 of a-z and 2-7.")
  .meta({ description: `Made unless given. ${FOR_ADMINS}` });

export const createdAt: z.ZodType<string, string> = instant.meta({
  description: `Now unless given. ${FOR_ADMINS}`,
});

export const publishedAt: z.ZodType<string, string> = instant.meta({
  description: `Now unless given; what is live keeps its own unless this is given. ${FOR_ADMINS}`,
});

export const publishDates: z.ZodType<PublishDates, PublishDates> = z.enum(["now", "created"]).meta({
  description: `\`created\`: what is not live yet was published when it was created. ${FOR_ADMINS}`,
});

/**
 * Lets admins of the site alone say where an entry comes from, and nothing that has not happened yet.
 *
 * @throws CmsError `forbidden`, `invalid`
 */
export function requireOrigin(
  by: { readonly actor: Actor; readonly role: SiteRole },
  { dates, ...origin }: Origin,
  { now, path = "" }: { readonly now: Date; readonly path?: string },
): void {
  const given = Object.entries(origin).filter(([, value]) => value !== undefined);
  if (given.length === 0 && (dates ?? "now") === "now") return;
  requireAction(by, "entry.migrate");
  const issues = given.flatMap(([field, value]): Issue[] => {
    if (field === "id" || value <= now.toISOString()) return [];
    return [
      {
        code: "invalid",
        field: `${path}${field}`,
        message: "It lies ahead; a schedule is for that.",
      },
    ];
  });
  if (issues.length === 0) return;
  throw new CmsError("invalid", "An entry cannot come from the future.", { issues });
}

/** @throws CmsError `id_taken` for the id of an entry that is there, or is still live */
export async function requireFreeId({ index }: SiteContent, id: string): Promise<void> {
  const [known] = await index.find(id);
  if (known === undefined) return;
  throw new CmsError("id_taken", `An entry of "${known.type}" has the id ${id}.`);
}
