import { describe, expect, test } from "vitest";
import { createLog, loggedPath } from "./log.ts";

describe("the log", () => {
  test("never contains a key, cookie, or password", () => {
    const lines: string[] = [];
    const log = createLog("info", { write: (line) => lines.push(line) });
    const headers = { authorization: "canary", cookie: "canary", "x-cms-api-key": "canary" };
    log.info(
      { headers, request: { headers }, user: { password: "canary", key: "canary" } },
      "hello",
    );
    expect(lines.join("")).toContain('"msg":"hello"');
    expect(lines.join("")).not.toContain("canary");
  });
});

describe("a logged path", () => {
  test.for([
    ["/api/public/cms/s1/posts?draftKey=canary", "/api/public/cms/s1/posts"],
    ["/setup/loam_setup_abc_canary", "/setup/loam_setup_[redacted]"],
    ["/x/loam_read_abc_canary/y", "/x/loam_read_[redacted]/y"],
  ] as const)("shows %s as %s", ([url, path]) => expect(loggedPath(url)).toBe(path));
});
