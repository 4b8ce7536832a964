import { CmsError, countOf } from "@loam/cms-core";
import { answer, columns, type JsonOption } from "@loam/cms-core/program";
import type { Command } from "commander";
import { recover, type RecoverReport } from "../../operate/backup/recover.ts";
import {
  type FirstAdminState,
  setUpHq,
  type SetUpReport,
} from "../../people/identity/setup/set-up-hq.ts";
import { type HqConfig, localUrl } from "../../platform/config/config.ts";
import { type Terminal, terminalConfig } from "../../platform/terminal/terminal.ts";
import { withNewHq } from "../../platform/terminal/with-hq.ts";
import { askBilling, isWithoutBilling } from "./ask-billing.ts";

interface InitOptions extends JsonOption {
  readonly recover?: boolean;
}

/** `hq init`: data folder, first workspace, first admin. Can be repeated. */
export function defineInitCommand(command: Command, terminal: Terminal): void {
  command
    .option(
      "--recover",
      "Replace a lost control database: create a new one from the sites in the data folder",
    )
    .action(async (options: InitOptions) => {
      const noted = await askBilling(terminal);
      if (noted !== undefined) terminal.err(`${noted}\n`);
      if (options.recover === true) await recoverDatabase(terminal, options);
      else
        await withNewHq(
          terminal,
          async (hq) => reportSetUp(terminal, options, hq.config, await setUpHq(hq)),
          { quiet: true },
        );
    });
}

function reportSetUp(
  terminal: Terminal,
  options: JsonOption,
  config: HqConfig,
  { workspaces, admin }: SetUpReport,
): void {
  const { dataFolder } = config;
  const slugs = workspaces.map(({ slug }) => slug).join(", ");
  answer(terminal, options, {
    data: { dataFolder, workspaces, admin: adminData(admin, config) },
    lines: [
      `The data folder ${dataFolder} is ready. Workspaces: ${slugs}.`,
      ...adminLines(terminal, admin, config),
    ],
  });
}

async function recoverDatabase(terminal: Terminal, options: JsonOption): Promise<void> {
  if (terminal.hq !== undefined) {
    throw new CmsError("conflict", "A server is using this data folder. Stop it first.");
  }
  const config = terminalConfig(terminal);
  const report = await recover(config);
  const { workspaces, sites, skills, admin } = report;
  answer(terminal, options, {
    data: {
      dataFolder: config.dataFolder,
      workspaces,
      sites: sites.map(({ id, name, publishing }) => ({ id, name, publishing })),
      skills,
      lost: listLostData(terminal),
      admin: adminData(admin, config),
    },
    lines: [
      ...recoveredLines(report, listLostData(terminal)),
      ...adminLines(terminal, admin, config),
    ],
  });
}

/** Data that is not stored in a repository. */
function listLostData(terminal: Terminal): readonly string[] {
  const workspaces = isWithoutBilling(terminal)
    ? "workspaces"
    : "workspaces, plans, and payment methods";
  return ["users, roles, sessions, and access tokens", workspaces, ...LOST];
}

const LOST: readonly string[] = [
  "API keys, draft keys, and Preview URLs",
  "webhooks and their pending deliveries",
  "releases, invitations, and transfers",
  "projects, variables, workers, workflows, and runs",
  "the audit log",
];

function recoveredLines(
  { workspaces, sites, skills }: RecoverReport,
  lost: readonly string[],
): readonly string[] {
  const into = workspaces.map(({ slug }) => slug).join(", ");
  return [
    `Created a new control database with ${countOf(sites.length, "site")}, all in the workspace ${into}:`,
    ...columns(
      sites.map(({ id, name, publishing }) => [
        `  ${id}`,
        publishing ? "publishing on" : "publishing off",
        name,
      ]),
    ),
    ...(skills.length === 0 ? [] : [`Skills are in the workspaces ${skills.join(", ")}.`]),
    "Content, history, media, and the live sites are unchanged. Lost with the old database:",
    ...lost.map((item) => `  ${item}`),
  ];
}

function adminLines({ hq }: Terminal, admin: FirstAdminState, config: HqConfig): readonly string[] {
  if (admin.kind === "link" && hq === undefined && config.database.kind === "sqlite") {
    // No server is running with this folder. Starting one creates another link, which replaces this one.
    return ["Next: run hq start and open the setup link to create the first admin."];
  }
  const message = renderAdminState(admin, baseUrlOf(config));
  return message === undefined ? [] : [message];
}

function adminData(admin: FirstAdminState, config: HqConfig): unknown {
  return admin.kind === "link"
    ? { kind: admin.kind, url: setupUrl(admin.token, baseUrlOf(config)) }
    : admin;
}

function baseUrlOf({ host, port, baseUrl = localUrl(host, port) }: HqConfig): string {
  return baseUrl;
}

/** Returns the message about the first admin, if any. */
export function renderAdminState(admin: FirstAdminState, baseUrl: string): string | undefined {
  switch (admin.kind) {
    case "present":
      return undefined;
    case "created":
      return `Created the admin ${admin.email}.`;
    case "link":
      return `Create the first admin account (link expires in 24 hours):\n  ${setupUrl(admin.token, baseUrl)}`;
  }
}

function setupUrl(token: string, baseUrl: string): string {
  return `${baseUrl}/setup/${token}`;
}
