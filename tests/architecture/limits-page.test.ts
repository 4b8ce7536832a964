import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { MEDIA_LIMITS } from "../../packages/cms-core/src/media/kinds/media-kinds.ts";
import { LIMITS } from "../../packages/cms-core/src/model/limits.ts";
import { ARCHIVE_LIMITS } from "../../packages/cms-core/src/transfer/archive/open-archive.ts";
import { PLANS } from "../../packages/hq/src/people/workspaces/usage.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const CORE = "packages/cms-core/src";
const HQ = "packages/hq/src";
const WORKER = "packages/worker/src";

const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;

/** How the page displays a number of this unit. */
const SHOWN: Readonly<Record<string, (value: number) => string>> = {
  count: (value) => value.toLocaleString("en"),
  characters: (value) => `${value.toLocaleString("en")} characters`,
  bytes: showBytes,
  levels: (value) => `${value} levels`,
};

function showBytes(value: number): string {
  if (value % GIB === 0) return `${value / GIB} GiB`;
  if (value % MIB === 0) return `${value / MIB} MiB`;
  if (value % KIB === 0) return `${value / KIB} KiB`;
  return `${value} bytes`;
}

/** Reads a number declared in a source file, such as `const MAX_LIMIT = 100` or `maxBytes: 2 * 1024 ** 3`. */
function declared(path: string, name: string): number {
  const source = readFileSync(resolve(ROOT, path), "utf8");
  const [, product] =
    new RegExp(`\\b${name}\\b(?: =|:) ([\\d_]+(?: \\*\\*? [\\d_]+)*)[,; }]`).exec(source) ?? [];
  if (product === undefined) throw new Error(`${path} declares no number ${name}.`);
  return product
    .split(" * ")
    .map((factor) => factor.replaceAll("_", "").split(" ** ").map(Number))
    .reduce((all, [base = 0, power = 1]) => all * base ** power, 1);
}

type Row = readonly [value: number, unit: string];

const COMPARED: Readonly<Record<string, Row>> = {
  Text: [LIMITS.textCharacters, "characters"],
  "Text area": [LIMITS.textareaCharacters, "characters"],
  "Rich text": [LIMITS.richtextCharacters, "characters"],
  "Embed URL": [LIMITS.embedUrlCharacters, "characters"],
  "Values of a field with multiple values": [LIMITS.multipleValues, "count"],
  "Rows of a Repeat": [LIMITS.repeatRows, "count"],
  "Fields of a content type": [LIMITS.fields, "count"],
  "Options of a Select": [LIMITS.selectOptions, "count"],
  "Label of a field or type": [LIMITS.labelCharacters, "characters"],
  "Help text of a field": [LIMITS.helpCharacters, "characters"],
  "API ID": [declared(`${CORE}/base/api-ids.ts`, "MAX_LENGTH"), "characters"],
  Slug: [declared(`${CORE}/base/slug.ts`, "SLUG_CHARACTERS"), "characters"],
  "Name of a site": [LIMITS.siteNameCharacters, "characters"],
  "Size of an entry file": [LIMITS.fileBytes, "bytes"],
  "Nesting of front matter": [declared(`${CORE}/yaml/yaml.ts`, "MAX_DEPTH"), "levels"],
  "Entries in one folder before HQ uses subfolders": [LIMITS.flatFolderEntries, "count"],
  "Image file": [MEDIA_LIMITS.imageBytes, "bytes"],
  "Frames of an animated image": [MEDIA_LIMITS.imageFrames, "count"],
  "SVG file": [MEDIA_LIMITS.svgBytes, "bytes"],
  "Any other file": [MEDIA_LIMITS.fileBytes, "bytes"],
  "Alt text": [LIMITS.altCharacters, "characters"],
  "File name": [LIMITS.filenameCharacters, "characters"],
  "Nesting of media folders": [LIMITS.mediaFolderDepth, "levels"],
  "Requests per site and minute": [configured("LOAM_READ_LIMIT"), "count"],
  "`limit`": [declared(`${CORE}/query/list-query.ts`, "MAX_LIMIT"), "count"],
  "`offset`": [declared(`${CORE}/query/list-query.ts`, "MAX_OFFSET"), "count"],
  "`depth`": [declared(`${CORE}/query/list-query.ts`, "MAX_DEPTH"), "count"],
  "Expanded references per response": [
    declared(`${CORE}/query/answer/compose-entry.ts`, "MAX_EXPANDED_NODES"),
    "count",
  ],
  "Fields in `orders`": [declared(`${CORE}/query/ask/query-parameters.ts`, "MAX_TERMS"), "count"],
  "Length of `filters`": [
    declared(`${CORE}/query/ask/parse-filters.ts`, "MAX_FILTER_CHARACTERS"),
    "characters",
  ],
  "Conditions in `filters`": [
    declared(`${CORE}/query/ask/parse-filters.ts`, "MAX_FILTER_TERMS"),
    "count",
  ],
  "Nested groups in `filters`": [
    declared(`${CORE}/query/ask/parse-filters.ts`, "MAX_FILTER_DEPTH"),
    "count",
  ],
  "Length of `q`": [declared(`${CORE}/query/list-query.ts`, "MAX_SEARCH_CHARACTERS"), "characters"],
  URL: [declared(`${HQ}/platform/http/guard-request.ts`, "MAX_URL_BYTES"), "bytes"],
  "Snapshots for `at`": [
    declared(`${HQ}/sites/registry/site-content.ts`, "MAX_SNAPSHOTS"),
    "count",
  ],
  "Writes per site and minute": [configured("LOAM_WRITE_LIMIT"), "count"],
  "Entries in one bulk publish": [
    declared(`${HQ}/content/entries/publishing-routes.ts`, "MAX_TOGETHER"),
    "count",
  ],
  "Entries in one release": [
    declared(`${HQ}/content/releases/release-routes.ts`, "MAX_ENTRIES"),
    "count",
  ],
  "Webhooks per site": [
    declared(`${HQ}/automation/webhooks/manage-webhooks.ts`, "MAX_WEBHOOKS"),
    "count",
  ],
  "Passkeys per account": [
    declared(`${HQ}/people/identity/passkeys/register-passkey.ts`, "MAX_PASSKEYS"),
    "count",
  ],
  "Live event streams per person": [
    declared(`${HQ}/sites/events/event-routes.ts`, "MAX_STREAMS"),
    "count",
  ],
  "Files HQ checks in one push": [LIMITS.pushedBytes, "bytes"],
  "Pack of one push to a site": [
    declared(`${HQ}/git/sites/receive-push.ts`, "MAX_PACK_BYTES"),
    "bytes",
  ],
  "Pack of one push to skills": [
    declared(`${HQ}/hub/skills/skills-git.ts`, "MAX_PACK_BYTES"),
    "bytes",
  ],
  "Objects of one push": [declared(`${HQ}/git/serve-push.ts`, "MAX_OBJECTS"), "count"],
  "Branches and tags in one push": [declared(`${HQ}/git/serve-push.ts`, "MAX_COMMANDS"), "count"],
  "Files in an imported ZIP": [ARCHIVE_LIMITS.files, "count"],
  "Contents of an imported ZIP": [ARCHIVE_LIMITS.bytes, "bytes"],
  "Repository when creating a site from it": [
    declared(`${HQ}/upstream/adopt/adopt-site.ts`, "maxBytes"),
    "bytes",
  ],
  "Files of a skill": [declared(`${CORE}/skills/check-skill-files.ts`, "files"), "count"],
  "Size of a skill": [declared(`${CORE}/skills/check-skill-files.ts`, "bytes"), "bytes"],
  "A single file of a skill": [
    declared(`${CORE}/skills/check-skill-files.ts`, "fileBytes"),
    "bytes",
  ],
  "`SKILL.md`": [declared(`${CORE}/skills/skill-matter.ts`, "MAX_SKILL_BYTES"), "bytes"],
  "Value of a variable": [
    declared(`${CORE}/template/resolve-variables.ts`, "MAX_VALUE_BYTES"),
    "bytes",
  ],
  "Variables per scope": [declared(`${HQ}/hub/variables/variables.ts`, "MAX_VARIABLES"), "count"],
  "Value of a secret": [declared(`${WORKER}/secrets/secrets.ts`, "MAX_VALUE_BYTES"), "bytes"],
  "All secrets of a run": [declared(`${WORKER}/secrets/secrets.ts`, "MAX_SESSION_BYTES"), "bytes"],
  "Memory entry": [declared(`${WORKER}/memory/memory-entry.ts`, "MAX_CONTENT_BYTES"), "bytes"],
  "Workers per workspace": [declared(`${HQ}/hub/workers/workers.ts`, "MAX_WORKERS"), "count"],
  "Log of a run in HQ": [declared(`${HQ}/hub/runs/run-logs.ts`, "MAX_LOG_BYTES"), "bytes"],
  "Output of a run": [declared(`${WORKER}/runner/run-order.ts`, "outputBytes"), "bytes"],
  "Artifact that HQ passes on": [declared(`${WORKER}/hq/live-artifacts.ts`, "MOST_BYTES"), "bytes"],
};

/** Displayed in a different unit than in the code, or defined in several places. */
const NOT_COMPARED = new Set([
  "Image dimensions",
  "Silence during an upload",
  "Duration of a run",
  "Runs at a time on a worker",
]);

/** Returns a variable's default from the configuration page. Another test checks the names. */
function configured(variable: string): number {
  const page = readFileSync(resolve(ROOT, "docs/reference/configuration.md"), "utf8");
  const [, value] = new RegExp(`^\\| \`${variable}\` +\\| \`(\\d+)\``, "m").exec(page) ?? [];
  if (value === undefined) throw new Error(`The configuration page has no ${variable}.`);
  return Number(value);
}

const PAGE = readFileSync(resolve(ROOT, "docs/reference/limits.md"), "utf8");

const rows = PAGE.split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (What|-+|Plan) /.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()));

const plans = rows.filter(([, name]) => name !== undefined && name.replaceAll("`", "") in PLANS);

test("documents exactly the limits with their numbers", () => {
  const shown = rows
    .filter((row) => !plans.includes(row))
    .map(([, what = "", limit = ""]) => [what, limit] as const)
    .filter(([what]) => !NOT_COMPARED.has(what));
  const expected = Object.entries(COMPARED).map(([what, [value, unit]]) => [
    what,
    SHOWN[unit]?.(value) ?? "",
  ]);

  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected));
});

test("documents every plan with its sites and storage", () => {
  const expected = Object.entries(PLANS).map(([name, { sites, mediaBytes }]) => [
    `\`${name}\``,
    sites?.toLocaleString("en") ?? "unlimited",
    `${(mediaBytes / 1e9).toLocaleString("en")} GB`,
  ]);

  expect(plans.map((row) => row.slice(1, 4))).toEqual(expected);
});
