import { CmsError } from "@loam/cms-core";
import {
  blameEntry,
  compareVersions,
  entryTimeline,
  readVersion,
  restoreEntry,
  type Timeline,
  type VersionChanges,
  type FieldBlame,
  type FieldChange,
  type RowChange,
  type TextChange,
  type TimelineEvent,
} from "@loam/cms-core/history";
import { answer, columns, type JsonOption, withJson } from "@loam/cms-core/program";
import type { SavedEntry, SiteStore } from "@loam/cms-core/site";
import type { Command } from "commander";
import { findCommit, findEntryId } from "../../content/history/history-answer.ts";
import { findUser } from "../../people/identity/users/users.ts";
import { wholeNumber } from "../../platform/terminal/answer.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { withHq, withHqReading } from "../../platform/terminal/with-hq.ts";
import { inSite } from "../../sites/registry/in-site.ts";
import { siteActor } from "../../sites/registry/site-content.ts";
import { SHOWN_DIGITS } from "./site-log-commands.ts";

interface LogOptions extends JsonOption {
  readonly limit: number;
  readonly cursor?: string;
}

interface RestoreOptions extends JsonOption {
  readonly field?: string;
  readonly row?: string;
  readonly slug?: string;
  readonly as?: string;
}

const SITE = ["<site>", "ID or name"] as const;
const ENTRY = ["<entry>", "ID or <type>/<slug>, also of a deleted entry"] as const;

/** `hq entry log`, `diff`, `blame`, and `restore`. */
export function addEntryCommands(entries: Command, terminal: Terminal): void {
  const reading = async <T>(site: string, work: (store: SiteStore) => Promise<T>): Promise<T> =>
    withHqReading(terminal, async (hq) => inSite(hq, site, work));
  withJson(entries.command("log"))
    .description("List the events of an entry, newest first")
    .argument(...SITE)
    .argument(...ENTRY)
    .option("--limit <number>", "Number of events", wholeNumber, 20)
    .option("--cursor <next>", "Continue after a page: the `next` value of its JSON")
    .action(async (site: string, entry: string, options: LogOptions) => {
      const timeline = await reading(site, async (store) => readLog(store, entry, options));
      answer(terminal, options, { data: timeline, lines: renderTimeline(timeline) });
    });
  withJson(entries.command("diff"))
    .description("Compare two versions of an entry, field by field and word by word")
    .argument(...SITE)
    .argument(...ENTRY)
    .argument("<from>", "commit of hq entry log or hq site log; 7 digits are enough")
    .argument("[to]", "commit (default: the newest version)")
    .action(async (site: string, entry: string, ...more: [string, string?, JsonOption?]) => {
      const [from, to, options = {}] = more;
      const changes = await reading(site, async (store) => diff(store, entry, { from, to }));
      answer(terminal, options, { data: plainValue(changes), lines: renderChanges(changes) });
    });
  withJson(entries.command("blame"))
    .description("Show who last changed each field of an entry, and when")
    .argument(...SITE)
    .argument(...ENTRY)
    .action(async (site: string, entry: string, options: JsonOption) => {
      const blame = await reading(site, async (store) =>
        blameEntry(store, await findEntryId(store, entry)),
      );
      answer(terminal, options, { data: plainValue(blame), lines: renderBlame(blame) });
    });
  addRestore(entries, terminal);
}

function addRestore(entries: Command, terminal: Terminal): void {
  withJson(entries.command("restore"))
    .description("Restore an earlier version of an entry, or of one field, as a draft")
    .argument(...SITE)
    .argument(...ENTRY)
    .argument("<commit>", "Commit that has the version; 7 digits are enough")
    .option("--field <api_id>", "Only this field, or slug")
    .option("--row <id>", "Only this row of the field")
    .option("--slug <slug>", "New slug for a deleted entry whose slug is taken")
    .option("--as <email>", "Act as this user (default: the first admin)")
    .action(async (site: string, entry: string, commit: string, options: RestoreOptions) => {
      if (options.row !== undefined && options.field === undefined) {
        throw new CmsError("invalid", "--row requires --field, which names the field of the row.");
      }
      const saved = await withHq(terminal, async (hq) => {
        const actor = siteActor(await findUser(hq.database, options.as));
        return inSite(hq, site, async (store) =>
          restore(store, { entry, commit, actor, ...options }),
        );
      });
      const { ref, changed } = saved;
      const name = `${ref.type}/${ref.slug}`;
      const line = changed
        ? `Restored ${name} as a draft. Run hq publish to publish it.`
        : `${name} already has this content. Nothing was saved.`;
      const data = { id: ref.id, type: ref.type, slug: ref.slug, commit: saved.commit, changed };
      answer(terminal, options, { data, lines: [line] });
    });
}

async function readLog(
  store: SiteStore,
  entry: string,
  { limit, cursor }: LogOptions,
): Promise<Timeline> {
  const id = await findEntryId(store, entry);
  return entryTimeline(store, id, { limit, ...(cursor !== undefined && { cursor }) });
}

async function diff(
  store: SiteStore,
  entry: string,
  { from, to }: { readonly from: string; readonly to: string | undefined },
): Promise<VersionChanges> {
  const id = await findEntryId(store, entry);
  const before = await readVersion(store, id, await findCommit(store, from));
  const commit = to === undefined ? store.head() : await findCommit(store, to);
  return compareVersions(before, await readVersion(store, id, commit));
}

interface Restore extends RestoreOptions {
  readonly entry: string;
  readonly commit: string;
  readonly actor: ReturnType<typeof siteActor>;
}

async function restore(
  store: SiteStore,
  { entry, commit, actor, field, row, slug }: Restore,
): Promise<SavedEntry> {
  const id = await findEntryId(store, entry);
  return restoreEntry(store, {
    id,
    commit: await findCommit(store, commit),
    actor,
    ...(field !== undefined && { field }),
    ...(row !== undefined && { row }),
    ...(slug !== undefined && { slug }),
  });
}

/** One line per event. */
function renderTimeline({ events, next }: Timeline): readonly string[] {
  const rows = events.map((event) => [
    event.commit.slice(0, SHOWN_DIGITS),
    event.when,
    event.author.name,
    event.kind,
    event.slug,
    detailOf(event),
  ]);
  return [...columns(rows), ...(next === undefined ? [] : [`More: --cursor ${next}`])];
}

function detailOf(event: TimelineEvent): string {
  if ("version" in event) {
    const back = event.rolledBackTo?.slice(0, SHOWN_DIGITS);
    return `version ${event.version}${back === undefined ? "" : `, rolled back to ${back}`}`;
  }
  if (!("restored" in event) || event.restored === undefined) return "";
  return `from ${event.restored.slice(0, SHOWN_DIGITS)}`;
}

/** Changes field by field, with `[-removed-]{+added+}` in text. */
function renderChanges({ system, fields }: VersionChanges): readonly string[] {
  if (system.length + fields.length === 0) return ["No differences between the two versions."];
  return [
    ...system.map(({ key, before, after }) => `${key}: ${shown(before)} → ${shown(after)}`),
    ...fields.flatMap((field) => fieldLines(field, "")),
  ];
}

function fieldLines(change: FieldChange, indent: string): string[] {
  const { apiId, kind, before, after, text, items, rows } = change;
  const head = `${indent}${apiId}: ${kind}`;
  const inner = `${indent}  `;
  if (rows !== undefined) return [head, ...rows.flatMap((row) => rowLines(row, inner))];
  if (text !== undefined)
    return [
      head,
      ...formatText(text)
        .split("\n")
        .map((line) => `${inner}${line}`),
    ];
  if (items === undefined || kind !== "changed") {
    return [`${head}  ${shown(before)} → ${shown(after)}`];
  }
  const signs = { same: " ", added: "+", removed: "-" } as const;
  return [head, ...items.map((item) => `${inner}${signs[item.kind]} ${shown(item.value)}`)];
}

function rowLines({ id, kind, moved, fields }: RowChange, indent: string): string[] {
  const inner = fields.flatMap((field) => fieldLines(field, `${indent}  `));
  const label = moved && fields.length === 0 ? "moved" : `${kind}${moved ? ", moved" : ""}`;
  return [`${indent}row ${id}: ${label}`, ...inner];
}

const CONTEXT = 60;

/** Long unchanged text is shortened in the middle. */
function formatText(changes: readonly TextChange[]): string {
  const parts = changes.map(({ kind, text }, index) => {
    if (kind === "added") return `{+${text}+}`;
    if (kind === "removed") return `[-${text}-]`;
    if (text.length <= 2 * CONTEXT) return text;
    const start = index === 0 ? "" : text.slice(0, CONTEXT);
    const end = index === changes.length - 1 ? "" : text.slice(-CONTEXT);
    return `${start.toWellFormed()} … ${end.toWellFormed()}`;
  });
  return parts.join("").trim();
}

function shown(value: unknown): string {
  return value === undefined ? "(none)" : JSON.stringify(plainValue(value));
}

/** One line per field, and per row or paragraph with a different last author. */
function renderBlame(fields: readonly FieldBlame[]): readonly string[] {
  return columns(
    fields.flatMap(({ apiId, by, rows = new Map(), blocks = [] }) => [
      blameRow(apiId, by),
      ...[...rows]
        .filter(([, row]) => row.commit !== by.commit)
        .map(([id, row]) => blameRow(`  row ${id}`, row)),
      ...blocks
        .filter((block) => block.by.commit !== by.commit)
        .map((block) => blameRow(`  ${startOf(block.text)}`, block.by)),
    ]),
  );
}

function blameRow(name: string, { commit, when, author, message }: FieldBlame["by"]): string[] {
  return [name, commit.slice(0, SHOWN_DIGITS), when, author.name, message];
}

const START = 30;

function startOf(text: string): string {
  const line = text.split("\n", 1)[0] ?? "";
  return line.length > START ? `${line.slice(0, START).toWellFormed()}…` : line;
}

/** Converts a value to JSON: maps become objects, and undefined values are omitted. */
function plainValue(value: unknown): unknown {
  if (value instanceof Map) return plainValue(Object.fromEntries(value));
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([key, member]) => [key, plainValue(member)]));
}
