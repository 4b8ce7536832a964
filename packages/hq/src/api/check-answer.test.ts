import { describe, expect, test } from "vitest";
import { z } from "zod";
import { makeCheck } from "../../../../tests/support/hq/check-answer.ts";
import { openApiDocument } from "./openapi.ts";
import { anyone } from "./policy.ts";
import { defineRoute, nothing } from "./route.ts";

const ROUTE = { path: "/words/{word}", summary: "", policy: anyone, input: {} } as const;

const greetRoute = defineRoute({
  ...ROUTE,
  method: "post",
  id: "say",
  status: 201,
  answer: z.object({ said: z.string(), loud: z.boolean().exactOptional() }),
  handle: () => ({ body: { said: "" } }),
});
const forget = defineRoute({
  ...ROUTE,
  method: "delete",
  id: "forget",
  answer: nothing,
  handle: () => ({ body: undefined }),
});

const check = makeCheck(
  JSON.stringify(openApiDocument([greetRoute, forget], { baseUrl: "http://hq.test" })),
);

function responseOf(
  method: string,
  status: number,
  body?: object,
  type = "application/json",
): () => void {
  const text = body === undefined ? "" : JSON.stringify(body);
  const headers = new Headers({ "content-type": `${type}; charset=utf-8` });
  return () => check({ method, path: "/words/hey?times=2", status, headers, text });
}

const PROBLEM = { type: "", title: "", status: 404, code: "not_found", detail: "", message: "" };

describe("checking responses against the OpenAPI document", () => {
  test("accepts documented responses and problems", () => {
    const problem = responseOf("POST", 404, { ...PROBLEM, site: "s" }, "application/problem+json");
    for (const answered of [
      responseOf("POST", 201, { said: "hey" }),
      problem,
      responseOf("DELETE", 204),
    ]) {
      expect(answered).not.toThrow();
    }
  });

  test.for([
    ["another status", responseOf("POST", 200, { said: "hey" })],
    ["a key that nobody described", responseOf("POST", 201, { said: "hey", secret: 1 })],
    ["a key that is missing", responseOf("POST", 201, {})],
    ["a value of another type", responseOf("POST", 201, { said: "hey", loud: "yes" })],
    [
      "an error without its code",
      responseOf("POST", 404, { message: "" }, "application/problem+json"),
    ],
    ["an error as plain JSON", responseOf("POST", 404, PROBLEM)],
    ["a body where there is none", responseOf("DELETE", 204, {})],
  ] as const)("rejects %s", ([, answered]) => {
    expect(answered).toThrow(/^(say|forget) answered /);
  });
});
