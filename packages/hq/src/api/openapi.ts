import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import type { PolicyRule } from "./policy.ts";
import type { Route } from "./route.ts";

const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string().meta({ description: "Stable name of the error; docs/errors.md has all." }),
    detail: z.string(),
    message: z.string(),
    errors: z
      .array(z.object({ path: z.string(), message: z.string(), line: z.int().optional() }))
      .optional(),
  })
  .loose()
  .meta({ id: "Problem" });

const problemAnswer = {
  description: "What was wrong, and what to do.",
  content: { "application/problem+json": { schema: problem } },
};

/** The OpenAPI 3.1 document of routes, made from the schemas that check their requests. */
export function openApiDocument(
  routes: readonly Route[],
  { baseUrl }: { readonly baseUrl: string },
): ReturnType<typeof createDocument> {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route) };
  }
  const document: ZodOpenApiObject = {
    openapi: "3.1.1",
    info: {
      title: "Loam management API",
      version: "1",
      description:
        "Everything that people do in Loam's editor. Unknown keys of a body are refused.",
    },
    servers: [{ url: `${baseUrl}/api/manage` }],
    security: [{ session: [] }, { token: [] }],
    paths,
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "__Host-hq" },
        token: { type: "http", scheme: "bearer", description: "`loam_pat_…`" },
      },
    },
  };
  return createDocument(document);
}

function operationOf(route: Route): ZodOpenApiPathsObject[string]["get"] {
  const { id, summary, rule, sensitive, input, form, path } = route;
  const { params, query, body } = input;
  const pathParameters = pathSchema(path, params);
  return {
    operationId: id,
    summary,
    "x-loam-policy": printRule(rule),
    ...(sensitive !== false && { "x-loam-sensitive": sensitive }),
    ...(rule.kind === "anyone" && { security: [] }),
    requestParams: {
      ...(pathParameters !== undefined && { path: pathParameters }),
      ...(query instanceof z.ZodObject && { query }),
      ...headersOf(route),
    },
    ...(body !== undefined && {
      requestBody: { required: true, content: { "application/json": { schema: body } } },
    }),
    ...(form !== undefined && {
      requestBody: { required: true, content: { "multipart/form-data": { schema: form } } },
    }),
    responses: { ...answerOf(route), default: problemAnswer },
  };
}

function headersOf({ method, rule, versioned, deferrable }: Route): { header?: z.ZodObject } {
  const keyed = method === "post" && rule.kind !== "anyone";
  if (!versioned && !deferrable && !keyed) return {};
  return {
    header: z.object({
      ...(versioned && ifMatch),
      ...(deferrable && prefer),
      ...(keyed && idempotencyKey),
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

/** Every name in the path, including those that only its policy reads. */
function pathSchema(path: string, params: z.ZodType | undefined): z.ZodObject | undefined {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  if (names.length === 0) return undefined;
  const known = params instanceof z.ZodObject ? params.shape : {};
  return z.object(Object.fromEntries(names.map((name) => [name, known[name] ?? z.string()])));
}

function answerOf({ answer }: Route): ZodOpenApiResponsesObject {
  if ("mediaType" in answer) {
    return { 200: { description: "OK", content: { [answer.mediaType]: {} } } };
  }
  if (answer.status === 204) return { 204: { description: "No content" } };
  return {
    [answer.status]: {
      description: DESCRIPTIONS[answer.status],
      content: { "application/json": { schema: answer.schema } },
    },
  };
}

const DESCRIPTIONS = { 200: "OK", 201: "Created", 202: "Accepted" } as const;

function printRule(rule: PolicyRule): string {
  return "action" in rule ? rule.action : rule.kind;
}
