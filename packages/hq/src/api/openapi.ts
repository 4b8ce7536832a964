import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import { describeResponses } from "./openapi-answers.ts";
import { SITE_ACTIONS, WORKSPACE_ACTIONS } from "./permissions/permissions.ts";
import type { PolicyRule } from "./policy.ts";
import type { Route } from "./route.ts";

/** Generates the OpenAPI 3.1 document of routes from the schemas that validate their requests. */
export function openApiDocument(
  routes: readonly Route[],
  { baseUrl }: { readonly baseUrl: string },
): ReturnType<typeof createDocument> {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: describeOperation(route) };
  }
  const used = new Set(routes.map(({ path }) => findTag(path)));
  const document: ZodOpenApiObject = {
    openapi: "3.1.1",
    info: {
      title: "Loam management API",
      version: "1",
      description: ABOUT,
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "The administrator of this server", url: baseUrl },
    },
    servers: [{ url: `${baseUrl}/api/manage` }],
    tags: TAGS.filter(({ name }) => used.has(name)).map(({ name, description }) => {
      return { name, description };
    }),
    security: [{ session: [] }, { token: [] }],
    paths,
    components: {
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: "__Host-hq",
          description:
            "Session cookie of a signed-in user. Requests that change something also need the header `X-CSRF-Token`.",
        },
        token: { type: "http", scheme: "bearer", description: "`loam_pat_…`" },
      },
    },
  };
  const created = createDocument(document, { override: openAnswer });
  sortSchemas(created.components?.schemas);
  openReferences(created);
  addFormats(created);
  return created;
}

const ABOUT =
  "Everything the dashboard can do. Unknown keys in a body and unknown query parameters are rejected. " +
  "Responses can get new keys, so clients must ignore keys they do not know. Times are ISO 8601 UTC with milliseconds. " +
  "Paginated lists take `limit` and the `cursor` of the previous page.";

/** Responses can get new keys, so additional keys are allowed. */
function openAnswer({ jsonSchema, io }: { jsonSchema: object; io: "input" | "output" }): void {
  if (io !== "output" || !("additionalProperties" in jsonSchema)) return;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

/** The order of the routes then doesn't change the rest of the document. */
function sortSchemas(schemas: Record<string, unknown> = {}): void {
  for (const name of Object.keys(schemas).toSorted()) {
    const schema = schemas[name];
    delete schemas[name];
    schemas[name] = schema;
  }
}

/** zod-openapi doesn't call `openAnswer` for a named schema with its own description. */
function openReferences(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  if ("$ref" in node && "additionalProperties" in node) delete node.additionalProperties;
  for (const child of Object.values(node)) openReferences(child);
}

/** Formats by name: every text that ends in `At` is a time. */
const FORMATS = [
  { name: /(At|Until)$|^(at|when|since|failingSince)$/, format: "date-time" },
  { name: /^(url|\w+Url)$/, format: "uri-reference" },
  { name: /^email$/, format: "email" },
];

function addFormats(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  if ("properties" in node && typeof node.properties === "object" && node.properties !== null) {
    for (const [name, schema] of Object.entries(node.properties)) {
      const found = FORMATS.find((each) => each.name.test(name));
      if (found !== undefined) addFormat(schema, found.format);
    }
  }
  for (const child of Object.values(node)) addFormats(child);
}

function addFormat(schema: unknown, format: string): void {
  if (typeof schema !== "object" || schema === null || "format" in schema) return;
  if ("anyOf" in schema && Array.isArray(schema.anyOf)) {
    for (const one of schema.anyOf) addFormat(one, format);
  }
  if (!("type" in schema)) return;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (types.includes("string")) Object.assign(schema, { format });
}

/** Path patterns and their tags. The first match applies. */
const TAGS = [
  {
    name: "Sign-in",
    at: /^\/(session|password-reset)/,
    description: "Sign in, sign out, and reset passwords.",
  },
  {
    name: "Instance",
    at: /^\/instance/,
    description: "Settings and users of the instance, for instance admins.",
  },
  {
    name: "Invitations",
    at: /\/invitations/,
    description: "Invite people to the instance or a workspace.",
  },
  { name: "Account", at: /^\/(me|tokens|users)/, description: "Users and their credentials." },
  {
    name: "Audit",
    at: /\/audit$/,
    description: "The audit log of sensitive actions, succeeded or denied.",
  },
  { name: "Transfer", at: /\/transfers?\b/, description: "Transfer a site to another workspace." },
  {
    name: "Workspaces",
    at: /^\/workspaces(?!.*\/sites$)/,
    description: "Workspaces, members, and plans.",
  },
  {
    name: "Publishing",
    at: /\/(publish|unpublish|schedule|publishing|publish-changes|releases)(?!.*schema)\b(?<!schema\/publish)/,
    description: "Publish, unpublish, schedule, and release entries.",
  },
  {
    name: "History",
    at: /\/(history|restore)/,
    description: "Earlier versions, and restoring them.",
  },
  { name: "Entries", at: /\/entries/, description: "Entries: working versions and live versions." },
  { name: "Content types", at: /\/types/, description: "Content types and their schemas." },
  { name: "Media", at: /\/media/, description: "Media files and their metadata." },
  { name: "Webhooks", at: /\/webhooks/, description: "Webhooks and their deliveries." },
  {
    name: "Keys",
    at: /\/(keys|draft-key)/,
    description: "API keys and draft keys for the read API.",
  },
  { name: "Sites", at: /\/sites/, description: "Sites, access to them, and copies of them." },
  { name: "Other", at: /^/, description: "Everything else." },
];

function findTag(path: string): string {
  return TAGS.find(({ at }) => at.test(path))?.name ?? "Other";
}

function describeOperation(route: Route): ZodOpenApiPathsObject[string]["get"] {
  const { id, summary, rule, sensitive, input, form, receives, path } = route;
  const { params, query, body } = input;
  const [title = summary] = summary.split(". ");
  const pathParameters = pathSchema(path, params);
  const responses: ZodOpenApiResponsesObject = describeResponses(route);
  return {
    operationId: id,
    tags: [findTag(path)],
    summary: title,
    description: describeRoute(route),
    "x-loam-policy": printRule(rule),
    ...(sensitive !== false && { "x-loam-sensitive": sensitive }),
    ...(rule.kind === "anyone" && { security: [] }),
    requestParams: {
      ...(pathParameters !== undefined && { path: pathParameters }),
      ...(query instanceof z.ZodObject && { query }),
      ...describeHeaders(route),
    },
    ...(body !== undefined && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: { "application/json": { schema: body } },
      },
    }),
    ...(form !== undefined && {
      requestBody: { required: true, content: { "multipart/form-data": { schema: form } } },
    }),
    ...(receives !== undefined && {
      requestBody: { required: true, content: { [receives]: {} } },
    }),
    responses,
  };
}

/** Describes what the route does, who can call it, and what it counts toward. */
function describeRoute({ summary, rule, sensitive, commits, audit }: Route): string {
  return [
    `${summary}.`,
    describeAccess(rule),
    ...(sensitive ? ["A session must have been confirmed within the last ten minutes."] : []),
    ...(commits ? ["Each commit counts toward the site's write limit per minute."] : []),
    ...(audit === undefined ? [] : [`Recorded in the audit log as \`${audit.event}\`.`]),
  ].join(" ");
}

function describeAccess(rule: PolicyRule): string {
  switch (rule.kind) {
    case "anyone":
      return "Requires no sign-in.";
    case "signed-in":
      return "Requires a session or a token.";
    case "in-person":
      return "Requires a session. Tokens are not accepted.";
    case "instance-admin":
      return "Requires the session of an instance admin.";
    case "workspace": {
      const { role, scope, ofProject } = WORKSPACE_ACTIONS[rule.action];
      if (ofProject === true) {
        return `Requires a project member or workspace admin. A token needs the scope \`${scope}\`.`;
      }
      return `Requires the workspace role \`${role}\` or higher. A token needs the scope \`${scope}\`.`;
    }
    case "site": {
      const { role, scope } = SITE_ACTIONS[rule.action];
      return `Requires the site role \`${role}\` or higher. A token needs the scope \`${scope}\`.`;
    }
  }
}

function describeHeaders({ method, rule, versioned, deferrable, headers }: Route): {
  header?: z.ZodObject;
} {
  const keyed = method === "post" && rule.kind !== "anyone";
  if (!versioned && !deferrable && !keyed && headers === undefined) return {};
  return {
    header: z.object({
      ...(versioned && ifMatch),
      ...(deferrable && prefer),
      ...(keyed && idempotencyKey),
      ...headers?.shape,
    }),
  };
}

const idempotencyKey = {
  "Idempotency-Key": z.string().max(255).exactOptional().meta({
    description:
      "Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response.",
  }),
};

const ifMatch = {
  "If-Match": z.string().exactOptional().meta({
    description:
      "The ETag of the version that was edited. Later changes by others are merged, or the request is rejected.",
  }),
};

const prefer = {
  Prefer: z.string().exactOptional().meta({
    description:
      "With `respond-async`, the response is sent as soon as the publish is durable. Public files and the read API follow within a second, or a few seconds for a large type with continuous publishes.",
  }),
};

/** Includes all path parameters, even those that only the policy reads, because OpenAPI requires them. */
function pathSchema(path: string, params: z.ZodType | undefined): z.ZodObject | undefined {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  if (names.length === 0) return undefined;
  const known = params instanceof z.ZodObject ? params.required().shape : {};
  return z.object(Object.fromEntries(names.map((name) => [name, known[name] ?? z.string()])));
}

function printRule(rule: PolicyRule): string {
  return "action" in rule ? rule.action : rule.kind;
}
