import { QUERY_PARAMETERS, type QueryParameter } from "@loam/cms-core/query";
import { KEY_HEADERS } from "./authenticate.ts";

/** A JSON object of the document. */
type Json = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly description: string;
  readonly schema: Json;
  readonly example?: string;
  /** Whether lists alone have it. */
  readonly ofLists?: boolean;
}

const TEXT: Json = { type: "string" };

/** Every query parameter of the read API. */
const PARAMETERS: Readonly<Record<QueryParameter, Parameter>> = {
  limit: {
    description: "Number of entries.",
    schema: { type: "integer", minimum: 0, maximum: 100, default: 10 },
    ofLists: true,
  },
  offset: {
    description: "Number of entries to skip.",
    schema: { type: "integer", minimum: 0, maximum: 1_000_000_000, default: 0 },
    ofLists: true,
  },
  orders: {
    description:
      "Fields to sort by, separated by commas. A minus sign sorts in descending order. The default is the order in the dashboard.",
    schema: TEXT,
    example: "-publishedAt,title",
    ofLists: true,
  },
  filters: {
    description:
      "Conditions `field[operator]value`, joined by `[and]` and `[or]`, which have equal precedence, and grouped by parentheses. Operators: `equals`, `not_equals`, `contains`, `not_contains`, `less_than`, `greater_than`, `begins_with`, `exists`, `not_exists`.",
    schema: { type: "string", maxLength: 4000 },
    example: "featured[equals]true[and]tags[contains]git",
    ofLists: true,
  },
  q: {
    description: "Search terms, separated by spaces. All of them must occur in an entry.",
    schema: { type: "string", maxLength: 200 },
    ofLists: true,
  },
  ids: {
    description: "IDs or slugs, separated by commas. `limit` applies.",
    schema: TEXT,
    ofLists: true,
  },
  fields: {
    description:
      "Fields of the response, separated by commas. `author.name` selects a field of a reference or repeat. `id` is included only if it is listed.",
    schema: TEXT,
    example: "id,title,author.name",
  },
  depth: {
    description: 'How many levels of references are expanded. At 0, a reference is `{"id"}`.',
    schema: { type: "integer", minimum: 0, maximum: 3, default: 1 },
  },
  draftKey: {
    description:
      "Draft key of the site, or a preview token. The response contains drafts and is never cached.",
    schema: TEXT,
  },
  at: {
    description:
      "Commit from the `X-CMS-Snapshot` header of an earlier response. Reads that state, so that several pages are consistent.",
    schema: TEXT,
  },
  profile: {
    description: "`microcms` returns entries in the format of microCMS.",
    schema: { type: "string", enum: ["microcms"] },
  },
};

/** The OpenAPI 3.1 document of the read API. */
export function readOpenApi(baseUrl: string): Json {
  return {
    openapi: "3.1.1",
    info: {
      title: "Loam read API",
      version: "1",
      description:
        "Filters, search, sorting, and drafts over HTTP. The fields of entries depend on the content type: `GET /api/public/cms/{site_id}` lists them.",
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "The administrator of this server", url: baseUrl },
    },
    servers: [{ url: baseUrl }],
    tags: [
      { name: "Entries", description: "Published entries, or drafts with a draft key." },
      { name: "microCMS", description: "The same in the format of microCMS, for its clients." },
    ],
    security: KEY_HEADERS.map((header) => ({ [header]: [] })),
    paths: {
      "/api/public/cms/{site_id}": site("getIndex", "Get the content types of a site"),
      "/api/public/cms/{site_id}/{api_id}": listOrObject({ id: "listEntries", tag: "Entries" }),
      "/api/public/cms/{site_id}/{api_id}/{id}": entry({ id: "getEntry", tag: "Entries" }),
      "/api/v1/{api_id}": listOrObject({ id: "listMicrocmsEntries", tag: "microCMS" }),
      "/api/v1/{api_id}/{id}": entry({ id: "getMicrocmsEntry", tag: "microCMS" }),
    },
    components: { ...COMPONENTS, parameters: parameters() },
  };
}

interface OperationNames {
  readonly id: string;
  readonly tag: "Entries" | "microCMS";
}

function site(operationId: string, summary: string): Json {
  return {
    parameters: [reference("parameters", "site_id")],
    get: {
      operationId,
      tags: ["Entries"],
      summary,
      description: "The same as the published file `api/index.json`.",
      parameters: ["draftKey", "at"].map(queryReference),
      responses: responses(reference("schemas", "Index")),
    },
  };
}

function listOrObject({ id, tag }: OperationNames): Json {
  return {
    parameters: pathReferences(tag),
    get: {
      operationId: id,
      tags: [tag],
      summary: "List the entries of a type, or get its object",
      description:
        "A list type returns a page of entries. An object type returns its entry, and ignores the parameters of lists.",
      parameters: namesFor(tag).map(queryReference),
      responses: responses({
        anyOf: [reference("schemas", "List"), reference("schemas", "Entry")],
      }),
    },
  };
}

function entry({ id, tag }: OperationNames): Json {
  return {
    parameters: [...pathReferences(tag), reference("parameters", "id")],
    get: {
      operationId: id,
      tags: [tag],
      summary: "Get one entry by ID or slug",
      description: "An ID comes before a slug.",
      parameters: namesFor(tag)
        .filter((name) => PARAMETERS[name].ofLists !== true)
        .map(queryReference),
      responses: responses(reference("schemas", "Entry")),
    },
  };
}

/** The microCMS paths have that format without `profile`. */
function namesFor(tag: OperationNames["tag"]): readonly QueryParameter[] {
  return QUERY_PARAMETERS.filter((name) => tag === "Entries" || name !== "profile");
}

function pathReferences(tag: OperationNames["tag"]): readonly Json[] {
  const names = tag === "Entries" ? ["site_id", "api_id"] : ["api_id"];
  return names.map((name) => reference("parameters", name));
}

function queryReference(name: string): Json {
  return reference("parameters", name);
}

function reference(kind: "parameters" | "schemas" | "responses" | "headers", name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

function inPath(name: string, description: string): Json {
  return { name, in: "path", required: true, description, schema: TEXT };
}

function parameters(): Json {
  return {
    site_id: inPath("site_id", "ID of the site."),
    api_id: inPath("api_id", "API ID of the content type."),
    id: inPath("id", "ID or slug of the entry."),
    ...Object.fromEntries(
      Object.entries(PARAMETERS).map(([name, { description, schema, example }]) => [
        name,
        { name, in: "query", description, schema, ...(example !== undefined && { example }) },
      ]),
    ),
  };
}

const FAILURES: Readonly<Record<string, string>> = {
  "400": "A parameter is invalid. `param` names it.",
  "401": "The API key or draft key is missing or wrong.",
  "404": "The site, content type, or entry doesn't exist or isn't published.",
  "410": "The commit in `at` is no longer available.",
  "429": "Too many requests. `Retry-After` is the number of seconds to wait.",
  default: "Any other failure.",
};

function responses(schema: Json): Json {
  const problem = { "application/problem+json": { schema: reference("schemas", "Problem") } };
  return {
    "200": {
      description: "OK",
      headers: Object.fromEntries(
        Object.keys(HEADERS).map((name) => [name, reference("headers", name)]),
      ),
      content: { "application/json": { schema } },
    },
    "304": { description: "The response to `If-None-Match` if nothing changed. It isn't charged." },
    ...Object.fromEntries(
      Object.entries(FAILURES).map(([status, description]) => [
        status,
        { description, content: problem },
      ]),
    ),
  };
}

const HEADERS: Readonly<Record<string, Json>> = {
  ETag: { description: "Strong entity tag, for `If-None-Match`.", schema: TEXT },
  "X-CMS-Snapshot": { description: "The commit that was read, for `at`.", schema: TEXT },
  "X-Truncated-Depth": {
    description: "`true` if not all references were expanded, because there were too many.",
    schema: TEXT,
  },
  "X-RateLimit-Limit": { description: "Requests per minute.", schema: { type: "integer" } },
  "X-RateLimit-Remaining": { description: "Requests left.", schema: { type: "integer" } },
  "X-RateLimit-Reset": {
    description: "When more requests are available, in seconds since 1970.",
    schema: { type: "integer" },
  },
};

const TIME: Json = { type: "string", format: "date-time" };

const COMPONENTS: Json = {
  securitySchemes: Object.fromEntries(
    KEY_HEADERS.map((name) => [
      name,
      { type: "apiKey", in: "header", name, description: "API key of the site: `loam_read_…`." },
    ]),
  ),
  headers: HEADERS,
  schemas: {
    Index: {
      type: "object",
      required: ["site", "contentTypes"],
      properties: {
        site: { type: "object", properties: { id: TEXT, name: TEXT } },
        generatedFrom: { type: "string", description: "Commit of the published content." },
        contentTypes: { type: "array", items: reference("schemas", "ContentType") },
      },
    },
    ContentType: {
      type: "object",
      required: ["apiId", "kind", "label", "totalCount", "fields"],
      properties: {
        apiId: TEXT,
        kind: { type: "string", enum: ["list", "object"] },
        label: TEXT,
        totalCount: { type: "integer" },
        url: { type: "string", description: "URL of the published file." },
        sha256: { type: "string", description: "Digest of the published file." },
        updatedAt: TIME,
        fields: { type: "array", items: reference("schemas", "Field") },
      },
    },
    Field: {
      type: "object",
      required: ["apiId", "label", "type"],
      properties: {
        apiId: TEXT,
        label: TEXT,
        type: TEXT,
        required: { type: "boolean" },
        multiple: { type: "boolean" },
      },
    },
    Entry: {
      type: "object",
      description:
        "Keys of every entry, then fields by API ID. With `fields`, only the selected ones. Empty fields are missing, except Boolean (`false`) and multiple values (`[]`).",
      properties: {
        id: TEXT,
        slug: TEXT,
        createdAt: TIME,
        updatedAt: TIME,
        publishedAt: TIME,
        sortOrder: { type: "number" },
      },
      additionalProperties: true,
    },
    List: {
      type: "object",
      required: ["contents", "totalCount", "offset", "limit"],
      properties: {
        contents: { type: "array", items: reference("schemas", "Entry") },
        totalCount: { type: "integer", description: "Number of entries that match." },
        offset: { type: "integer" },
        limit: { type: "integer" },
      },
    },
    Problem: {
      type: "object",
      required: ["type", "title", "status", "code", "detail", "message"],
      properties: {
        type: TEXT,
        title: TEXT,
        status: { type: "integer" },
        code: { type: "string", description: "Stable, for programs." },
        detail: { type: "string", description: "For people." },
        message: { type: "string", description: "The same as `detail`." },
        param: { type: "string", description: "The invalid parameter." },
        position: { type: "integer", description: "Where `filters` is invalid." },
        field: TEXT,
        allowed: { type: "array", items: TEXT },
      },
    },
  },
};
