import { isMap, isScalar, isSeq, parseDocument, type Document } from "yaml";

/** The lists of what a skill needs on a machine, by their names in the file. */
export const NEEDS = ["cli_tools", "mcp_servers", "env_vars"] as const;

export type Need = (typeof NEEDS)[number];

/** What the form of a SKILL.md has. */
export interface MatterFields {
  readonly display_name: string;
  readonly description: string;
  readonly needs: Readonly<Record<Need, readonly string[]>>;
}

/** A SKILL.md taken apart. */
export interface SkillText {
  /** Undefined where its front matter is not there, or is no YAML. */
  readonly fields: MatterFields | undefined;
  /** Keys that the form does not have. They stay as they are. */
  readonly others: readonly string[];
  /** The prompt, without the empty line above it. */
  readonly body: string;
  /** Line of the file in which the prompt begins, from 1. */
  readonly bodyLine: number;
  /** What is wrong with the front matter. */
  readonly problem: { readonly line: number; readonly message: string } | undefined;
}

const FENCED = /^(\uFEFF?---[ \t]*\r?\n)([\s\S]*?)(^---[ \t]*(?:\r?\n|$))/m;
const OWN: ReadonlySet<string> = new Set(["name", "display_name", "description", "requires"]);

/** Takes the text of a SKILL.md apart. */
export function readSkillText(text: string): SkillText {
  const parts = split(text);
  if (parts === undefined) {
    const problem = { line: 1, message: "---" };
    return { fields: undefined, others: [], body: text, bodyLine: 1, problem };
  }
  const { open, yaml, close, gap, body } = parts;
  const bodyLine = linesOf(open + yaml + close + gap) + 1;
  const document = parseDocument(yaml);
  const [error] = document.errors;
  if (error !== undefined || !isMap(document.contents)) {
    const line = linesOf(yaml.slice(0, error?.pos[0] ?? 0)) + 2;
    const problem = { line, message: error?.message.split("\n")[0] ?? "" };
    return { fields: undefined, others: [], body, bodyLine, problem };
  }
  const others = document.contents.items.flatMap(({ key }) => {
    const name = isScalar(key) ? String(key.value) : "";
    return OWN.has(name) ? [] : [name];
  });
  return { fields: fieldsOf(document), others, body, bodyLine, problem: undefined };
}

/** The same text with other fields: what is not given stays as it is written, comments and unknown keys, too. */
export function editMatter(text: string, change: Partial<MatterFields>): string {
  const parts = split(text);
  if (parts === undefined) return text;
  const { open, yaml, close, gap, body } = parts;
  const document = parseDocument(yaml);
  const { display_name: displayName, description, needs } = change;
  if (displayName !== undefined) document.set("display_name", displayName);
  if (description !== undefined) document.set("description", description);
  for (const need of NEEDS) {
    const names = needs?.[need];
    if (names !== undefined) setNeed(document, need, names);
  }
  const printed = document.toString({ lineWidth: 0, flowCollectionPadding: false });
  return (
    open + (open.includes("\r") ? printed.replaceAll("\n", "\r\n") : printed) + close + gap + body
  );
}

/** The same text with another prompt. */
export function putBody(text: string, body: string): string {
  const parts = split(text);
  return parts === undefined ? body : parts.open + parts.yaml + parts.close + parts.gap + body;
}

/** The SKILL.md that a new skill begins with. */
export function newSkillText({
  name,
  display_name: displayName,
  description,
}: Pick<MatterFields, "display_name" | "description"> & { readonly name: string }): string {
  const empty = `---\nname: ${name}\n---\n\n`;
  return editMatter(empty, { display_name: displayName, description });
}

/** The name that a text gives its skill; undefined where it gives none that a folder could have. */
export function nameInText(text: string): string | undefined {
  const parts = split(text);
  if (parts === undefined) return undefined;
  const name: unknown = parseDocument(parts.yaml).get("name");
  return typeof name === "string" && /^[a-z0-9][a-z0-9-]{0,63}$/.test(name) ? name : undefined;
}

function split(text: string) {
  const [whole, open = "", yaml = "", close = ""] = FENCED.exec(text) ?? [];
  if (whole === undefined || !text.startsWith(whole)) return undefined;
  const rest = text.slice(whole.length);
  const [gap = ""] = /^\r?\n/.exec(rest) ?? [];
  return { open, yaml, close, gap, body: rest.slice(gap.length) };
}

function linesOf(text: string): number {
  return text.split("\n").length - 1;
}

function fieldsOf(document: Document): MatterFields {
  const line = (key: string): string => {
    const value: unknown = document.get(key);
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
  const need = (name: Need): readonly string[] => {
    const list: unknown = document.getIn(["requires", name]);
    if (!isSeq(list)) return [];
    return list.items.flatMap((item) => (isScalar(item) ? [String(item.value)] : []));
  };
  return {
    display_name: line("display_name"),
    description: line("description"),
    needs: {
      cli_tools: need("cli_tools"),
      mcp_servers: need("mcp_servers"),
      env_vars: need("env_vars"),
    },
  };
}

function setNeed(document: Document, need: Need, names: readonly string[]): void {
  if (names.length > 0) {
    if (!isMap(document.get("requires"))) document.set("requires", document.createNode({}));
    document.setIn(["requires", need], document.createNode([...names], { flow: true }));
    return;
  }
  if (!isMap(document.get("requires"))) return;
  document.deleteIn(["requires", need]);
  const left: unknown = document.get("requires");
  if (isMap(left) && left.items.length === 0) document.delete("requires");
}
