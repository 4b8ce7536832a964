import { array, assert, property, string, stringMatching } from "fast-check";
import { expect, test } from "vitest";
import { editMatter, nameInText, newSkillText, putBody, readSkillText } from "./front-matter.ts";

const SKILL = `---
name: deploy-site # the folder
display_name: Deploy the site
description: "Builds it: all of it"
license: MIT
requires:
  cli_tools: [git, rsync]
  # a token
  env_vars:
    - DEPLOY_KEY
metadata:
  deep: {a: 1}
---

Build {{WHAT}}.
---
not a fence
`;

test("parses fields, other keys, and the prompt", () => {
  expect(readSkillText(SKILL)).toEqual({
    fields: {
      display_name: "Deploy the site",
      description: "Builds it: all of it",
      needs: { cli_tools: ["git", "rsync"], mcp_servers: [], env_vars: ["DEPLOY_KEY"] },
    },
    others: ["license", "metadata"],
    body: "Build {{WHAT}}.\n---\nnot a fence\n",
    bodyLine: 15,
    problem: undefined,
  });
});

test("changes one line per field and preserves everything else", () => {
  const edited = editMatter(SKILL, { display_name: "Bring it: live" });
  const [before, after] = [SKILL.split("\n"), edited.split("\n")];
  expect(after.filter((line, place) => line !== before[place])).toEqual([
    'display_name: "Bring it: live"',
  ]);
  const needs = { cli_tools: [], mcp_servers: ["github"], env_vars: ["DEPLOY_KEY"] };
  const other = editMatter(SKILL, { needs });
  expect(other).toContain("mcp_servers: [github]");
  expect(other).not.toContain("cli_tools");
  expect(other).toContain("name: deploy-site # the folder");
  expect(other).toContain("deep: {a: 1}");
  expect(readSkillText(other).body).toBe(readSkillText(SKILL).body);
});

test("removes empty requirements", () => {
  const needs = { cli_tools: [], mcp_servers: [], env_vars: [] };
  expect(editMatter(SKILL, { needs })).not.toContain("requires");
});

test("round-trips any form values", () => {
  const line = string({ unit: "grapheme", minLength: 1, maxLength: 30 });
  const name = stringMatching(/^[A-Za-z0-9][\w.+-]{0,8}$/);
  assert(
    property(line, line, array(name, { maxLength: 4 }), string(), (title, about, tools, body) => {
      const needs = { cli_tools: tools, mcp_servers: [], env_vars: [] };
      const newText = newSkillText({ name: "a-b", display_name: title, description: about });
      const text = putBody(editMatter(newText, { needs }), body);
      const read = readSkillText(text);
      expect(read.fields).toEqual({ display_name: title, description: about, needs });
      expect(read.body).toBe(body);
      expect(nameInText(text)).toBe("a-b");
    }),
  );
});

test("reports invalid front matter with its line and leaves it unchanged", () => {
  const broken = SKILL.replace("license: MIT", "license: [MIT");
  expect(readSkillText(broken)).toMatchObject({ fields: undefined, problem: { line: 5 } });
  expect(readSkillText("Build it.\n")).toMatchObject({ fields: undefined, problem: { line: 1 } });
  expect(editMatter("Build it.\n", { display_name: "x" })).toBe("Build it.\n");
});
