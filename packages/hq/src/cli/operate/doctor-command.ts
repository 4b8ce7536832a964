import { CmsError, countOf } from "@loam/cms-core";
import { answer, columns, type JsonOption } from "@loam/cms-core/program";
import type { Command } from "commander";
import { type ContentProblem, examineContents } from "../../operate/doctor/examine-contents.ts";
import { type Examination, examineInstance } from "../../operate/doctor/examine-instance.ts";
import { readEnvironment } from "../../platform/config/config.ts";
import { type Terminal, terminalConfig } from "../../platform/terminal/terminal.ts";

/** `hq doctor`: the effective configuration, unknown variables, and what cannot be used. Secrets are masked. */
export function defineDoctorCommand(command: Command, terminal: Terminal): void {
  command.action(async (options: JsonOption) => {
    const environment = readEnvironment(terminal.folder, terminal.environment);
    const config = terminalConfig(terminal);
    const examined = await examineInstance(config, environment);
    const contents = await examineContents(config);
    const unusable = [...examined.unusable, ...contents.map(({ part }) => part)];
    const data = { ...examined, contents, unusable };
    answer(terminal, options, { data, lines: renderReport(data) });
    refuseUnusable(unusable);
  });
}

function refuseUnusable(unusable: readonly string[]): void {
  const { length } = unusable;
  if (length === 0) return;
  const parts = `${countOf(length, "part")} of HQ cannot be used`;
  throw new CmsError("unavailable", `${parts}: ${unusable.join(", ")}.`);
}

function renderReport(
  report: Examination & { readonly contents: readonly ContentProblem[] },
): string[] {
  const { node, git, disk, config, variables, ignored, dataFolderExists, database, storages } =
    report;
  const settings = Object.entries(config).map(([name, value]) => [
    `  ${name}`,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const set = Object.entries(variables).map(([name, value]) => [`  ${name}`, value]);
  return [
    `Node.js ${node}; Git ${git}; data folder: ${dataFolderExists ? "found" : "not created yet, run hq init"}`,
    `Disk: ${disk.problem ?? "enough space"}`,
    `Control database ${database.address}: ${database.problem ?? database.state}`,
    ...storages.map(({ name, address, problem }) => `${name} ${address}: ${problem ?? "OK"}`),
    "Configuration:",
    ...columns(settings),
    ...(set.length > 0 ? ["Environment:", ...columns(set)] : []),
    ...ignored.map((name) => `${name} is set, but HQ does not use it. Check its spelling.`),
    ...report.contents.map(({ part, problem }) => `Problem: ${part}: ${problem}`),
    ...(report.unusable.length === 0 ? ["No problems found."] : []),
  ];
}
