import type { ContentType, Field } from "../model/content-type.ts";
import type { SiteConfig } from "../model/site.ts";
import { listFilePath, publicAddress, REDIRECTS_PATH } from "./public-paths.ts";

/** A content type in the index. */
export interface IndexedType {
  /** The latest published schema version. */
  readonly schema: ContentType;
  readonly totalCount: number;
  /** Lowercase hex hash of the type's file; undefined for an object type whose entry isn't published. */
  readonly sha256: string | undefined;
  /** Latest `updatedAt` of its entries; undefined without entries. */
  readonly updatedAt: string | undefined;
}

export interface RenderIndexOptions {
  readonly site: Pick<SiteConfig, "id" | "name"> & Partial<Pick<SiteConfig, "routes" | "timeZone">>;
  /** Commit of `published` from which all files are rendered. */
  readonly commit: string;
  readonly publicUrl: string;
  /** The file with the new slugs of renamed entries; undefined if there are none. */
  readonly redirects?: { readonly totalCount: number; readonly sha256: string } | undefined;
}

/** Renders `api/index.json` with every content type that has a published schema, by API ID. */
export function renderIndex(
  types: readonly IndexedType[],
  { site, commit, publicUrl, redirects }: RenderIndexOptions,
): string {
  return JSON.stringify({
    site: { id: site.id, name: site.name, ...publishedRoutes(site) },
    generatedFrom: commit,
    contentTypes: types
      .toSorted((a, b) => (a.schema.apiId < b.schema.apiId ? -1 : 1))
      .map((type) => indexedType(type, publicUrl)),
    redirects: redirects && {
      totalCount: redirects.totalCount,
      url: publicAddress(publicUrl, REDIRECTS_PATH),
      sha256: redirects.sha256,
    },
  });
}

/** Returns the routes for links between entries, if they differ from the default. */
function publishedRoutes({ routes = {}, timeZone }: RenderIndexOptions["site"]): object {
  return {
    ...(Object.keys(routes).length === 0 ? {} : { routes }),
    ...(timeZone === undefined ? {} : { timeZone }),
  };
}

function indexedType(type: IndexedType, publicUrl: string): Record<string, unknown> {
  const { apiId, kind, label, fields } = type.schema;
  return {
    apiId,
    kind,
    label,
    totalCount: type.totalCount,
    url: publicAddress(publicUrl, listFilePath(apiId)),
    sha256: type.sha256,
    updatedAt: type.updatedAt,
    fields: fields.map(indexedField),
  };
}

/** Returns the keys of the contract, followed by what readers need to generate types. */
function indexedField(field: Field): Record<string, unknown> {
  const { apiId, label, type, required, multiple } = field;
  return { apiId, label, type, required, multiple, ...ofType(field) };
}

function ofType(field: Field): Record<string, unknown> {
  switch (field.type) {
    case "select":
      return { options: field.options.map((option) => option.label) };
    case "media":
      return { accept: field.accept };
    case "reference":
      return { to: field.to };
    case "repeat":
      return { fields: field.fields.map(indexedField) };
    case "text":
    case "textarea":
    case "richtext":
    case "number":
    case "boolean":
    case "date":
    case "embed":
      return {};
  }
}
