import type { Terminal } from "@loam/cms-core/program";
import type { Command } from "commander";

/** Entry of a command in the help. */
export interface CommandSummary {
  readonly name: string;
  /** Arguments in usage lines; absent if the command has subcommands. */
  readonly args?: string;
  readonly description: string;
}

/** Adds a command to the CLI. */
type AddCommand = (program: Command, terminal: Terminal) => void;

/** Commands of one module, which is loaded when one of them runs. */
export interface CommandModule {
  readonly commands: readonly CommandSummary[];
  readonly load: () => Promise<AddCommand>;
}

/**
 * All commands of `agent-cli`, in help order. Only the module of the requested command is loaded, so the descriptions
 * are repeated here; a test compares them.
 */
export const COMMANDS: readonly CommandModule[] = [
  {
    commands: [{ name: "skill", description: "Manage skills on this worker and in HQ" }],
    load: async () => (await import("./skill-commands.ts")).addSkillCommands,
  },
  {
    commands: [
      { name: "variable", description: "Manage this worker's variables" },
      { name: "secret", description: "Manage this worker's secrets (values are never shown)" },
    ],
    load: async () => (await import("./value-commands.ts")).addValueCommands,
  },
  {
    commands: [{ name: "memory", description: "Search and manage memory" }],
    load: async () => (await import("./memory-commands.ts")).addMemoryCommands,
  },
  {
    commands: [
      { name: "check", args: "<skill>", description: "Check a skill's requirements" },
      { name: "run", args: "<skill>", description: "Run a skill with the coding agent" },
    ],
    load: async () => (await import("./run-commands.ts")).addRunCommands,
  },
  {
    commands: [{ name: "worker", description: "Manage this machine as a worker" }],
    load: async () => (await import("./worker-commands.ts")).addWorkerCommands,
  },
  {
    commands: [{ name: "login", args: "", description: "Save the HQ URL and your token" }],
    load: async () => (await import("./login-command.ts")).addLoginCommand,
  },
  {
    commands: [
      {
        name: "completion",
        args: "<shell>",
        description: "Print the shell completion script for bash, zsh, or fish",
      },
    ],
    load: async () => (await import("./completion-command.ts")).addCompletionCommand,
  },
];
