import { countOf } from "@loam/cms-core";
import { publishedLog, type LoggedPublish } from "@loam/cms-core/history";
import { answer, columns, type JsonOption, withJson } from "@loam/cms-core/program";
import {
  previewRollBack,
  rollBackSite,
  type RollBack,
  type RollBackOptions,
  type LiveDifference,
} from "@loam/cms-core/publish";
import type { SiteStore } from "@loam/cms-core/site";
import type { Command } from "commander";
import { findCommit } from "../../content/history/history-answer.ts";
import { recordCommand } from "../../people/audit/record-command.ts";
import { findUser } from "../../people/identity/users/users.ts";
import type { Hq } from "../../platform/hq.ts";
import { wholeNumber } from "../../platform/terminal/answer.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { withHq, withHqReading } from "../../platform/terminal/with-hq.ts";
import { configuredPublicUrl, writePublicFiles } from "../../sites/publisher/site-publisher.ts";
import { inSite } from "../../sites/registry/in-site.ts";
import { siteActor } from "../../sites/registry/site-content.ts";

interface LogOptions extends JsonOption {
  readonly limit: number;
}

interface RollBackCommand extends JsonOption {
  readonly dryRun?: boolean;
  readonly as?: string;
}

/** `hq site log` and `hq site rollback`. */
export function addSiteLogCommands(sites: Command, terminal: Terminal): void {
  withJson(sites.command("log"))
    .description("List the publishes of a site, newest first")
    .argument("<site>", "ID or name")
    .option("--limit <number>", "Number of publishes", wholeNumber, 20)
    .action(async (site: string, options: LogOptions) => {
      const { limit } = options;
      const log = await withHqReading(terminal, async (hq) =>
        inSite(hq, site, async ({ repository }) => publishedLog(repository, { limit })),
      );
      answer(terminal, options, { data: log, lines: renderPublishes(log) });
    });
  withJson(sites.command("rollback"))
    .description("Roll back the live site to an earlier publish; drafts are not changed")
    .argument("<site>", "ID or name")
    .argument("<commit>", "Commit shown by hq site log; its first 7 digits are enough")
    .option("--dry-run", "Show what would change, without writing anything")
    .option("--as <email>", "Act as this user (default: the first admin)")
    .action(async (site: string, commit: string, options: RollBackCommand) => {
      const { dryRun = false } = options;
      const withOpened = dryRun ? withHqReading : withHq;
      const report = await withOpened(terminal, async (hq) =>
        inSite(hq, site, async (store) => {
          const to = await findCommit(store, commit, { live: true });
          const done = dryRun
            ? await previewRollBack(store, to)
            : await rollBack(hq, store, { to, ...options });
          return { ...reportOf(done), to, dryRun };
        }),
      );
      answer(terminal, options, { data: report, lines: renderRollBack(report) });
    });
}

async function rollBack(
  hq: Hq,
  store: SiteStore,
  { to, as }: Pick<RollBackOptions, "to"> & Pick<RollBackCommand, "as">,
): Promise<RollBack> {
  // Before anything is written: it might not be configured.
  const publicStorageUrl = configuredPublicUrl(hq.config);
  const actor = siteActor(await findUser(hq.database, as));
  await recordCommand(hq, { event: "site.rolled-back", params: { site: store.site().id } });
  const media = await hq.storages.openMedia();
  const done = await rollBackSite(store, { to, actor, media, now: hq.now });
  const site = { siteId: store.site().id, repository: store.repository };
  await writePublicFiles(hq, site, { publicStorageUrl });
  return done;
}

function reportOf({ entries, files, deleted }: RollBack): RollBack {
  return { entries, files, deleted };
}

/** Displayed digits of a commit id: enough to identify it. */
export const SHOWN_DIGITS = 10;
const SHOWN_ENTRIES = 3;

/** One line per publish. */
function renderPublishes(log: readonly LoggedPublish[]): readonly string[] {
  if (log.length === 0) return ["Nothing has been published yet."];
  return columns(
    log.map(({ commit, when, author, kind, message, ...counts }) => [
      commit.slice(0, SHOWN_DIGITS),
      when,
      author.name,
      kind,
      counts.count === 1 || counts.entries.length === 0 ? message : entriesOf(counts),
    ]),
  );
}

function entriesOf({ count, entries }: Pick<LoggedPublish, "count" | "entries">): string {
  const names = entries.slice(0, SHOWN_ENTRIES).map(({ type, slug }) => `${type}/${slug}`);
  const more = count > names.length ? `, … (${count})` : "";
  return `${names.join(", ")}${more}`;
}

interface RollBackReport extends RollBack {
  readonly to: string;
  readonly dryRun: boolean;
}

/** The changes of a rollback. */
function renderRollBack(report: RollBackReport): readonly string[] {
  const { entries, files, deleted, to, dryRun } = report;
  const commit = to.slice(0, SHOWN_DIGITS);
  if (entries.length + files.length === 0) return [`The live site already matches ${commit}.`];
  const summary = `${countOf(entries.length, "entry", "entries")} and ${countOf(files.length, "other file", "other files")}`;
  const head = dryRun
    ? `Rolling back to ${commit} would change ${summary}:`
    : `Rolled back to ${commit}: changed ${summary}.`;
  const deletedIds = new Set(deleted);
  const rows = entries.map((entry) => rowOf(entry, deletedIds.has(entry.id)));
  return [head, ...columns([...rows, ...files.map((path) => ["  changed", path])])];
}

const WORDS = { added: "live again", removed: "unpublished", changed: "changed" } as const;

function rowOf({ type, kind, before, after }: LiveDifference, isDeleted: boolean): string[] {
  const slugs = [...new Set([before?.slug, after?.slug])].filter((slug) => slug !== undefined);
  const versions = [before?.version, after?.version].filter((version) => version !== undefined);
  return [
    `  ${WORDS[kind]}`,
    `${type}/${slugs.join(" → ")}`,
    `version ${versions.join(" → ")}`,
    isDeleted ? "its draft was deleted after this publish" : "",
  ];
}
