import { describe, expect, test } from "vitest";
import { isCmsError, type Issue } from "../base/errors.ts";
import { checkSkillFiles, SKILL_LIMITS } from "./check-skill-files.ts";

const SKILL = { path: "SKILL.md", mode: "100644", byteSize: 100 };

function issuesOf(...files: readonly { path?: string; mode?: string; byteSize?: number }[]) {
  try {
    const others = files.map(({ path = "a.txt", mode = "100644", byteSize = 1 }) => {
      return { path, mode, byteSize };
    });
    checkSkillFiles([SKILL, ...others]);
    return [];
  } catch (error) {
    if (isCmsError(error)) return error.issues.map(({ path }: Issue) => path);
    throw error;
  }
}

describe("files of a skill (SKL-03)", () => {
  test.for([
    "a.txt",
    "lib/run.sh",
    ".env.example",
    ".gitignore",
    "日本/語.md",
    "a b.txt",
    ".hidden",
  ])("can be %s", (path) => {
    expect(issuesOf({ path, mode: "100755" })).toEqual([]);
  });

  test.for([
    "../a",
    "a/../../b",
    "/etc/passwd",
    "a//b",
    "./a",
    ".git/config",
    ".GIT/config",
    "git~1/config",
    ".g\u200cit/config",
    "lib/.gitmodules",
    ".gitattributes",
    "a\\b",
    "a:b",
    "a\nb",
    "con",
    "lib/aux.txt",
    "dot.",
    "space ",
    "e\u0301.md",
    "a\ud800",
    ".env",
    "lib/.env.production",
    "a/b/c/d/e/f/g/h/i",
    "x".repeat(256),
  ])("cannot be %j", (path) => {
    expect(issuesOf({ path })).toHaveLength(1);
  });

  test.for(["120000", "160000", "040000", "100664", ""])("cannot have mode %s", (mode) => {
    expect(issuesOf({ mode })).toEqual(["a.txt"]);
  });

  test("must differ by more than case", () => {
    expect(issuesOf({ path: "A.txt" }, { path: "a.txt" })).toEqual(["a.txt"]);
    expect(issuesOf({ path: "Lib/a" }, { path: "lib/b" })).toEqual(["lib/b"]);
    expect(issuesOf({ path: "skill.md" })).toEqual(["skill.md"]);
  });

  test("are limited in number and size", () => {
    expect(issuesOf({ byteSize: SKILL_LIMITS.fileBytes + 1 })).toEqual(["a.txt"]);
    const many = Array.from({ length: SKILL_LIMITS.files }, (_, at) => ({ path: `f${at}` }));
    expect(issuesOf(...many)).toEqual([undefined]);
    const large = Array.from({ length: 4 }, (_, at) => {
      return { path: `f${at}`, byteSize: SKILL_LIMITS.fileBytes };
    });
    expect(issuesOf(...large)).toEqual([undefined]);
  });

  test("include a SKILL.md", () => {
    expect(() => checkSkillFiles([])).toThrow(/SKILL\.md is missing/);
  });
});
