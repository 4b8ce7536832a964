import { basename } from "node:path";

/** Who does a run: the name of a preset, or a program with its arguments. */
export type RunAgent = string | { readonly command: readonly [string, ...string[]] };

/** A known coding agent, started without a person at it: it reads its instructions from standard input. */
export interface AgentPreset {
  readonly argv: readonly [string, ...string[]];
  /** Further arguments with which it takes its MCP servers from the worker's file, and from no repository. */
  readonly mcpArguments?: (file: string) => readonly string[];
  /** Further arguments in the box, which stands in for a sandbox that the agent has itself. */
  readonly boxedArguments?: readonly string[];
  /** Variables of its process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Its own folder, below the person's. */
  readonly home: string;
  readonly files: AgentFiles;
}

/**
 * What a boxed run has of the agent's own files. `~/` is the person's folder, all else is in the agent's. What is not
 * named stays outside: transcripts of other runs, for one.
 */
interface AgentFiles {
  /** Copied for each run; a new token that the agent writes there is copied back. */
  readonly login: readonly string[];
  /** Copied for each run. */
  readonly settings: readonly string[];
  /** Read as they are. */
  readonly folders: readonly string[];
  /** Keys of settings that are left out of the copy. */
  readonly without?: readonly string[];
}

/**
 * The settings of a repository never run code here: they may start programs as soon as the agent does, whatever it is
 * permitted. Codex and Gemini CLI start nothing of a repository's; the others are told not to.
 */
export const AGENT_PRESETS: Readonly<Record<string, AgentPreset>> = {
  claude: {
    argv: ["claude", "--print", "--setting-sources", "user", "--strict-mcp-config"],
    mcpArguments: (file) => ["--mcp-config", file],
    home: ".claude",
    files: {
      login: [".credentials.json"],
      settings: ["settings.json", "CLAUDE.md", "~/.claude.json"],
      folders: ["skills", "agents", "commands", "hooks", "output-styles", "plugins", "rules"],
      without: ["projects", "mcpServers"],
    },
  },
  codex: {
    argv: ["codex", "exec", "--skip-git-repo-check"],
    // Its sandbox does not work inside another one.
    boxedArguments: ["--sandbox", "danger-full-access"],
    home: ".codex",
    files: {
      login: ["auth.json"],
      settings: ["config.toml", "AGENTS.md"],
      folders: ["skills", "prompts", "rules", "plugins"],
    },
  },
  gemini: {
    argv: ["gemini", "--skip-trust"],
    home: ".gemini",
    files: {
      login: ["oauth_creds.json", "google_accounts.json"],
      settings: ["settings.json", "GEMINI.md", "installation_id"],
      folders: ["skills", "commands", "extensions", "policies"],
    },
  },
  opencode: {
    argv: ["opencode", "run"],
    environment: {
      OPENCODE_DISABLE_PROJECT_CONFIG: "1",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_SHARE: "1",
    },
    home: ".config/opencode",
    files: {
      login: ["~/.local/share/opencode/auth.json"],
      settings: ["opencode.json", "opencode.jsonc", "config.json", "AGENTS.md"],
      folders: ["skills", "agent", "agents", "command", "commands", "plugin", "plugins", "themes"],
    },
  },
};

/** Who can do runs without a command of the operator's own. */
export const AGENTS: readonly string[] = [...Object.keys(AGENT_PRESETS), "shell"];

/** The known agent that runs are done by, also where it is started by a command of the operator's own. */
export function knownAgent(agent: RunAgent): AgentPreset | undefined {
  const name = typeof agent === "string" ? agent : basename(programWords(agent.command)[0] ?? "");
  return Object.hasOwn(AGENT_PRESETS, name) ? AGENT_PRESETS[name] : undefined;
}

/** A command without `env` and the variables that it sets. */
export function programWords(argv: readonly string[]): readonly string[] {
  if (basename(argv[0] ?? "") !== "env") return argv;
  const start = argv.findIndex((word, at) => at > 0 && !/^\w+=/.test(word));
  return start === -1 ? argv : argv.slice(start);
}
