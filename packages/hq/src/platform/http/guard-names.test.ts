import express from "express";
import { expect, test } from "vitest";
import { serve } from "../../../../../tests/support/serve.ts";
import { createLog } from "../log.ts";
import { guardNames } from "./guard-names.ts";
import { problemHandler } from "./send-problem.ts";

const SITE = "saaaaaaaaaaaaaaaaaaa";
const PATHS = [
  "/me",
  "/sites/{site}",
  "/sites/{site}/types/{api_id}/entries/{id}",
  "/workspaces/{ws}",
];

async function ask(path: string): Promise<unknown> {
  const app = express()
    .use("/api", guardNames(PATHS))
    .use("/api", (_request, response) => void response.json({ code: "passed" }))
    .use(problemHandler(createLog("silent")));
  const { origin } = await serve(app);
  const answer = await fetch(`${origin}/api${path}`);
  const body: unknown = await answer.json();
  return Object(body)["code"];
}

test.for([
  "/me",
  `/sites/${SITE}`,
  `/sites/${SITE}/types/posts/entries/${encodeURIComponent("ー".repeat(80))}`,
  "/workspaces/main",
])("accepts the path of a route: %s", async (path) => {
  expect(await ask(path)).toBe("passed");
});

test.for([
  ["/sites/s1", "site_not_found"],
  [`/sites/${"a".repeat(7000)}`, "site_not_found"],
  [`/sites/${SITE.toUpperCase()}`, "site_not_found"],
  [`/sites/${SITE}%20`, "site_not_found"],
  ["/sites//keys", "site_not_found"],
  [`/sites/${SITE}/types/posts/entries/${"a".repeat(801)}`, "not_found"],
  [`/sites/${SITE}/types/posts`, "not_found"],
  [`/workspaces/${"a".repeat(65)}`, "not_found"],
  [`/${"a/".repeat(3000)}`, "not_found"],
  ["/me/", "not_found"],
] as const)("rejects impossible names before looking them up: %s", async ([path, code]) => {
  expect(await ask(path)).toBe(code);
});
