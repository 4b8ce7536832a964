import { assert, property, record, string, stringMatching, uniqueArray } from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { printPortableSkill } from "./portable-skill.ts";
import { readSkill } from "./read-skill.ts";

const PORTABLE = new Set([
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
]);

const line = string({ unit: "grapheme", minLength: 1, maxLength: 60 })
  .map((text) =>
    text
      .normalize("NFC")
      .replaceAll(/[\s\p{Cc}\ufeff]+/gu, " ")
      .trim(),
  )
  .filter((text) => text !== "");
const names = uniqueArray(stringMatching(/^[A-Za-z_]\w{0,10}$/), { maxLength: 4 });
const servers = uniqueArray(stringMatching(/^[A-Za-z_@][\w ./é-]{0,10}\w$/), { maxLength: 4 });
const skills = record({
  name: stringMatching(/^[a-z0-9][a-z0-9-]{0,20}$/),
  display_name: line,
  description: line,
  requires: record({ mcp_servers: servers, cli_tools: names, env_vars: names }),
  license: line,
  version: line,
});

test("prints a skill with only the keys of other tools, which is read as the same skill", () => {
  assert(
    property(skills, string(), (matter, text) => {
      const body = text.normalize("NFC").replaceAll("\r", "").replaceAll("\0", "");
      const source = Buffer.from(`---\n${stringify(matter)}---\n${body}`);
      const before = readSkill(source);
      const portable = Buffer.from(printPortableSkill(source));
      const after = readSkill(portable);
      for (const key of ["name", "displayName", "description", "requires", "body"] as const) {
        expect(after[key]).toEqual(before[key]);
      }
      expect(Object.keys(after.attributes).filter((key) => !PORTABLE.has(key))).toEqual([]);
      expect(after.attributes["metadata"]).toMatchObject({ version: before.attributes["version"] });
      expect(printPortableSkill(portable)).toBe(portable.toString());
    }),
  );
});
