import { CmsError } from "@loam/cms-core";
import { expect, test } from "vitest";
import { parseExactJson } from "./read-request.ts";

function refusal(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch (error) {
    return error instanceof CmsError ? [error.code, error.issues[0]?.field] : error;
  }
}

test.for([
  ['{"fields":{"price":9007199254740993}}', "price"],
  ['{"fields":{"rows":[{"a":1},{"a":1e400}]}}', "rows.1.a"],
  ['{"a":{"b":[0.100000000000000000000000000001]}}', "a.b.0"],
  ['{"a":1e-400}', "a"],
  ["12345678901234567890123", ""],
])("rejects a number that cannot be represented exactly, with its path: %s", ([text, path]) => {
  expect(refusal(text ?? "")).toEqual(["invalid", path]);
});

test.for([
  '{"a":9007199254740992,"b":0.1,"c":-0.5e3,"d":1E2,"e":0.10000000000000000000}',
  '{"a":"9007199254740993","b":["1e400"],"c":3.141592653589793}',
  "[0, -1.7976931348623157e308, 5e-324]",
])("parses exact values like JSON.parse: %s", (text) => {
  expect(parseExactJson(text)).toEqual(JSON.parse(text));
});

test("rejects invalid JSON, even if it contains an inexact number", () => {
  for (const text of ['{"a":', '{"a":9007199254740993,']) {
    expect(refusal(text)).toEqual(["invalid_request", undefined]);
  }
});
