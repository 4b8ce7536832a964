import { publishedLog } from "@loam/cms-core/history";
import {
  previewRollBack,
  rollBackSite,
  type RollBack,
  type RollBackOptions,
} from "@loam/cms-core/publish";
import type { SiteStore } from "@loam/cms-core/store";
import type { Command } from "commander";
import { findCommit } from "../../content/history/find-history.ts";
import { findUser } from "../../people/identity/users/find-user.ts";
import type { Hq } from "../../platform/hq.ts";
import { answer, type JsonOption, withJson } from "../../platform/terminal/answer.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { wholeNumber } from "../../platform/terminal/whole-number.ts";
import { withHq, withHqReading } from "../../platform/terminal/with-hq.ts";
import { configuredPublicUrl, writePublicFiles } from "../../sites/publisher/site-publisher.ts";
import { inSite } from "../../sites/registry/in-site.ts";
import { siteActor } from "../../sites/registry/site-actor.ts";
import { renderPublishes, renderRollBack } from "./render-site-log.ts";

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
    .description("list what was published of a site, newest first, also beside a running server")
    .argument("<site>", "id or name")
    .option("--limit <number>", "how many publishes", wholeNumber, 20)
    .action(async (site: string, options: LogOptions) => {
      const { limit } = options;
      const log = await withHqReading(terminal, async (hq) =>
        inSite(hq, site, async ({ repository }) => publishedLog(repository, { limit })),
      );
      answer(terminal, options, { data: log, lines: renderPublishes(log) });
    });
  withJson(sites.command("rollback"))
    .description("make the live site what it was after an earlier publish; drafts stay as they are")
    .argument("<site>", "id or name")
    .argument("<commit>", "of hq site log; its first 7 digits are enough")
    .option("--dry-run", "say what would change, and write nothing")
    .option("--as <email>", "who does it; the first admin unless given")
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
  // Before anything is written: it may not be configured.
  const publicStorageUrl = configuredPublicUrl(hq.config);
  const actor = siteActor(await findUser(hq.database, as));
  const media = await hq.storages.openMedia();
  const done = await rollBackSite(store, { to, actor, media, now: hq.now });
  const site = { siteId: store.site().id, repository: store.repository };
  await writePublicFiles(hq, site, { publicStorageUrl });
  return done;
}

function reportOf({ entries, files, deleted }: RollBack): RollBack {
  return { entries, files, deleted };
}
