import { type CmsError, isCmsError } from "@loam/cms-core";
import { parseEntryFile } from "@loam/cms-core/content";
import { describe, expect, test } from "vitest";
import { explodes } from "../support/properties/explodes.ts";

const HEAD = "id: eaaaaaaaaaaaaaaaaaaa\nschema: 1\ncreatedAt: 2026-11-20T09:30:00.000Z\n";

const schema = {
  version: 1,
  apiId: "posts",
  kind: "list",
  label: "Posts",
  fields: ["title", "text"].map((id) => ({
    id,
    apiId: id,
    label: id,
    type: id === "title" ? ("text" as const) : ("richtext" as const),
    required: false,
    multiple: false,
  })),
} as const;

function parse(file: string | Uint8Array): ReadonlyMap<string, unknown> {
  const bytes = typeof file === "string" ? Buffer.from(file) : file;
  const options = { path: "content/posts/a.md", apiId: "posts", slug: "a", schemaOf };
  return parseEntryFile(bytes, options).values;
}

function schemaOf(): typeof schema {
  return schema;
}

function refusal(file: string | Uint8Array): CmsError {
  try {
    parse(file);
  } catch (error) {
    if (isCmsError(error)) return error;
    throw error;
  }
  throw new Error("was accepted");
}

function withYaml(yaml: string): string {
  return `---\n${HEAD}${yaml}\n---\n`;
}

describe("front matter in other languages", () => {
  test("FM-01 is refused and never executed", () => {
    const file = "---js\n{title: (globalThis.__loamExecuted = 1)}\n---\nText\n";
    expect(refusal(file).code).toBe("frontmatter_language");
    expect("__loamExecuted" in globalThis).toBe(false);
  });

  const fences = "---javascript,---JS,--- js,---json,---toml,---coffee,---yaml,---\tjs".split(",");
  test.for(fences)("FM-02 is not opened by %j", (fence) => {
    const error = refusal(`${fence}\n{"title": "a"}\n---\n`);
    expect(error.code).toBe("frontmatter_language");
    expect(error.issues).toEqual([
      expect.objectContaining({ path: "content/posts/a.md", line: 1 }),
    ]);
  });

  test("FM-02 treats a rule of hyphens as text", () => {
    expect(refusal("-----\ntext\n").code).toBe("invalid_entry");
  });
});

describe("fences", () => {
  const good = `---  \n${HEAD}title: a\n--- \nText\n`;
  test.for([
    ["a byte order mark", `\uFEFF${good}`],
    ["CRLF", good.replaceAll("\n", "\r\n")],
    ["trailing blanks", good],
    ["no line break at the end", good.trimEnd()],
  ])("FM-03 accepts and normalizes %s", ([, file]) => {
    expect(parse(file ?? "")).toEqual(new Map(Object.entries({ title: "a", text: "Text" })));
  });

  test("FM-03 reports a missing closing fence with its line", () => {
    const error = refusal(`---\n${HEAD}title: a\nText\n`);
    expect(error).toMatchObject({ code: "frontmatter_unclosed", issues: [{ line: 1 }] });
  });

  test("FM-15 treats fences in the body as text", () => {
    const body = "---js\n{}\n---\n\n---\nid: x\n---";
    expect(parse(`---\n${HEAD}---\n\n${body}\n`).get("text")).toBe(body);
  });

  test("FM-15 ignores fences inside a block scalar", () => {
    expect(parse(withYaml("title: |-\n  ---\n  a")).get("title")).toBe("---\na");
  });
});

describe("reading a file twice", () => {
  test("FM-04 reports the same error both times", () => {
    const file = withYaml("title: [");
    expect(refusal(file).code).toBe("yaml_syntax");
    expect(refusal(file).code).toBe("yaml_syntax");
  });

  test("FM-05 returns independent values", () => {
    const file = withYaml("title: a");
    const first = parse(file);
    if (first instanceof Map) first.set("title", "changed");
    expect(parse(file).get("title")).toBe("a");
  });
});

describe("refused YAML", () => {
  const bomb = ["a: &a [x,x,x,x,x,x,x,x,x]"]
    .concat(
      ..."bcdefgh"
        .split("")
        .map((name, index) => `${name}: &${name} [${`*${"abcdefgh"[index]},`.repeat(9)}]`),
    )
    .join("\n");

  test("FM-06 refuses an alias bomb without expanding it", async () => {
    expect(await explodes(() => expect(refusal(withYaml(bomb)).code).toBe("yaml_alias"))).toBe(
      false,
    );
  });

  test("FM-07 refuses many merges", async () => {
    const merges = withYaml(`base: {x: 1}\n<<: [${"*a,".repeat(200_000)}]`);
    expect(await explodes(() => expect(refusal(merges).code).toBe("yaml_alias"))).toBe(false);
    expect(refusal(withYaml("<<: {x: 1}")).code).toBe("yaml_alias");
  });

  test("FM-08 refuses deep nesting", () => {
    expect(refusal(withYaml(`x: ${"[".repeat(20_000)}`)).code).toBe("yaml_depth");
    expect(refusal(withYaml(`x: ${"[".repeat(32)}${"]".repeat(32)}`)).code).toBe("yaml_depth");
    expect(parse(withYaml(`x: ${"[".repeat(31)}${"]".repeat(31)}`)).size).toBe(0);
  });

  test("FM-09 reports both lines of duplicate keys", () => {
    const error = refusal(withYaml("title: a\nx: 1\ntitle: b"));
    expect(error).toMatchObject({ code: "yaml_duplicate_key", issues: [{ line: 7 }] });
    expect(error.message).toContain("line 5");
  });

  const names = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"];
  test.for(names)("FM-10 refuses the key %s at any depth", (name) => {
    for (const yaml of [`${name}: {polluted: 1}`, `x:\n  - y:\n      "${name}": 1`]) {
      expect(refusal(withYaml(yaml)).code).toBe("reserved_name");
    }
    expect("polluted" in {}).toBe(false);
  });

  const tags = ["!!js/function 'x'", "!!binary aGk=", "!foo x", "!!str x", "!<tag:x,2000:y> x"];
  test.for(tags)("FM-11 refuses the tag of %s", (value) => {
    expect(refusal(withYaml(`title: ${value}`)).code).toBe("yaml_tag");
  });
});

describe("values and sizes", () => {
  const texts = "2024-01-01 12:30:45 010 1_000 no ~ .inf 0x1F null True 1e3 -0".split(" ");
  test.for(texts)("FM-12 reads %s in a text field as text", (text) => {
    expect(parse(withYaml(`title: ${text}`)).get("title")).toBe(text);
  });

  // Parsing would fail with `yaml_syntax`.
  test("FM-13 refuses a file above 8 MiB before parsing", () => {
    expect(refusal(withYaml("x: [") + "x".repeat(10_000_000)).code).toBe("too_large");
  });

  test.for([
    ["a long list", `x: [${"1,".repeat(500_000)}]`],
    ["many keys", Array.from({ length: 80_000 }, (_, index) => `key${index}: 1`).join("\n")],
    ["blank lines", "\n".repeat(1_000_000)],
    ["a long block", `x: |\n${"  y\n".repeat(250_000)}`],
  ])("FM-13 reads 1 MiB of %s in linear time", async ([, yaml]) => {
    expect(await explodes(() => expect(parse(withYaml(yaml ?? "")).size).toBe(0))).toBe(false);
  });

  test.for([
    ["values", `x: [${"1,".repeat(2_000_000)}`],
    ["lines", `${"- 1\n".repeat(2_000_000)}x: [`],
  ])("FM-13 refuses two million %s before parsing", ([, yaml]) => {
    expect(refusal(withYaml(yaml ?? "")).code).toBe("too_large");
  });

  test("FM-14 refuses invalid Unicode", () => {
    expect(refusal(Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff])).code).toBe("invalid_unicode");
    expect(refusal(withYaml(String.raw`title: "\ud800"`)).code).toBe("invalid_unicode");
    expect(refusal(withYaml(String.raw`title: "\0"`)).code).toBe("invalid_unicode");
    const error = refusal(withYaml("title: a\0b"));
    expect(error).toMatchObject({ code: "invalid_unicode", issues: [{ line: 5 }] });
  });
});
