import { describe, expect, test } from "vitest";
import { isCmsError, type Issue } from "../base/errors.ts";
import { checkSkill } from "./check-skill.ts";

function matter(changes: Readonly<Record<string, string | undefined>> = {}): Buffer {
  const lines = {
    name: "deploy-site",
    display_name: "Deploy",
    description: "Deploys.",
    ...changes,
  };
  const yaml = Object.entries(lines).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${value}`],
  );
  return Buffer.from(`---\n${yaml.join("\n")}\n---\nBody\n`);
}

function issuesOf(bytes: Uint8Array, folder = "deploy-site"): readonly Issue[] {
  try {
    checkSkill(bytes, `${folder}/SKILL.md`, folder);
    return [];
  } catch (error) {
    if (isCmsError(error)) return error.issues;
    throw error;
  }
}

describe("checking a skill", () => {
  test("accepts one that follows the specification", () => {
    expect(issuesOf(matter())).toEqual([]);
    const requires = "\n  mcp_servers: [GitHub MCP]\n  cli_tools: [g++]\n  env_vars: [a_B1, 2ND]";
    expect(issuesOf(matter({ requires, license: "MIT" }))).toEqual([]);
  });

  test.for([
    [{ name: undefined }, "name", 2, /name is missing/],
    [{ description: '" "' }, "description", 4, /must be a single line/],
    [{ description: "|\n  two\n  lines" }, "description", 4, /must be a single line/],
    [{ description: "x".repeat(1025) }, "description", 4, /up to 1,024/],
    [{ requires: "[git]" }, "requires", 5, /must be a mapping with mcp_servers/],
    [{ requires: "\n  tools: [git]" }, "requires.tools", 6, /is unknown/],
    [{ requires: "\n  cli_tools: git" }, "requires.cli_tools", 6, /must be a list/],
    [
      { requires: '\n  cli_tools: [git, "; rm -rf ~"]' },
      "requires.cli_tools.1",
      6,
      /must be a command name/,
    ],
    [
      { requires: '\n  cli_tools: ["../../bin/x"]' },
      "requires.cli_tools.0",
      6,
      /must be a command name/,
    ],
    [{ requires: '\n  cli_tools: ["-x"]' }, "requires.cli_tools.0", 6, /must be a command name/],
    [{ requires: '\n  env_vars: ["A=B"]' }, "requires.env_vars.0", 6, /must be a variable name/],
  ] as const)("reports %o at its line (SKL-04)", ([changes, field, line, message]) => {
    expect(issuesOf(matter(changes))).toEqual([
      {
        code: "invalid_skill",
        path: "deploy-site/SKILL.md",
        field,
        line,
        message: expect.stringMatching(message),
      },
    ]);
  });

  test.for(["-rf", "--x", '"-"', "a".repeat(65), "A", "con", '"a\\n"'])(
    "rejects the name %s (SKL-01)",
    (name) => {
      expect(issuesOf(matter({ name }), name.replaceAll('"', ""))).toMatchObject([
        { field: "name" },
      ]);
    },
  );

  test.for([
    ["without a display name", { display_name: undefined }],
    ["with a folded description", { description: ">\n  Turns text\n  into one line." }],
    ["with a block description", { description: "|\n  Turns text.\n" }],
    ["with kept line breaks", { description: "|+\n  Turns text.\n\n" }],
    ["with words as its name", { name: "Deploy Site" }],
    ["with underscores in its name", { name: "deploy_site" }],
  ] as const)("accepts the public skill %s", ([, changes]) => {
    expect(issuesOf(matter(changes))).toEqual([]);
  });

  test.for(["Deploy", "deploy/site", "Deploy: Site", "Deploy Sites"])(
    "rejects the name %s in the folder deploy-site",
    (name) => {
      expect(issuesOf(matter({ name: JSON.stringify(name) }))).toMatchObject([{ field: "name" }]);
    },
  );

  test("requires the name of its folder (SKL-02)", () => {
    expect(issuesOf(matter({ name: "deploy" }))[0]?.message).toBe(
      'deploy-site/SKILL.md:2: name must be "deploy-site", the name of its folder.',
    );
  });

  test("rejects hidden characters (SKL-13)", () => {
    const body = Buffer.concat([matter(), Buffer.from("a\u202eb\n\u{e0041}\n\u200b \u001b[2J\n")]);
    expect(issuesOf(body).map(({ line, message }) => [line, /U\+\w+/.exec(message)?.[0]])).toEqual([
      [7, "U+202E"],
      [8, "U+E0041"],
      [9, "U+200B"],
      [9, "U+001B"],
    ]);
    const harmless = Buffer.from("👩‍👧 ناس می‌خواهم é\t\r\n");
    expect(issuesOf(Buffer.concat([matter(), harmless]))).toEqual([]);
  });
});
