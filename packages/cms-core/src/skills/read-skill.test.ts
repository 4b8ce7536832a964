import { describe, expect, test } from "vitest";
import { isCmsError } from "../base/errors.ts";
import type { Skill } from "./make-skill.ts";
import { readSkill } from "./read-skill.ts";

function read(text: string, folder = "deploy-site"): Skill {
  return readSkill(Buffer.from(text), { folder });
}

/** Returns the name of a skill without a folder. */
function nameOf(name: string): string {
  return readSkill(Buffer.from(`---\nname: ${name}\ndescription: x\n---\n`)).name;
}

const WHOLE = `---
name: deploy-site
display_name: Deploy a site
description: Builds the site and uploads it.
requires:
  mcp_servers: [github]
  cli_tools:
    - git
    - rsync
  env_vars: [DEPLOY_TOKEN]
---
# Deploy

Build {{SITE}} and upload it.
`;

describe("a SKILL.md that follows the specification", () => {
  test("is read without a warning", () => {
    expect(read(WHOLE)).toEqual({
      name: "deploy-site",
      displayName: "Deploy a site",
      description: "Builds the site and uploads it.",
      requires: {
        mcpServers: ["github"],
        cliTools: ["git", "rsync"],
        anyCliTools: [],
        envVars: ["DEPLOY_TOKEN"],
      },
      suggested: { mcpServers: [], cliTools: [], anyCliTools: [], envVars: [] },
      body: "# Deploy\n\nBuild {{SITE}} and upload it.\n",
      attributes: expect.objectContaining({ name: "deploy-site" }),
      warnings: [],
    });
  });

  test("has no requirements without requires", () => {
    const { requires } = read("---\nname: a\ndisplay_name: A\ndescription: b\n---\n");
    expect(requires).toEqual({ mcpServers: [], cliTools: [], anyCliTools: [], envVars: [] });
  });
});

describe("a SKILL.md written for another tool", () => {
  test("gets its names and description from its folder, heading, and first line of text", () => {
    const skill = read(
      "---\nname: Deploy It!\ndescription: >\n  Does\n  it.\n---\n```\n# no\n```\n# Deploys\n",
    );
    expect([skill.name, skill.displayName, skill.description]).toEqual([
      "deploy-site",
      "Deploys",
      "Does it.",
    ]);
    expect(skill.warnings.map(({ field }) => field)).toEqual(["name", "display_name"]);
  });

  test.for([
    ["description: Use when: x happens", "Use when: x happens"],
    ["description: *bold* words", "*bold* words"],
    ["description: [Beta] does it", "[Beta] does it"],
    ["description: @people # and more\n  in two lines", "@people # and more in two lines"],
    ["description: `code` first", "`code` first"],
  ])("can have %j", ([line, description]) => {
    const skill = read(`---\nname: deploy-site\ndisplay_name: D\n${line}\n---\n`);
    expect(skill.description).toBe(description);
    expect(skill.warnings).toHaveLength(1);
    expect(skill.warnings[0]).toMatchObject({ path: "SKILL.md", line: 4 });
  });

  test("can state its requirements in the terms of other tools", () => {
    const { requires, suggested } = read(`---
name: deploy-site
description: x
allowed-tools: Read, Bash(git:*), Bash(npm run build), mcp__github__create_issue
required_environment_variables:
  - name: API_KEY
    prompt: The key
metadata:
  openclaw:
    requires: { bins: [jq], anyBins: [rg, grep], env: [OTHER_KEY] }
  requires.cli_tools: curl  tar
---
`);
    expect(requires).toEqual({
      mcpServers: [],
      cliTools: ["curl", "tar", "jq"],
      anyCliTools: [["rg", "grep"]],
      envVars: ["API_KEY", "OTHER_KEY"],
    });
    expect(suggested).toMatchObject({ mcpServers: ["github"], cliTools: ["git", "npm"] });
    expect(read("---\nname: a\ndescription: b\nrequires: [A, B]\n---\n").requires.envVars).toEqual([
      "A",
      "B",
    ]);
  });

  test("reports unknown requirements", () => {
    const text = "---\nname: a\ndescription: b\nrequires:\n  cli_tools: [git]\n  mcp: [x]\n---\n";
    expect(read(text).warnings.map(({ field }) => field)).toEqual(["display_name", "requires.mcp"]);
  });

  test("gets a name of lowercase letters", () => {
    expect(["Hook Development", "Über_Größe", "日本語", "../../etc"].map(nameOf)).toEqual([
      "hook-development",
      "uber-gro-e",
      "skill",
      "etc",
    ]);
  });
});

describe("reports the location of a syntax error", () => {
  test.for([
    ["no front matter", "# Just text\n", "invalid_skill", 1],
    [
      "code that calls itself front matter",
      "---js\nprocess.exit(1)\n---\n",
      "frontmatter_language",
      1,
    ],
    ["another language", "--- javascript\n1\n---\n", "frontmatter_language", 1],
    ["a name of Object.prototype", "---constructor\na: b\n---\n", "frontmatter_language", 1],
    ["a missing end", "---\nname: a\n", "frontmatter_unclosed", 1],
    ["a longer fence inside", "---\nname: a\n----\nb: c\n---\n", "invalid_skill", 3],
    ["a duplicate key", "---\nname: a\nname: b\n---\n", "yaml_duplicate_key", 3],
    ["a key of Object.prototype", "---\nname: a\n__proto__: b\n---\n", "reserved_name", 3],
    ["an anchor in a list", "---\nname: a\nb:\n  - &c d\n  - *c\n---\n", "yaml_alias", 4],
    ["a list", "---\n- name\n---\n", "yaml_syntax", 2],
    ["a tag that would run code", "---\nname: a\nb:\n  - !!js/function 'x'\n---\n", "yaml_tag", 4],
  ] as const)("%s", ([, text, code, line]) => {
    let error: unknown;
    try {
      read(text);
    } catch (thrown) {
      error = thrown;
    }
    expect(isCmsError(error) && error.code).toBe(code);
    expect(error).toMatchObject({ issues: [{ path: "SKILL.md", line }] });
    // Read twice, to check that nothing is cached.
    expect(() => read(text)).toThrow(/SKILL\.md/);
  });

  test("names the field of invalid YAML and suggests a fix", () => {
    expect(() => read("---\nname: a\nmetadata:\n  x: [\n---\n")).toThrow(
      /line \d+.*quotation marks/,
    );
    const { warnings } = read("---\nname: a\ndescription: Use when: x\n---\n");
    expect(warnings).toContainEqual(
      expect.objectContaining({
        line: 3,
        field: "description",
        message: expect.stringMatching(/Put the value of description in quotation marks/),
      }),
    );
  });

  test("rejects files above the size limit", () => {
    expect(() => read(WHOLE + "x".repeat(600_000))).toThrow(/more than the limit of 512 KiB/);
  });
});
