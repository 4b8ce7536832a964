import type { Terminal } from "@loam/cms-core/program";
import type { Command } from "commander";

/** A command as listed in the help. */
export interface CommandSummary {
  readonly name: string;
  readonly description: string;
  /** Names of its arguments. Absent if the command has subcommands. */
  readonly args?: readonly string[];
}

/** A command in the list of all commands. */
interface CommandEntry extends CommandSummary {
  readonly load: () => Promise<DefineCommand>;
}

/** Adds the options and the action of a command, or its subcommands. */
type DefineCommand = (command: Command, terminal: Terminal) => void;

/** All commands of `agent-cli` except `completion`, in help order. `load` is called only for the requested command. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "skill",
    description: "Manage skills on this worker and in HQ",
    load: async () => (await import("./skill-commands.ts")).addSkillCommands,
  },
  {
    name: "variable",
    description: "Manage this worker's variables",
    load: async () => (await import("./value-commands.ts")).addVariableCommands,
  },
  {
    name: "secret",
    description: "Manage this worker's secrets (values are never shown)",
    load: async () => (await import("./value-commands.ts")).addSecretCommands,
  },
  {
    name: "memory",
    description: "Search and manage memory",
    load: async () => (await import("./memory-commands.ts")).addMemoryCommands,
  },
  {
    name: "check",
    args: ["<skill>"],
    description: "Check a skill's requirements",
    load: async () => (await import("./run-commands.ts")).defineCheckCommand,
  },
  {
    name: "run",
    args: ["<skill>"],
    description: "Run a skill with the coding agent",
    load: async () => (await import("./run-commands.ts")).defineRunCommand,
  },
  {
    name: "worker",
    description: "Manage this machine as a worker",
    load: async () => (await import("./worker-commands.ts")).addWorkerCommands,
  },
  {
    name: "login",
    args: [],
    description: "Save the HQ URL and your token",
    load: async () => (await import("./login-command.ts")).defineLoginCommand,
  },
];

/** The last command. A library adds it to the program, after all others. */
export const COMPLETION: CommandSummary = {
  name: "completion",
  args: ["<shell>"],
  description: "Print the shell completion script for bash, zsh, or fish",
};
