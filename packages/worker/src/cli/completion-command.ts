import tab from "@bomb.sh/tab/commander";
import type { Terminal } from "@loam/cms-core/program";
import type { Command } from "commander";
import { readWorkerConfig } from "../config/worker-config.ts";
import { skillFolders } from "../skills/local-skills.ts";

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
  const name = program.name();
  program.commands
    .find((command) => command.name() === "completion")
    ?.description("Print the shell completion script for bash, zsh, or fish")
    .action((shell: string) => {
      if (shell === "bash") terminal.out(FOR_BASH);
      else root.setup(name, name, shell);
    });
  for (const path of ON_SKILLS) {
    const command = root.commands.get(path);
    const [argument] = command?.arguments.keys() ?? [];
    if (argument === undefined) continue;
    command?.argument(argument, (complete) => {
      for (const skill of skillNames(terminal)) complete(skill, "");
    });
  }
}

/** Nothing else: a shell may read what it is offered as a command. */
function skillNames({ environment }: Terminal): readonly string[] {
  return skillFolders(readWorkerConfig(environment).skillsFolder);
}

/**
 * Our own, as that of the library needs the package bash-completion, complains when it is read a second time, and runs
 * what somebody has typed. The last line of an answer is a sum of bits: 2, no space after it; 4, never names of files.
 */
const FOR_BASH = `_agent_cli() {
  local line directive=0
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :*) directive=\${line#:} ;;
      *) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done < <(agent-cli complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if ((directive & 2)); then compopt -o nospace 2>/dev/null; fi
  if ((directive & 4)); then compopt +o default 2>/dev/null; fi
}
complete -o default -F _agent_cli agent-cli
`;
