import tab from "@bomb.sh/tab/commander";
import type { Terminal } from "@loam/cms-core/program";
import type { Command } from "commander";
import { readWorkerConfig } from "../config/worker-config.ts";
import { skillFolders } from "../skills/local-skills.ts";

/** Commands that take a skill of this machine, whose names can be completed. */
const ON_SKILLS = [
  ...["show", "push", "diff", "validate", "render", "rm", "export"].map((name) => `skill ${name}`),
  "check",
  "run",
];

/**
 * Adds `agent-cli completion <shell>` and the hidden `complete`, which shells call while the user types. All other
 * commands must already be added.
 */
export function addCompletionCommand(
  program: Command,
  { description, terminal }: { readonly description: string; readonly terminal: Terminal },
): void {
  const root = tab(program, { completionCommandName: "completion" });
  const name = program.name();
  program.commands
    .find((command) => command.name() === "completion")
    ?.description(description)
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

/** Returns only valid names, because a shell could interpret a suggestion as a command. */
function skillNames({ environment }: Terminal): readonly string[] {
  return skillFolders(readWorkerConfig(environment).skillsFolder);
}

/**
 * The library's own script requires the package bash-completion, fails when it is sourced twice, and executes what the
 * user has typed. The last line of a response is a bit set: 2, no space after it; 4, no filenames.
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
