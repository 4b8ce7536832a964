import { CmsError, parseCalendarDate, parseInstant } from "@loam/cms-core";
import {
  ENTRY_ORDERS,
  type EntryOrder,
  type EntryPage,
  type ListEntries,
} from "@loam/cms-core/find";
import { z } from "zod";
import { pageQuery } from "../../api/read-request.ts";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import type { SiteContent } from "../../sites/registry/site-content.ts";
import type { SiteServices } from "../../sites/services.ts";
import { entrySummary, type EntrySummary } from "../entries/entry-answer.ts";
import { ENTRIES, typeParams } from "../entries/entry-input.ts";
import { listWithFields } from "./list-fields.ts";

/** Maximum number of names or ids in one parameter. */
const MAX_NAMES = 100;

function names(description: string) {
  return z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(z.string().min(1).max(200)).max(MAX_NAMES))
    .exactOptional()
    .meta({ description });
}

const time = z.string().transform((text, context) => {
  const date = parseCalendarDate(text);
  const iso = date === undefined ? parseInstant(text) : `${date}T00:00:00.000Z`;
  if (iso !== undefined) return Date.parse(iso);
  context.addIssue("Must be YYYY-MM-DD or ISO 8601, with a time zone if it has a time.");
  return z.NEVER;
});

const fieldOrder = z
  .templateLiteral(["fields.", z.string().min(1)])
  .or(z.templateLiteral(["-fields.", z.string().min(1)]));

const order: z.ZodType<EntryOrder> = z.enum(ENTRY_ORDERS).or(fieldOrder).meta({ id: "EntryOrder" });

const wanted = {
  ...pageQuery,
  state: z
    .enum(["draft", "published", "changed", "unpublished", "broken", "scheduled"])
    .meta({ id: "EntryStateFilter" })
    .exactOptional(),
  q: z.string().max(200).exactOptional(),
  author: z.string().max(320).exactOptional().meta({
    description: "Email address of the user who saved the entry last; `me` for the caller.",
  }),
  updatedSince: time
    .exactOptional()
    .meta({ description: "Last changed at this time or later: a day in UTC, or ISO 8601." }),
  updatedBefore: time.exactOptional().meta({ description: "Last changed before this time." }),
  orders: order
    .exactOptional()
    .meta({ description: "Same as orderBy, with the name used by the read API." }),
  total: z.enum(["true", "false"]).exactOptional().meta({ description: "Always included." }),
  refersTo: z.string().max(200).exactOptional().meta({
    description: "ID of an entry or media file that the working version references.",
  }),
  filters: z
    .string()
    .exactOptional()
    .meta({
      description:
        "Conditions in the read API syntax, on the working version: `kind[equals]News[and]price[less_than]10`. " +
        "System keys always work, fields only if the list has one type. Rich text supports only `exists`; use q to search its text.",
    }),
  fields: names(
    "API IDs, separated by commas: values to include for each entry. References have type, slug, title, and state. " +
      "Media have filename and URL. Long texts are shortened.",
  ),
  thumbnails: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true")
    .meta({ description: "Whether to include the first image of each entry." }),
};

/** Query parameters of lists of one type. */
const typeListQuery = z.object({
  ...wanted,
  orderBy: order.default("default").meta({
    description:
      "`default` is the order of the published list; `fields.<API ID>` sorts by a field. `-` reverses the order.",
  }),
});

/** Query parameters of lists of several types. */
const siteListQuery = z.object({
  ...wanted,
  type: names("API IDs of content types, separated by commas. Default: all types."),
  orderBy: order.default("-updatedAt"),
  ids: names("IDs, separated by commas: returns only these entries, in this order, on one page."),
});

const pageAnswer = z
  .object({
    entries: z.array(entrySummary).readonly(),
    cursor: z.string().exactOptional().meta({ description: "Absent on the last page." }),
    total: z.int().meta({ description: "On all pages." }),
  })
  .meta({ id: "EntryList" });

/** Lists entries of one or several types, entries by id, and authors. */
export function listRoutes(services: SiteServices): readonly Route[] {
  return [...pageRoutes(services), authorsRoute(services)];
}

function pageRoutes(services: SiteServices): readonly Route[] {
  const { sites } = services;
  return [
    defineRoute({
      method: "get",
      path: "/sites/{site}/entries",
      id: "listSiteEntries",
      summary: "List the entries of all types, with working and live versions",
      policy: onSite("site.read"),
      input: { query: siteListQuery },
      answer: pageAnswer,
      handle: async ({ site, actor, query }) => {
        const { ids, type: types, fields = [], thumbnails, ...filters } = query;
        const content = await sites.content(site.id);
        const { index } = content;
        const beside = { fields, thumbnails, services };
        for (const type of types ?? []) requireType(content, type);
        requireFields(content, fields, types);
        if (ids !== undefined) {
          const found = (await Promise.all(ids.map((id) => index.find(id)))).flat();
          const entries = await listWithFields(content, found, beside);
          return { body: { entries, total: entries.length } };
        }
        const list = {
          ...listOf(filters, actor.email),
          ...(types !== undefined && { type: types }),
        };
        const page = await index.list(list);
        return { body: answerPage(page, await listWithFields(content, page.entries, beside)) };
      },
    }),
    defineRoute({
      method: "get",
      path: ENTRIES,
      id: "listEntries",
      summary: "List the entries of a type, with working and live versions",
      policy: onSite("site.read"),
      input: { params: typeParams, query: typeListQuery },
      answer: pageAnswer,
      handle: async ({ site, actor, params: { api_id: type }, query }) => {
        const { fields = [], thumbnails, ...filters } = query;
        const content = await sites.content(site.id);
        const page = await content.index.list({ ...listOf(filters, actor.email), type });
        if (page.entries.length === 0) requireType(content, type);
        requireFields(content, fields, [type]);
        const beside = { fields, thumbnails, services };
        return { body: answerPage(page, await listWithFields(content, page.entries, beside)) };
      },
    }),
  ];
}

function answerPage({ cursor, total }: EntryPage, entries: readonly EntrySummary[]) {
  return { entries, ...(cursor !== undefined && { cursor }), total };
}

function requireType({ store }: SiteContent, type: string): void {
  if (store.type(type) !== undefined) return;
  throw new CmsError("content_type_not_found", `There is no content type "${type}".`);
}

/** @throws CmsError `unknown_field` if no type of the list has the field */
function requireFields(
  { store }: SiteContent,
  fields: readonly string[],
  types: readonly string[] | undefined,
): void {
  if (fields.length === 0) return;
  const all = store.types().filter(({ type }) => types?.includes(type.apiId) !== false);
  const allowed = new Set(
    all.flatMap(({ type, latest }) => (latest ?? type).fields.map(({ apiId }) => apiId)),
  );
  const field = fields.find((name) => !allowed.has(name));
  if (field === undefined) return;
  throw new CmsError("unknown_field", `No content type in this list has a field "${field}".`, {
    details: { param: "fields", field, allowed: [...allowed] },
  });
}

function authorsRoute({ sites }: SiteServices): Route {
  return defineRoute({
    method: "get",
    path: "/sites/{site}/authors",
    id: "listAuthors",
    summary: "List the users who last saved entries of the site, by name",
    policy: onSite("site.read"),
    input: {},
    answer: z.object({
      authors: z
        .array(
          z.object({
            name: z.string(),
            email: z.string(),
            entries: z
              .int()
              .meta({ description: "Number of entries that no one has changed since." }),
          }),
        )
        .readonly(),
    }),
    handle: async ({ site }) => {
      const { index } = await sites.content(site.id);
      return { body: { authors: await index.authors() } };
    },
  });
}

type Wanted = Omit<z.output<typeof typeListQuery>, "fields" | "thumbnails">;

/** Builds the query of the index. @param me email address of the current user */
function listOf(
  { updatedSince, updatedBefore, author, total: _total, orders, orderBy, ...same }: Wanted,
  me: string,
): Omit<ListEntries, "type"> {
  return {
    ...same,
    orderBy: orders ?? orderBy,
    ...(author !== undefined && { author: author === "me" ? me : author }),
    ...(updatedSince !== undefined && { since: updatedSince }),
    ...(updatedBefore !== undefined && { before: updatedBefore }),
  };
}
