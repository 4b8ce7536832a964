import type { wholeProgram } from "../../packages/hq/src/cli/run-hq.ts";

export type Command = Awaited<ReturnType<typeof wholeProgram>>;
type Argument = Command["registeredArguments"][number];
type Option = Command["options"][number];

/** Returns the reference of an executable's commands: a section per command, with subsections for subcommands. */
export function commandSections(program: Command): string {
  return shownCommands(program)
    .map((command) => commandSection(command, { path: program.name(), level: 2 }))
    .join("\n");
}

interface Place {
  /** Names of the parent commands. */
  readonly path: string;
  /** Heading level. */
  readonly level: number;
}

function commandSection(command: Command, { path, level }: Place): string {
  const name = `${path} ${command.name()}`;
  const inner = shownCommands(command);
  const usage = inner.length === 0 ? ["```text", usageOf(command, name), "```", ""] : [];
  const rows = [
    ...command.registeredArguments.filter(isExplained).map(argumentRow),
    ...shownOptions(command).map(optionRow),
  ];
  const table =
    rows.length === 0
      ? []
      : ["| Argument or option | Meaning |", "| --- | --- |", ...rows.map(tableRow), ""];
  return [
    `${"#".repeat(level)} ${name}`,
    "",
    sentence(command.description()),
    "",
    ...usage,
    ...table,
    ...inner.map((one) => commandSection(one, { path: name, level: level + 1 })),
  ].join("\n");
}

function shownCommands(command: Command): readonly Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== "help");
}

/** Returns the options of a command. `--json`, which most commands have, is part of the usage line. */
function shownOptions({ options }: Command): readonly Option[] {
  return options.filter(({ hidden, long }) => !hidden && long !== "--json");
}

function usageOf(command: Command, name: string): string {
  const hasJson = command.options.some(({ long }) => long === "--json");
  return [
    name,
    ...(shownOptions(command).length > 0 ? ["[options]"] : []),
    ...(hasJson ? ["[--json]"] : []),
    ...command.registeredArguments.map(argumentName),
  ].join(" ");
}

function argumentName(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

type Row = readonly [name: string, meaning: string];

function isExplained({ description, argChoices }: Argument): boolean {
  return description !== "" || argChoices !== undefined;
}

function argumentRow(argument: Argument): Row {
  return [argumentName(argument), meaningOf(argument)];
}

function optionRow(option: Option): Row {
  return [option.flags, meaningOf(option, { isRequired: option.mandatory })];
}

function meaningOf(
  given: Argument | Option,
  { isRequired = false }: { readonly isRequired?: boolean } = {},
): string {
  const { description, argChoices = [], defaultValueDescription } = given;
  const value: unknown = given.defaultValue;
  const isShown = typeof value === "string" || typeof value === "number";
  const byDefault = defaultValueDescription ?? (isShown ? code(`${value}`) : undefined);
  return [
    ...(description === "" ? [] : [sentence(description)]),
    ...(isRequired ? ["Required."] : []),
    ...(argChoices.length > 0 ? [`One of ${argChoices.map(code).join(", ")}.`] : []),
    ...(byDefault === undefined ? [] : [`Default: ${byDefault}.`]),
  ].join(" ");
}

function code(text: string): string {
  return `\`${text}\``;
}

function sentence(text: string): string {
  return text === "" || /[.!?]$/.test(text) ? text : `${text}.`;
}

function tableRow([name, meaning]: Row): string {
  return `| ${code(name)} | ${escapeMarkdown(meaning)} |`;
}

/** Escapes placeholders such as <site>, and bars, which would end a table cell. */
function escapeMarkdown(text: string): string {
  return text.replaceAll("|", String.raw`\|`).replaceAll(/<(?=[a-z])/g, String.raw`\<`);
}
