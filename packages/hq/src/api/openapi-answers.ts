import { z } from "zod";
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from "zod-openapi";
import { isSafe, type Route } from "./route.ts";

/** Returns the responses of a route: success, rejection, and failure. */
export function describeResponses(route: Route): ZodOpenApiResponsesObject {
  const refusals = REFUSALS.filter(({ of }) => of(route));
  return {
    ...successResponses(route),
    ...Object.fromEntries(refusals.map(({ status, answer }) => [status, answer])),
    default: FAILURE,
  };
}

const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z
      .string()
      .meta({ description: "Stable name of the error. See docs/reference/errors.md." }),
    detail: z.string(),
    message: z.string(),
    errors: z
      .array(z.object({ path: z.string(), message: z.string(), line: z.int().optional() }))
      .optional(),
  })
  .loose()
  .meta({ id: "Problem" });

function problemAnswer(id: string, description: string): ZodOpenApiResponseObject {
  return { id, description, content: { "application/problem+json": { schema: problem } } };
}

const FAILURE = problemAnswer("Failure", "All further problems, and what to do about them.");

interface Refusal {
  readonly status: `${number}`;
  readonly answer: ZodOpenApiResponseObject;
  /** Whether a route can return this error. */
  readonly of: (route: Route) => boolean;
}

const isForPeople = ({ rule }: Route): boolean => rule.kind !== "anyone";
const takesBody = ({ input, form, receives }: Route): boolean =>
  "body" in input || form !== undefined || receives !== undefined;

const REFUSALS: readonly Refusal[] = [
  {
    status: "400",
    answer: problemAnswer(
      "BadRequest",
      "The request cannot be read. `param` names an invalid parameter.",
    ),
    of: () => true,
  },
  {
    status: "401",
    answer: problemAnswer("NotSignedIn", "`not_signed_in`, or the credential is not valid."),
    of: () => true,
  },
  {
    status: "403",
    answer: problemAnswer(
      "Forbidden",
      "`forbidden`: the role, scope, or origin does not allow the request.",
    ),
    of: () => true,
  },
  {
    status: "404",
    answer: problemAnswer("NotFound", "Not found, or not visible to you."),
    of: ({ path }) => path.includes("{"),
  },
  {
    status: "409",
    answer: problemAnswer(
      "Conflict",
      "`conflict` or a more specific code: the request conflicts with the current state.",
    ),
    of: (route) => isForPeople(route) && !isSafe(route),
  },
  {
    status: "412",
    answer: problemAnswer("Stale", "`stale`: contains both versions and their conflicts."),
    of: ({ versioned }) => versioned,
  },
  {
    status: "413",
    answer: problemAnswer("TooLarge", "`too_large`: the body exceeds the limit."),
    of: takesBody,
  },
  {
    status: "415",
    answer: problemAnswer("UnsupportedMediaType", "The media type of the body is not supported."),
    of: takesBody,
  },
  {
    status: "422",
    answer: problemAnswer(
      "Invalid",
      "`invalid` or a more specific code: `errors` lists all problems.",
    ),
    of: () => true,
  },
  {
    status: "429",
    answer: problemAnswer(
      "RateLimited",
      "`rate_limited`: `Retry-After` contains the number of seconds to wait.",
    ),
    of: () => true,
  },
  {
    status: "507",
    answer: problemAnswer("InsufficientStorage", "`insufficient_storage`: the disk is full."),
    of: (route) => !isSafe(route),
  },
];

function successResponses({ answer }: Route): ZodOpenApiResponsesObject {
  if ("mediaType" in answer) {
    const { mediaType, schema } = answer;
    const content = { [mediaType]: schema === undefined ? {} : { schema } };
    return { 200: { description: "OK", content } };
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
