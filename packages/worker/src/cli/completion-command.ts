import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";
import { readWorkerConfig } from "../config/worker-config.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Commands that work on a skill of this machine, whose names can be completed. */
const ON_SKILLS = [
  ...["show", "push", "diff", "validate", "render", "rm", "export"].map((name) => `skill ${name}`),
  "check",
  "run",
];

/**
 * `agent-cli completion <shell>` and, hidden, `complete`, which the shell calls while somebody types. All other commands
 * must be in the program.
 */
export function addCompletionCommand(program: Command, terminal: Terminal): void {
  const root = tab(program, { completionCommandName: "completion" });
  program.commands
    .find((command) => command.name() === "completion")
    ?.description("print what makes bash, zsh or fish complete agent-cli");
  for (const name of ON_SKILLS) {
    const command = root.commands.get(name);
    const [argument] = command?.arguments.keys() ?? [];
    if (argument === undefined) continue;
    command?.argument(argument, (complete) => {
      for (const skill of skillNames(terminal)) complete(skill, "");
    });
  }
}

function skillNames({ environment }: Terminal): readonly string[] {
  const { skillsFolder } = readWorkerConfig(environment);
  if (!existsSync(skillsFolder)) return [];
  return readdirSync(skillsFolder).filter((name) =>
    existsSync(join(skillsFolder, name, "SKILL.md")),
  );
}
