import type { Terminal } from "@loam/cms-core/program";
import type { Command } from "commander";

/** What the list of all commands says of one. */
export interface CommandSummary {
  readonly name: string;
  /** As it is written in usage lines; absent where the command has commands of its own. */
  readonly args?: string;
  readonly description: string;
}

/** Adds a command to the program. */
type AddCommand = (program: Command, terminal: Terminal) => void;

/** Commands that come from one module, which is loaded when one of them is asked for. */
export interface CommandModule {
  readonly commands: readonly CommandSummary[];
  readonly load: () => Promise<AddCommand>;
}

/**
 * Every command of `agent-cli`, in the order of its help. A command waits for its own module alone. The descriptions are
 * repeated here; a test compares them.
 */
export const COMMANDS: readonly CommandModule[] = [
  {
    commands: [{ name: "skill", description: "skills here and in HQ" }],
    load: async () => (await import("./skill-commands.ts")).addSkillCommands,
  },
  {
    commands: [
      { name: "variable", description: "the variables of this worker" },
      { name: "secret", description: "the secrets of this worker; values are never shown" },
    ],
    load: async () => (await import("./value-commands.ts")).addValueCommands,
  },
  {
    commands: [{ name: "memory", description: "what this worker remembers" }],
    load: async () => (await import("./memory-commands.ts")).addMemoryCommands,
  },
  {
    commands: [
      { name: "check", args: "<skill>", description: "look for what a skill requires" },
      { name: "run", args: "<skill>", description: "run a skill with the coding agent" },
    ],
    load: async () => (await import("./run-commands.ts")).addRunCommands,
  },
  {
    commands: [{ name: "worker", description: "this machine as a worker of HQ" }],
    load: async () => (await import("./worker-commands.ts")).addWorkerCommands,
  },
  {
    commands: [{ name: "login", args: "", description: "keep where HQ is, and your token for it" }],
    load: async () => (await import("./login-command.ts")).addLoginCommand,
  },
  {
    commands: [
      {
        name: "completion",
        args: "<shell>",
        description: "print what makes bash, zsh or fish complete agent-cli",
      },
    ],
    load: async () => (await import("./completion-command.ts")).addCompletionCommand,
  },
];
