import type { Command } from "commander";
import type { Terminal } from "../platform/terminal/terminal.ts";
import type { RunCommand } from "./running-server/command-routes.ts";

/** A command in the list of all commands. */
export interface CommandSummary {
  readonly name: string;
  /** Arguments in the usage line. Absent for a command with subcommands. */
  readonly args?: string;
  readonly description: string;
  /**
   * Whether it always runs in a separate process, even while a server runs.
   *
   * @default false: runs in the server that holds the data folder
   */
  readonly here?: boolean;
}

/** Adds a command to the program, and receives the function that runs other commands. */
type AddCommand = (program: Command, terminal: Terminal, run: RunCommand) => void;

/** Commands of one module, which is loaded when one of them is used. */
export interface CommandModule {
  readonly commands: readonly CommandSummary[];
  readonly load: () => Promise<AddCommand>;
}

/**
 * All `hq` commands in the order of the help. Add new ones here and in `docs/`. Loading the dependencies of all
 * commands takes several times as long as running most of them, so each module is loaded on demand. Descriptions are
 * repeated here, and a test compares them.
 */
export const COMMANDS: readonly CommandModule[] = [
  {
    commands: [
      {
        name: "start",
        args: "",
        description: "Start the server (configured by LOAM_ variables and .env)",
        here: true,
      },
    ],
    load: async () => (await import("./operate/start-command.ts")).addStartCommand,
  },
  {
    commands: [
      {
        name: "init",
        args: "",
        description: "Set up the data folder, the first workspace, and the first admin",
      },
    ],
    load: async () => (await import("./operate/init-command.ts")).addInitCommand,
  },
  {
    commands: [{ name: "user", description: "Manage users" }],
    load: async () => (await import("./people/user-commands.ts")).addUserCommands,
  },
  {
    commands: [{ name: "token", description: "Manage personal access tokens" }],
    load: async () => (await import("./people/token-commands.ts")).addTokenCommands,
  },
  {
    commands: [{ name: "workspace", description: "Manage workspaces" }],
    load: async () => (await import("./people/workspace-commands.ts")).addWorkspaceCommands,
  },
  {
    commands: [{ name: "key", description: "Manage the API keys of a site" }],
    load: async () => (await import("./site/key-commands.ts")).addKeyCommands,
  },
  {
    commands: [{ name: "site", description: "Manage sites" }],
    load: async () => (await import("./site/site-commands.ts")).addSiteCommands,
  },
  {
    commands: [{ name: "upstream", description: "Manage the upstream repository of a site" }],
    load: async () => (await import("./site/upstream-commands.ts")).addUpstreamCommands,
  },
  {
    commands: [{ name: "type", description: "Manage content types and their schemas" }],
    load: async () => (await import("./site/type-commands.ts")).addTypeCommands,
  },
  {
    commands: [
      {
        name: "publish",
        args: "<site> [entries...]",
        description: "Publish entries and report those that cannot be published",
      },
    ],
    load: async () => (await import("./site/publish-command.ts")).addPublishCommand,
  },
  {
    commands: [{ name: "entry", description: "Show and restore the history of entries" }],
    load: async () => (await import("./history/entry-commands.ts")).addEntryCommands,
  },
  {
    commands: [
      {
        name: "import",
        args: "<folder>",
        description:
          "Import a site's files, or Markdown from Astro, Starlight, Hugo, Zola, Jekyll, Eleventy, Next.js, or Obsidian",
      },
    ],
    load: async () => (await import("./transfer/import-command.ts")).addImportCommand,
  },
  {
    commands: [
      {
        name: "export",
        args: "<site>",
        description: "Export a site as one ZIP: content, schema, media, published JSON, history",
      },
    ],
    load: async () => (await import("./transfer/export-command.ts")).addExportCommand,
  },
  {
    commands: [
      {
        name: "backup",
        args: "<file>",
        description:
          "Back up the database, repositories, and media to one file, even while the server runs",
        here: true,
      },
      {
        name: "restore",
        args: "<file>",
        description: "Restore a backup into an empty data folder",
        here: true,
      },
    ],
    load: async () => (await import("./operate/backup-commands.ts")).addBackupCommands,
  },
  {
    commands: [{ name: "audit", description: "Show and verify the audit log" }],
    load: async () => (await import("./operate/audit-commands.ts")).addAuditCommands,
  },
  {
    commands: [{ name: "media", description: "Clean up media storage" }],
    load: async () => (await import("./site/media-commands.ts")).addMediaCommands,
  },
  {
    commands: [
      {
        name: "check",
        args: "[folder]",
        description: "Check site files against the push rules",
        here: true,
      },
    ],
    load: async () => (await import("./site/check-command.ts")).addCheckCommand,
  },
  {
    commands: [
      {
        name: "verify",
        args: "[site]",
        description: "Check public files, repositories, the database, and the audit log",
      },
      {
        name: "repair",
        args: "[site]",
        description:
          "Restore damaged media and repositories, and rewrite public files that differ from what is published",
      },
    ],
    load: async () => (await import("./operate/check-commands.ts")).addCheckCommands,
  },
  {
    commands: [
      {
        name: "doctor",
        args: "",
        description: "Show the configuration, with secrets masked, and check for problems",
        here: true,
      },
    ],
    load: async () => (await import("./operate/doctor-command.ts")).addDoctorCommand,
  },
];
