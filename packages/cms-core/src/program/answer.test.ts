import { expect, test } from "vitest";
import { CmsError } from "../base/errors.ts";
import { columns, exitCodeOf, renderFailure } from "./answer.ts";

const OPTIONS = { program: "agent-cli", json: false, isDiskFull: () => false } as const;

test("prints a failure as one line per problem, each with its location once", () => {
  const issues = [
    { code: "invalid", message: "a/SKILL.md:2: name is missing.", path: "a/SKILL.md", line: 2 },
    { code: "invalid", message: "It is too\n  long.", path: "b.md", line: 7, field: "title" },
    { code: "invalid", message: "Nothing is said." },
  ] as const;
  const failure = new CmsError("invalid", "Three things are wrong.", { issues });
  expect(renderFailure(failure, OPTIONS)).toBe(
    [
      "agent-cli: invalid: Three things are wrong.",
      "  a/SKILL.md:2: name is missing.",
      "  b.md:7:title: It is too long.",
      "  Nothing is said.",
      "",
    ].join("\n"),
  );
});

test("reports each problem once", () => {
  const message = "a/SKILL.md:2: name is missing.";
  const issues = [{ code: "invalid", message, path: "a/SKILL.md", line: 2 }] as const;
  const failure = new CmsError("invalid", message, { issues });
  expect(renderFailure(failure, OPTIONS)).toBe(`agent-cli: invalid: ${message}\n`);
  expect(JSON.parse(renderFailure(failure, { ...OPTIONS, json: true }))).toEqual({
    code: "invalid",
    message,
    issues,
  });
});

test("reports a full disk with the path of the file", () => {
  const full = renderFailure(new Error("ENOSPC: a.db"), { ...OPTIONS, isDiskFull: () => true });
  expect(full).toBe("agent-cli: insufficient_storage: The disk is full: ENOSPC: a.db\n");
});

test("AST-12 does not report a system that watches no more files as a full disk", () => {
  const error = Object.assign(new Error("ENOSPC: too many watchers"), { syscall: "watch" });
  expect(renderFailure(error, { ...OPTIONS, isDiskFull: () => true })).toBe(
    "agent-cli: unavailable: The operating system's limit for watched files is reached. Raise it (Linux: fs.inotify.max_user_watches), or run without --watch: ENOSPC: too many watchers\n",
  );
});

test.each([
  ["not_found", 3],
  ["content_not_found", 3],
  ["forbidden", 4],
  ["name_taken", 5],
  ["stale", 5],
  ["data_dir_locked", 5],
  ["requirements_unmet", 6],
  ["unsafe_skill", 7],
  ["source_unreachable", 8],
  ["invalid_config", 2],
  ["invalid", 1],
] as const)("exits after %s with %i", (code, exit) => {
  expect(exitCodeOf(new CmsError(code, "x"))).toBe(exit);
});

test("aligns columns and keeps every cell on its line", () => {
  expect(
    columns([
      ["a", "b\nc"],
      ["long", "d"],
    ]),
  ).toEqual([String.raw`a     b\u000ac`, "long  d"]);
});
