import type { Command } from "commander";
import type { Terminal } from "../platform/terminal/terminal.ts";
import type { RunCommand } from "./running-server/command-routes.ts";

/** A command in the list of all commands. */
export interface CommandEntry {
  readonly name: string;
  readonly description: string;
  /** Absent for a command with subcommands. */
  readonly args?: readonly CommandArgument[];
  /**
   * Whether it always runs in a separate process, even while a server runs.
   *
   * @default false: runs in the server that holds the data folder
   */
  readonly here?: boolean;
  readonly load: () => Promise<DefineCommand>;
}

type CommandArgument = readonly [name: string, description: string, defaultValue?: string];

/** Adds the options and the action of a command, or its subcommands. `run` runs other commands. */
type DefineCommand = (command: Command, terminal: Terminal, run: RunCommand) => void;

/**
 * All `hq` commands in the order of the help. Add new ones here and in `docs/`. Loading the dependencies of all
 * commands takes several times as long as running most of them, so `load` is called only for the requested command.
 */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "start",
    args: [],
    description: "Start the server (configured by LOAM_ variables and .env)",
    here: true,
    load: async () => (await import("./operate/start-command.ts")).defineStartCommand,
  },
  {
    name: "init",
    args: [],
    description: "Set up the data folder, the first workspace, and the first admin",
    load: async () => (await import("./operate/init-command.ts")).defineInitCommand,
  },
  {
    name: "user",
    description: "Manage users",
    load: async () => (await import("./people/user-commands.ts")).addUserCommands,
  },
  {
    name: "token",
    description: "Manage personal access tokens",
    load: async () => (await import("./people/token-commands.ts")).addTokenCommands,
  },
  {
    name: "workspace",
    description: "Manage workspaces",
    load: async () => (await import("./people/workspace-commands.ts")).addWorkspaceCommands,
  },
  {
    name: "key",
    description: "Manage the API keys of a site",
    load: async () => (await import("./site/key-commands.ts")).addKeyCommands,
  },
  {
    name: "site",
    description: "Manage sites",
    load: async () => (await import("./site/site-commands.ts")).addSiteCommands,
  },
  {
    name: "upstream",
    description: "Manage the upstream repository of a site",
    load: async () => (await import("./site/upstream-commands.ts")).addUpstreamCommands,
  },
  {
    name: "type",
    description: "Manage content types and their schemas",
    load: async () => (await import("./site/type-commands.ts")).addTypeCommands,
  },
  {
    name: "publish",
    args: [
      ["<site>", "ID or name"],
      ["[entries...]", "IDs or <type>/<slug>"],
    ],
    description: "Publish entries and report those that cannot be published",
    load: async () => (await import("./site/publish-command.ts")).definePublishCommand,
  },
  {
    name: "entry",
    description: "Show and restore the history of entries",
    load: async () => (await import("./history/entry-commands.ts")).addEntryCommands,
  },
  {
    name: "import",
    args: [["<folder>", "A folder, or the ZIP of an export, which creates a new site"]],
    description:
      "Import a site's files, or Markdown from Astro, Starlight, Hugo, Zola, Jekyll, Eleventy, Next.js, Pelican, or Obsidian",
    load: async () => (await import("./transfer/import-command.ts")).defineImportCommand,
  },
  {
    name: "export",
    args: [["<site>", "ID or name"]],
    description: "Export a site as one ZIP: content, schema, media, published JSON, history",
    load: async () => (await import("./transfer/export-command.ts")).defineExportCommand,
  },
  {
    name: "backup",
    args: [["<file>", "File to write"]],
    description:
      "Back up the database, repositories, and media to one file, even while the server runs",
    here: true,
    load: async () => (await import("./operate/backup-commands.ts")).defineBackupCommand,
  },
  {
    name: "restore",
    args: [["<file>", "File created by hq backup"]],
    description: "Restore a backup into an empty data folder",
    here: true,
    load: async () => (await import("./operate/backup-commands.ts")).defineRestoreCommand,
  },
  {
    name: "audit",
    description: "Show and verify the audit log",
    load: async () => (await import("./operate/audit-commands.ts")).addAuditCommands,
  },
  {
    name: "media",
    description: "Clean up media storage",
    load: async () => (await import("./site/media-commands.ts")).addMediaCommands,
  },
  {
    name: "check",
    args: [["[folder]", "A clone, or any folder with a site.yml", "."]],
    description: "Check site files against the push rules",
    here: true,
    load: async () => (await import("./site/check-command.ts")).defineCheckCommand,
  },
  {
    name: "verify",
    args: [["[site]", "ID or name (default: all sites)"]],
    description: "Check public files, repositories, the database, and the audit log",
    load: async () => (await import("./operate/check-commands.ts")).defineVerifyCommand,
  },
  {
    name: "repair",
    args: [["[site]", "ID or name (default: all sites)"]],
    description:
      "Restore damaged media and repositories, and rewrite public files that differ from what is published",
    load: async () => (await import("./operate/check-commands.ts")).defineRepairCommand,
  },
  {
    name: "doctor",
    args: [],
    description: "Show the configuration, with secrets masked, and check for problems",
    here: true,
    load: async () => (await import("./operate/doctor-command.ts")).defineDoctorCommand,
  },
];
