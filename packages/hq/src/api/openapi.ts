import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import { answersOf } from "./openapi-answers.ts";
import { SITE_ACTIONS, WORKSPACE_ACTIONS } from "./permissions/permissions.ts";
import type { PolicyRule } from "./policy.ts";
import type { Route } from "./route.ts";

/** The OpenAPI 3.1 document of routes, made from the schemas that check their requests. */
export function openApiDocument(
  routes: readonly Route[],
  { baseUrl }: { readonly baseUrl: string },
): ReturnType<typeof createDocument> {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route) };
  }
  const used = new Set(routes.map(({ path }) => tagOf(path)));
  const document: ZodOpenApiObject = {
    openapi: "3.1.1",
    info: {
      title: "Loam management API",
      version: "1",
      description: ABOUT,
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "Whoever runs this server", url: baseUrl },
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
          description: "Of a person who signed in; changes take the header `X-CSRF-Token`, too.",
        },
        token: { type: "http", scheme: "bearer", description: "`loam_pat_…`" },
      },
    },
  };
  const made = createDocument(document, { override: openAnswer });
  addFormats(made);
  return made;
}

const ABOUT =
  "Everything that people do in Loam's editor. Unknown keys of a body and unknown query parameters are refused. " +
  "Answers may get new keys: a client ignores those that it does not know. Times are ISO 8601 UTC with milliseconds. " +
  "Lists that are read page by page take `limit` and the `cursor` of the page before.";

/** An answer may get new keys, so no key of it is forbidden. */
function openAnswer({ jsonSchema, io }: { jsonSchema: object; io: "input" | "output" }): void {
  if (io !== "output" || !("additionalProperties" in jsonSchema)) return;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

/** What the name of a text says of its form: everything that ends in `At` is a time. */
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

/** By which path a route is found under which heading; the first that fits. */
const TAGS = [
  { name: "Sign-in", at: /^\/(session|password-reset)/, description: "Sessions and passwords." },
  { name: "Instance", at: /^\/instance/, description: "For admins of the instance." },
  { name: "Invitations", at: /\/invitations/, description: "How people come in." },
  { name: "Account", at: /^\/(me|tokens|users)/, description: "People and their credentials." },
  { name: "Audit", at: /\/audit$/, description: "Sensitive acts, done or refused." },
  { name: "Transfer", at: /\/transfers?\b/, description: "A site moves to another workspace." },
  { name: "Workspaces", at: /^\/workspaces(?!.*\/sites$)/, description: "Who works together." },
  {
    name: "Publishing",
    at: /\/(publish|unpublish|schedule|publishing|publish-changes|releases)(?!.*schema)\b(?<!schema\/publish)/,
    description: "What makes content live, now or at a time.",
  },
  { name: "History", at: /\/(history|restore)/, description: "What was, and how it comes back." },
  { name: "Entries", at: /\/entries/, description: "Content, as drafts and as it is live." },
  { name: "Content types", at: /\/types/, description: "The shape of entries." },
  { name: "Media", at: /\/media/, description: "Files, and what is said of them." },
  { name: "Webhooks", at: /\/webhooks/, description: "What other programs are told." },
  { name: "Keys", at: /\/(keys|draft-key)/, description: "What opens the read API." },
  { name: "Sites", at: /\/sites/, description: "Sites, who may do what there, and their copies." },
  { name: "Other", at: /^/, description: "Everything else." },
];

function tagOf(path: string): string {
  return TAGS.find(({ at }) => at.test(path))?.name ?? "Other";
}

function operationOf(route: Route): ZodOpenApiPathsObject[string]["get"] {
  const { id, summary, rule, sensitive, input, form, receives, path } = route;
  const { params, query, body } = input;
  const pathParameters = pathSchema(path, params);
  const responses: ZodOpenApiResponsesObject = answersOf(route);
  return {
    operationId: id,
    tags: [tagOf(path)],
    summary,
    description: descriptionOf(route),
    "x-loam-policy": printRule(rule),
    ...(sensitive !== false && { "x-loam-sensitive": sensitive }),
    ...(rule.kind === "anyone" && { security: [] }),
    requestParams: {
      ...(pathParameters !== undefined && { path: pathParameters }),
      ...(query instanceof z.ZodObject && { query }),
      ...headersOf(route),
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

/** Who may, and what it costs: the summary says what is done. */
function descriptionOf({ summary, rule, sensitive, commits, audit }: Route): string {
  return [
    `${summary}.`,
    whoMay(rule),
    ...(sensitive ? ["A session must have been proven within ten minutes."] : []),
    ...(commits ? ["A commit that it makes counts as one of the site's writes of a minute."] : []),
    ...(audit === undefined ? [] : [`The audit log keeps it as \`${audit.event}\`.`]),
  ].join(" ");
}

function whoMay(rule: PolicyRule): string {
  switch (rule.kind) {
    case "anyone":
      return "For everyone.";
    case "signed-in":
      return "For everyone who is signed in, also by a token.";
    case "in-person":
      return "For a session alone, not for a token.";
    case "instance-admin":
      return "For admins of the instance, in a session.";
    case "workspace": {
      const { role, scope, ofProject } = WORKSPACE_ACTIONS[rule.action];
      if (ofProject === true) {
        return `For the project's members and the workspace's admins; a token needs \`${scope}\`.`;
      }
      return `For the role \`${role}\` of the workspace and those above it; a token needs \`${scope}\`.`;
    }
    case "site": {
      const { role, scope } = SITE_ACTIONS[rule.action];
      return `For the role \`${role}\` at the site and those above it; a token needs \`${scope}\`.`;
    }
  }
}

function headersOf({ method, rule, versioned, deferrable, headers }: Route): {
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
      "Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before.",
  }),
};

const ifMatch = {
  "If-Match": z.string().exactOptional().meta({
    description: "The ETag of what was edited. What others changed since is merged or refused.",
  }),
};

const prefer = {
  Prefer: z.string().exactOptional().meta({
    description:
      "With `respond-async` the answer comes as soon as the publish is durable; public files and the read API follow within a second, or a few for a large type that is published to without a pause.",
  }),
};

/**
 * Every name in the path, including those that only its policy reads. OpenAPI requires path parameters, also those
 * that a handler shares with paths that lack them.
 */
function pathSchema(path: string, params: z.ZodType | undefined): z.ZodObject | undefined {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  if (names.length === 0) return undefined;
  const known = params instanceof z.ZodObject ? params.required().shape : {};
  return z.object(Object.fromEntries(names.map((name) => [name, known[name] ?? z.string()])));
}

function printRule(rule: PolicyRule): string {
  return "action" in rule ? rule.action : rule.kind;
}
