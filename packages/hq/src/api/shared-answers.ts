import { z } from "zod";
import {
  PLAN_NAMES,
  type PlanName,
  WORKSPACE_ROLES,
  type WorkspaceRole,
} from "../platform/db/tables/workspaces.ts";
import { SITE_ROLES, type SiteRole } from "./permissions/permissions.ts";

// Shapes in the answers of several areas.

interface Author {
  readonly name: string;
  readonly email: string;
}

/** The author of a commit, or the owner of something. */
export const authorAnswer: z.ZodType<Author, Author> = z
  .object({ name: z.string(), email: z.string() })
  .meta({ id: "Author" });

interface NamedRef {
  readonly id: string;
  readonly name: string;
}

/** Something with a name, such as a user whose ID is elsewhere in the answer. */
export const namedAnswer: z.ZodType<NamedRef, NamedRef> = z
  .object({ id: z.string(), name: z.string() })
  .meta({ id: "NamedRef" });

interface EntryRef {
  readonly id: string;
  readonly type: string;
  readonly slug: string;
}

export const entryRefAnswer: z.ZodType<EntryRef, EntryRef> = z
  .object({ id: z.string(), type: z.string(), slug: z.string() })
  .meta({ id: "EntryRef" });

interface TitledEntryRef extends EntryRef {
  readonly title: string;
}

export const titledEntryRefAnswer: z.ZodType<TitledEntryRef, TitledEntryRef> = z
  .object({ id: z.string(), type: z.string(), slug: z.string(), title: z.string() })
  .meta({ id: "TitledEntryRef" });

interface PathMessage {
  readonly path: string;
  readonly message: string;
}

/** A message about a field or a file. */
export const pathMessageAnswer: z.ZodType<PathMessage, PathMessage> = z
  .object({ path: z.string(), message: z.string() })
  .meta({ id: "PathMessage" });

interface Usage {
  readonly used: number;
  readonly limit: number | null;
}

/** How much of a quota is used. */
export const usageAnswer: z.ZodType<Usage, Usage> = z
  .object({ used: z.number(), limit: z.number().nullable() })
  .meta({ id: "Usage" });

type ChangeKind = "added" | "removed" | "changed";

export const changeKindAnswer: z.ZodType<ChangeKind, ChangeKind> = z
  .enum(["added", "removed", "changed"])
  .meta({ id: "ChangeKind" });

interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

/** The point of an image that stays visible when it's cropped, from 0 to 1. */
export const focalPointAnswer: z.ZodType<FocalPoint, FocalPoint> = z
  .object({ x: z.number(), y: z.number() })
  .meta({ id: "FocalPoint" });

export const workspaceRole: z.ZodType<WorkspaceRole, WorkspaceRole> = z
  .enum(WORKSPACE_ROLES)
  .meta({ id: "WorkspaceRole" });

export const siteRole: z.ZodType<SiteRole, SiteRole> = z.enum(SITE_ROLES).meta({ id: "SiteRole" });

export const planName: z.ZodType<PlanName, PlanName> = z.enum(PLAN_NAMES).meta({ id: "PlanName" });
