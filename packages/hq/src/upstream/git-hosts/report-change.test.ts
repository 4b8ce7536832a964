import type { ChangedEntry, FieldChange } from "@loam/cms-core/history";
import { expect, test } from "vitest";
import type { ReadChange } from "../../content/changes/read-change.ts";
import { reportChange } from "./report-change.ts";

const ADDRESS = "https://hq.example.com/sites/s1/review/3";
const NO_CHANGES: ReadChange["changes"] = { entries: [], media: [], types: [], files: [] };

function field(change: Partial<FieldChange>): FieldChange {
  const named = { field: "title", apiId: "title", label: "Title", type: "text" } as const;
  return { ...named, kind: "changed", before: undefined, after: undefined, ...change };
}

function entry(fields: readonly FieldChange[], more: Partial<ChangedEntry> = {}): ChangedEntry {
  const path = "content/posts/rain.md";
  const changes = { system: [], fields };
  return {
    kind: "changed",
    path,
    id: "e1",
    type: "posts",
    slug: "rain",
    title: "Rain",
    changes,
    ...more,
  };
}

function merge(checked: object): Pick<ReadChange, "merge"> {
  const plain = {
    base: "",
    conflicts: [],
    issues: [],
    isMerged: false,
    touched: new Map(),
    incomplete: [],
    hints: [],
    removed: [],
  };
  return { merge: { checked: { ...plain, ...checked }, blockedBy: [] } };
}

test("describes a change request in terms of the site by field and word", () => {
  const same = "It rained. ".repeat(30);
  const changes: ReadChange["changes"] = {
    entries: [
      entry([
        field({ before: "Rain", after: "Snow" }),
        field({
          label: "Text",
          type: "richtext",
          before: "",
          after: "",
          text: [
            { kind: "same", text: same },
            { kind: "removed", text: "warm" },
            { kind: "added", text: "cold" },
            { kind: "same", text: ` at night.\nEnd` },
          ],
        }),
        field({
          label: "Tags",
          items: [
            { kind: "same", value: "a" },
            { kind: "added", value: "b" },
          ],
        }),
        field({
          label: "FAQ",
          type: "repeat",
          rows: [
            { id: "r1", kind: "removed", moved: false, fields: [] },
            {
              id: "r2",
              kind: "changed",
              moved: false,
              fields: [field({ label: "Answer", after: 3 })],
            },
          ],
        }),
      ]),
      entry([], { kind: "removed", title: "Old" }),
    ],
    media: [],
    types: [
      {
        kind: "changed",
        path: "types/posts/type.yml",
        apiId: "posts",
        changes: [{ kind: "field_added", field: "rating" }],
        versions: [2],
      },
    ],
    files: [{ kind: "added", path: "README.md" }],
  };
  const report = reportChange({ changes, ...merge({}) }, ADDRESS);
  expect(report).toMatchObject({
    state: "success",
    summary: "1 entry changed, 1 entry removed, 1 content type changed, 1 other file added",
  });
  expect(report.text).toBe(`**Loam**: ${report.summary}. Ready to merge.

**Changed** \`posts\` \`Rain\` (\`content/posts/rain.md\`)

\`\`\`diff
- Title: Rain
+ Title: Snow
- Text: …${same.slice(-40)}warm at night.
- End
+ Text: …${same.slice(-40)}cold at night.
+ End
+ Tags: b
- FAQ › r1
+ FAQ › r2 › Answer: 3
\`\`\`

**Removed** \`posts\` \`Old\` (\`content/posts/rain.md\`)

- Changed content type \`posts\`: \`field added rating, version 2\`

- Added \`README.md\`

[View in Loam](${ADDRESS})

<!-- loam:check -->`);
});

test("fails the check with file, line, and field of what blocks merging", () => {
  const conflicts = [
    { file: "content/posts/rain.md", path: "title", base: "a", ours: "b", theirs: "c" },
  ];
  const issues = [
    {
      code: "invalid_entry",
      message: "rating is not a number.",
      path: "content/posts/snow.md",
      line: 3,
    },
  ];
  const report = reportChange({ changes: NO_CHANGES, ...merge({ conflicts, issues }) }, ADDRESS);
  expect(report).toMatchObject({ state: "failure", summary: "1 conflict, 1 problem" });
  expect(report.text).toContain("- `content/posts/rain.md`: main also changed `title`");
  expect(report.text).toContain("- `content/posts/snow.md:3`: `rating is not a number.`");
});

test("contains no user text that a Git host renders as Markdown, link, or mention", () => {
  const hostile = "@everyone ``` <img src=x onerror=alert(1)> [x](javascript:1) -->\n```\n@all #1";
  const changes = {
    ...NO_CHANGES,
    entries: [
      entry([field({ label: "`@team`", before: hostile, after: "````\n@you" })], {
        title: hostile,
      }),
    ],
    files: [{ kind: "added" as const, path: "a`@b`.md" }],
  };
  const { text } = reportChange({ changes, ...merge({}) }, ADDRESS);
  // Removes everything inside CommonMark code. Nothing of the user's text must remain.
  const [, ticks = ""] = /\n(`{3,})diff\n/.exec(text) ?? [];
  const fenced = text.split(`\n${ticks}`);
  expect([ticks.length, fenced.length]).toEqual([5, 3]);
  const outside = `${fenced[0]}${fenced[2]}`.replaceAll(/(?<!`)(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, "");
  expect(outside).not.toMatch(/@|<img|javascript|#1/);
});

test("truncates a large report to the limit of a comment", () => {
  const entries = Array.from({ length: 500 }, (_, index) =>
    entry([field({ before: "x".repeat(3000), after: "y".repeat(3000) })], {
      title: `Post ${index}`,
    }),
  );
  const { text, summary } = reportChange(
    { changes: { ...NO_CHANGES, entries }, ...merge({}) },
    ADDRESS,
  );
  expect(summary).toBe("500 entries changed");
  expect(text.length).toBeLessThan(65_536);
  expect(text).toMatch(/… and more\.\n\n\[View in Loam\]/);
});
