import { CmsError } from "@loam/cms-core";
import { describe, expect, test } from "vitest";
import { toProblem } from "./send-problem.ts";

describe("a problem", () => {
  test("contains its message twice for existing clients", () => {
    const error = new CmsError("invalid_orders", "orders cannot sort by x.", {
      details: { param: "orders", field: "x", allowed: ["id"], path: "/srv/secret" },
    });
    expect(toProblem(error)).toEqual({
      status: 400,
      body: {
        type: "urn:loam:error:invalid_orders",
        title: "Bad Request",
        status: 400,
        code: "invalid_orders",
        detail: "orders cannot sort by x.",
        message: "orders cannot sort by x.",
        param: "orders",
        field: "x",
        allowed: ["id"],
      },
    });
  });

  test("lists every issue with its path", () => {
    const error = new CmsError("publish_refused", "Two entries cannot be published.", {
      issues: [
        { code: "invalid_entry", message: "is required", field: "title", path: "a.md", line: 3 },
        { code: "invalid_entry", message: "is broken", path: "b.md" },
      ],
    });
    expect(toProblem(error).body["errors"]).toEqual([
      { path: "title", message: "is required", line: 3 },
      { path: "b.md", message: "is broken" },
    ]);
  });

  test.for([
    new Error("ENOENT: /srv/loam/hq.db"),
    new CmsError("git_failed", "git failed in /srv/loam", { details: { param: "/srv" } }),
    "a string",
    undefined,
    Object.assign(new Error("x /srv"), { status: 500 }),
  ])("reveals nothing about an internal error: %o", (error) => {
    const { status, body } = toProblem(error);
    expect(status).toBe(500);
    expect(body).toMatchObject({ code: "internal" });
    expect(JSON.stringify(body)).not.toMatch(/srv|git|at /);
  });

  test("reveals nothing about the location of the database", () => {
    const error = new CmsError("database_unavailable", "postgres://loam@db.test cannot be used.");
    const { status, body } = toProblem(error);
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: "unavailable" });
    expect(JSON.stringify(body)).not.toContain("db.test");
  });

  test.for([
    new CmsError("storage_failed", "Could not write /srv/a.", {
      cause: Object.assign(new Error("ENOSPC: /srv/a"), { code: "ENOSPC" }),
    }),
    Object.assign(new Error("EDQUOT: /srv/a"), { code: "EDQUOT" }),
    Object.assign(new Error("database or disk is full"), { code: "ERR_SQLITE_ERROR", errcode: 13 }),
    new CmsError("database_unavailable", "postgres://srv cannot be used.", {
      cause: Object.assign(new Error("could not extend file"), { code: "53100" }),
    }),
    new CmsError("git_failed", "git failed", {
      details: { stderr: "fatal: write error: No space left on device in /srv" },
    }),
  ])("reports a full disk without its location: %o", (error) => {
    const { status, body } = toProblem(error);
    expect(status).toBe(507);
    expect(body).toMatchObject({ code: "insufficient_storage" });
    expect(JSON.stringify(body)).not.toContain("srv");
  });

  test("keeps a client error, whatever its cause", () => {
    const cause = Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
    const error = new CmsError("too_large", "Too large.", { cause });
    expect(toProblem(error)).toMatchObject({ status: 413 });
  });

  test.for(["database_missing", "database_damaged"] as const)(
    "describes the effect of a database file problem without its location: %s",
    (code) => {
      const { status, body } = toProblem(new CmsError(code, "/srv/loam/hq.db is gone."));
      expect(status).toBe(503);
      expect(body).toMatchObject({
        code,
        message: expect.stringContaining("If you run this HQ"),
      });
      expect(JSON.stringify(body)).not.toContain("/srv");
    },
  );

  test("keeps the status but not the message of a framework error", () => {
    const error = Object.assign(new Error("entity too large: /srv"), { status: 413 });
    expect(toProblem(error)).toMatchObject({ status: 413, body: { code: "too_large" } });
    expect(JSON.stringify(toProblem(error))).not.toContain("srv");
  });
});
