import type { Terminal } from "@loam/cms-core/program";
import type { Command } from "commander";
import { addHqSkillCommands } from "./skill-hq-commands.ts";
import { addLocalSkillCommands } from "./skill-local-commands.ts";

/** Adds `agent-cli skill …`. */
export function addSkillCommands(skills: Command, terminal: Terminal): void {
  addHqSkillCommands(skills, terminal);
  addLocalSkillCommands(skills, terminal);
}
