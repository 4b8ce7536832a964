/** The known agents without a person at them: each reads its instructions from standard input. */
export const AGENT_PRESETS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  claude: ["claude", "--print"],
  codex: ["codex", "exec", "-"],
  gemini: ["gemini"],
};

/** Who can do runs without a command of the operator's own. */
export const AGENTS: readonly string[] = [...Object.keys(AGENT_PRESETS), "shell"];
