import { CmsError, isEntryId } from "@loam/cms-core";
import type { SiteStore } from "@loam/cms-core/site";
import { z } from "zod";
import { defineRoute, nothing, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import type { SiteServices } from "../../sites/services.ts";
import {
  deleteWorkingCopy,
  type StoredCopy,
  storeWorkingCopy,
  listWorkingCopies,
  readWorkingCopy,
  type WorkingCopy,
} from "../working-copies/working-copies.ts";
import { withByIdRoutes } from "./by-id.ts";
import { ENTRY, type EntryParams } from "./entry-input.ts";
import { requireEntry } from "./reply-entry.ts";

const PATH = `${ENTRY}/working-copy`;

const params = z.object({
  api_id: z.string(),
  id: z.string().meta({
    description:
      "ID of the entry, or its slug. For a new entry, `new:` and 8 to 32 characters of a-z and 0-9.",
  }),
});

const edits = {
  base: z.string().exactOptional().meta({ description: "Version of the edited entry." }),
  slug: z.string().exactOptional(),
  fields: z.record(z.string(), z.unknown()).meta({
    description: "Changed values by API ID, as entered. They are not validated.",
  }),
};

const body = z.strictObject(edits).meta({ id: "WorkingCopyInput" });

const storedFields = {
  change: z
    .int()
    .exactOptional()
    .meta({ description: "Number of the change request that it belongs to." }),
  id: z.string().meta({ description: "ID of the entry, or `new:…`." }),
  type: z.string(),
  version: z.string(),
  keptAt: z.string(),
};

const keptAnswer = z.object(storedFields).meta({ id: "WorkingCopySummary" });

const copyAnswer = z.object({ ...storedFields, ...edits }).meta({ id: "WorkingCopy" });

const readAnswer = z
  .object({ workingCopy: copyAnswer.nullable().meta({ description: "Null if there are none." }) })
  .meta({ id: "WorkingCopyAnswer" });

/** Unsaved edits of the current user. No one else can see them. */
export function workingCopyRoutes({ hq, sites }: SiteServices): readonly Route[] {
  const { database } = hq;
  return [
    defineRoute({
      method: "get",
      path: "/sites/{site}/working-copies",
      id: "listWorkingCopies",
      summary: "List the entries with your unsaved changes, newest first",
      policy: onSite("site.read"),
      input: {},
      answer: z.object({ workingCopies: z.array(keptAnswer).readonly() }),
      handle: async ({ site, actor: { userId } }) => {
        const copies = await listWorkingCopies(database, { siteId: site.id, userId });
        return { body: { workingCopies: copies.map(showStoredCopy) } };
      },
    }),
    ...withByIdRoutes(ownCopyRoutes({ hq, sites }), { sites }),
  ];
}

function ownCopyRoutes({ hq, sites }: Pick<SiteServices, "hq" | "sites">): readonly Route[] {
  const { database } = hq;
  return copyRoutesAt(hq, {
    path: PATH,
    ids: { read: "getWorkingCopy", keep: "keepWorkingCopy", drop: "dropWorkingCopy" },
    params,
    async findPlace({ siteId, userId, isNew }, named) {
      const { store } = await sites.content(siteId);
      if (isNew) return { entryId: copyKey(store, named) };
      return { entryId: await findCopyKey({ database, store }, { siteId, userId }, named) };
    },
  });
}

interface CopyRequest {
  readonly siteId: string;
  readonly userId: string;
  /** Whether edits are about to be stored, not only read. */
  readonly isNew: boolean;
}

interface CopyPlace {
  readonly entryId: string;
  readonly change?: number;
}

interface CopyRoutes<Params extends { readonly api_id: string }> {
  readonly path: string;
  readonly ids: Readonly<Record<"read" | "keep" | "drop", string>>;
  readonly params: z.ZodType<Params>;
  /** Returns the key for storing edits. @throws CmsError if there is no such entry */
  readonly findPlace: (asked: CopyRequest, params: Params) => Promise<CopyPlace>;
}

/** Routes for the unsaved edits of one entry, in the working content or a change request: read, store, and discard. */
export function copyRoutesAt<Params extends { readonly api_id: string }>(
  hq: Pick<SiteServices["hq"], "database" | "now">,
  { path, ids, params: named, findPlace }: CopyRoutes<Params>,
): readonly Route[] {
  const { database } = hq;
  return [
    defineRoute({
      method: "get",
      path,
      id: ids.read,
      summary: "Get your unsaved changes of an entry",
      policy: onSite("site.read"),
      input: { params: named },
      answer: readAnswer,
      handle: async ({ site, actor: { userId }, params: asked }) => {
        const writer = { siteId: site.id, userId };
        const place = await findPlace({ ...writer, isNew: false }, asked);
        const copy = await readWorkingCopy(database, { ...writer, ...place });
        if (copy === undefined) return { body: { workingCopy: null } };
        return { body: { workingCopy: showCopy(copy) }, version: copy.version };
      },
    }),
    defineRoute({
      method: "put",
      path,
      id: ids.keep,
      summary:
        "Store unsaved changes of an entry. Creates no commit and does not count as a write. If-Match names the version it continues; without it, none must exist",
      policy: onSite("change.propose"),
      input: { params: named, body },
      versioned: true,
      answer: keptAnswer,
      handle: async ({ site, actor: { userId }, params: asked, body: content, ifMatch }) => {
        const writer = { siteId: site.id, userId };
        const place = await findPlace({ ...writer, isNew: true }, asked);
        const written = { ...writer, ...place, type: asked.api_id };
        const copy = await storeWorkingCopy(
          database,
          { ...written, content, replaces: ifMatch },
          hq,
        );
        return { body: showStoredCopy(copy), version: copy.version };
      },
    }),
    defineRoute({
      method: "delete",
      path,
      id: ids.drop,
      summary: "Discard your unsaved changes of an entry",
      policy: onSite("change.propose"),
      input: { params: named },
      versioned: true,
      answer: nothing,
      handle: async ({ site, actor: { userId }, params: asked, ifMatch }) => {
        const writer = { siteId: site.id, userId };
        const place = await findPlace({ ...writer, isNew: false }, asked);
        await deleteWorkingCopy(database, { ...writer, ...place }, { version: ifMatch });
        return { body: undefined };
      },
    }),
  ];
}

/** Key of a new entry. Slugs have no colon, so it never matches an existing entry. */
export const NEW_ENTRY: RegExp = /^new:[a-z0-9]{8,32}$/;

/** @throws CmsError `content_type_not_found`, `content_not_found` */
function copyKey(store: SiteStore, { api_id: type, id }: EntryParams): string {
  if (!NEW_ENTRY.test(id)) return requireEntry(store, { api_id: type, id }).id;
  if (store.type(type) !== undefined) return id;
  throw new CmsError("content_type_not_found", `There is no content type "${type}".`);
}

/** Like `copyKey`, but also finds a user's edits of an entry that someone else deleted, by its id. */
async function findCopyKey(
  { database, store }: { readonly database: ControlDatabase; readonly store: SiteStore },
  writer: { readonly siteId: string; readonly userId: string },
  named: EntryParams,
): Promise<string> {
  const entryId = named.id;
  const isGone = isEntryId(entryId) && store.findEntry(named.api_id, entryId) === undefined;
  if (isGone && (await readWorkingCopy(database, { ...writer, entryId })) !== undefined) {
    return entryId;
  }
  return copyKey(store, named);
}

function showStoredCopy({ entryId, ...copy }: StoredCopy): z.input<typeof keptAnswer> {
  const { change, type, version, keptAt } = copy;
  return { ...(change !== undefined && { change }), id: entryId, type, version, keptAt };
}

function showCopy({ content, ...copy }: WorkingCopy): z.input<typeof copyAnswer> {
  return { ...showStoredCopy(copy), ...content };
}
