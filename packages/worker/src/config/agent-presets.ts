import { basename } from "node:path";

/** The agent for runs: the name of a preset, or a command with its arguments. */
export type RunAgent = string | { readonly command: readonly [string, ...string[]] };

/** A known coding agent, started non-interactively: it reads its instructions from standard input. */
export interface AgentPreset {
  readonly argv: readonly [string, ...string[]];
  /** Additional arguments to use the MCP servers of the worker's file only, and none of a repository. */
  readonly mcpArguments?: (file: string) => readonly string[];
  /** Additional arguments in the box, which replaces the agent's own sandbox. */
  readonly boxedArguments?: readonly string[];
  /** Environment variables of its process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Its own folder, below the user's home. */
  readonly home: string;
  readonly files: AgentFiles;
}

/**
 * The agent's files in a boxed run. `~/` is the user's home; other paths are relative to the agent's folder. Unlisted
 * files, such as transcripts of other runs, stay outside.
 */
interface AgentFiles {
  /** Copied for each run; a token that the agent renews is copied back. */
  readonly login: readonly string[];
  /** Copied for each run. */
  readonly settings: readonly string[];
  /** Mounted read-only. */
  readonly folders: readonly string[];
  /** Keys of settings to omit from the copy. */
  readonly without?: readonly string[];
}

/**
 * Settings of a repository never run code here: they could start commands as soon as the agent starts, whatever its
 * permissions. Codex and Gemini CLI start nothing from a repository; the others are configured not to.
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
    // Its sandbox doesn't work inside another one.
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

/** Agents that need no custom command. */
export const AGENTS: readonly string[] = [...Object.keys(AGENT_PRESETS), "shell"];

/** Returns the known agent that runs use, also if a custom command starts it. */
export function knownAgent(agent: RunAgent): AgentPreset | undefined {
  const name = typeof agent === "string" ? agent : basename(commandWords(agent.command)[0] ?? "");
  return Object.hasOwn(AGENT_PRESETS, name) ? AGENT_PRESETS[name] : undefined;
}

/** Removes `env` and its variables from a command. */
export function commandWords(argv: readonly string[]): readonly string[] {
  if (basename(argv[0] ?? "") !== "env") return argv;
  const start = argv.findIndex((word, at) => at > 0 && !/^\w+=/.test(word));
  return start === -1 ? argv : argv.slice(start);
}
