import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { CmsError, countOf } from "@loam/cms-core";
import type { AdoptReport } from "@loam/cms-core/adopt";
import { answer, type JsonOption, withJson } from "@loam/cms-core/program";
import type { Command } from "commander";
import { recordCommand } from "../../people/audit/record-command.ts";
import { findWorkspace } from "../../people/workspaces/workspaces.ts";
import { createEgress } from "../../platform/egress/egress.ts";
import type { Hq } from "../../platform/hq.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { withHq, withHqReading } from "../../platform/terminal/with-hq.ts";
import { createSite } from "../../sites/manage/create-site.ts";
import {
  type AdoptResult,
  type AdoptProgress,
  adoptSite,
  type AdoptSource,
} from "../../upstream/adopt/adopt-site.ts";
import { bypassRestrictions } from "./bypass-restrictions.ts";

interface CreateOptions extends JsonOption {
  readonly workspace?: string;
  readonly as?: string;
  readonly from?: string;
  readonly branch?: string;
  readonly dryRun?: boolean;
}

/** `hq site create`: an empty site, or one from an existing repository. */
export function addCreateCommand(sites: Command, terminal: Terminal): void {
  withJson(sites.command("create"))
    .description("Create a site, empty or from a Git repository with Markdown")
    .argument("<name>")
    .option("--workspace <slug>", "Workspace of the site, needed if there are several")
    .option("--as <email>", "Act as this user (default: the first admin)")
    .option(
      "--from <repository>",
      "URL or folder of a Git repository; files keep their paths and history",
    )
    .option("--branch <name>", "Branch of the repository (default: the one that is checked out)")
    .option("--dry-run", "With --from: show what would be created, without creating anything")
    .action(async (name: string, options: CreateOptions) => {
      const { from } = options;
      if (from === undefined) return createEmpty(terminal, name, options);
      const { site, report } = await takeOver(terminal, { ...options, name, from });
      const created = site === undefined ? "Would create a site." : `Created site ${site.id}.`;
      answer(terminal, options, {
        data: { ...site, report },
        lines: [created, ...renderReport(report)],
      });
    });
}

async function createEmpty(
  terminal: Terminal,
  name: string,
  options: CreateOptions,
): Promise<void> {
  for (const option of ["branch", "dryRun"] as const) {
    if (options[option] === undefined) continue;
    throw new CmsError("invalid", "--branch and --dry-run require --from with a repository.");
  }
  const site = await withHq(terminal, async (hq) => {
    const { id: workspaceId, slug } = await findWorkspace(hq.database, options.workspace);
    await recordCommand(hq, { event: "site.created", params: { ws: slug, name } });
    const wanted = { name, workspaceId, ...(options.as && { by: options.as }) };
    const bypass = { hq, workspace: workspaceId, gates: ["sites", "payment"] } as const;
    return bypassRestrictions(terminal, bypass, async () => createSite(hq, wanted));
  });
  answer(terminal, options, { data: site, lines: [`Created site ${site.id}.`] });
}

async function takeOver(
  terminal: Terminal,
  options: CreateOptions & { readonly name: string; readonly from: string },
): Promise<AdoptResult> {
  const { name, from, branch, dryRun = false, workspace, as } = options;
  const stopping = new AbortController();
  const stop = (): void => stopping.abort(new CmsError("aborted", "Stopped. Nothing was created."));
  const forget = terminal.onStop(stop);
  const signal = AbortSignal.any([stopping.signal, terminal.signal ?? stopping.signal]);
  const work = async (hq: Hq): Promise<AdoptResult> => {
    const { id: workspaceId, slug } = await findWorkspace(hq.database, workspace);
    const egress = createEgress({ allow: hq.config.upstreamAllow });
    try {
      const source = await resolveSource(from, terminal, egress);
      if (!dryRun) await recordCommand(hq, { event: "site.created", params: { ws: slug, name } });
      const site = { name, workspaceId, source, branch, dryRun, ...(as && { by: as }) };
      const deps = { hq, egress, scratch: join(hq.paths.node, "upstream") };
      const bypass = { hq, workspace: workspaceId, gates: ["sites", "payment"] } as const;
      return await bypassRestrictions(terminal, bypass, async () =>
        adoptSite(deps, { ...site, signal, onProgress: printProgress(terminal) }),
      );
    } finally {
      await egress.close();
    }
  };
  try {
    return await (dryRun ? withHqReading : withHq)(terminal, work);
  } finally {
    forget();
  }
}

/** An existing folder takes precedence over other interpretations. */
async function resolveSource(
  from: string,
  terminal: Terminal,
  egress: ReturnType<typeof createEgress>,
): Promise<AdoptSource> {
  const path = resolve(terminal.folder, from);
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const isAddress = /^[a-z][a-z+.-]*:\/\/|^[^/]+@[^/]+:/i.test(from);
  if (isFolder || !isAddress) return { kind: "folder", path };
  return { kind: "remote", url: (await egress.checkRepository(from)).href };
}

const STEPS: Readonly<Record<AdoptProgress["step"], string>> = {
  fetching: "Fetching the repository",
  reading: "Reading",
  writing: "Writing the site",
};

/** One line per step and collection. */
function printProgress({ err }: Terminal): (progress: AdoptProgress) => void {
  let lastLine = "";
  return ({ step, collection }) => {
    const line = [STEPS[step], collection].filter((part) => part !== undefined).join(" ");
    if (line !== lastLine) err(`${line} …\n`);
    lastLine = line;
  };
}

const SHOWN = 20;

function renderReport(report: AdoptReport): readonly string[] {
  const { layout, folder, collections, left, unread, kept, held, notes } = report;
  if (layout === "loam") return ["This is already a Loam site. Its files were not changed."];
  return [
    folder === "" ? `Found: ${layout}.` : `Found: ${layout}, in ${folder}.`,
    ...collections.flatMap(({ apiId, place, entries, fields, leftKeys }) => {
      const names = fields.map(({ apiId: field }) => field).join(", ");
      const others = leftKeys.length === 0 ? "" : `; keys not imported: ${leftKeys.join(", ")}`;
      return [
        `${apiId}: ${countOf(entries, "entry", "entries")} from ${place}`,
        `  ${names}${others}`,
      ];
    }),
    ...left.map(({ name, folder: place, files, why }) => {
      return `skipped: ${place || name} (${countOf(files, "file")}): ${why}`;
    }),
    ...firstOf(unread, ({ path = "", message }) => `cannot be read: ${path}: ${message}`),
    ...(held.length === 0 ? [] : [heldHeading(held.length)]),
    ...firstOf(held, ({ path, why }) => (why === path ? `  ${path}` : `  ${path} (${why})`)),
    ...firstOf(notes, ({ path, message }) => `note: ${path}: ${message}`),
    ...firstOf(
      kept,
      ({ path = "", message }) =>
        `kept, although a push with it would be rejected: ${path}: ${message}`,
    ),
  ];
}

function heldHeading(count: number): string {
  return `${countOf(count, "entry is", "entries are")} not live, as in the repository. Publish by ID or slug:`;
}

function firstOf<T>(all: readonly T[], print: (one: T) => string): readonly string[] {
  const more = all.length - SHOWN;
  const rest = more > 0 ? [`… and ${more} more; use --json to list all`] : [];
  return [...all.slice(0, SHOWN).map(print), ...rest];
}
