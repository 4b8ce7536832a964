import type { RunAgent } from "./setting-rules.ts";

/** The known agents without a person at them: each reads its instructions from standard input. */
export const AGENT_PRESETS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  claude: ["claude", "--print"],
  codex: ["codex", "exec", "-"],
  gemini: ["gemini"],
};

/** The program that does runs; undefined for `shell`, and for a preset that is not known. */
export function agentProgram(agent: RunAgent): string | undefined {
  return (typeof agent === "string" ? AGENT_PRESETS[agent] : agent.command)?.[0];
}
