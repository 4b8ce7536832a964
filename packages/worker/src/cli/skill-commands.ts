import type { Terminal } from "@loam/cms-core/program";
import type { Command } from "commander";
import { addHqSkillCommands } from "./skill-hq-commands.ts";
import { addLocalSkillCommands } from "./skill-local-commands.ts";

/** Adds `agent-cli skill …`. */
export function addSkillCommands(program: Command, terminal: Terminal): void {
  const skills = program.command("skill").description("Manage skills on this worker and in HQ");
  addHqSkillCommands(skills, terminal);
  addLocalSkillCommands(skills, terminal);
}
