import type { ContentType } from "../model/content-type.ts";
import type { Field, MediaField, NumberField } from "../model/field.ts";
import { stringLeaf, typedLeaf, type YamlMapping, type YamlTree } from "./yaml-tree.ts";

const TYPE_KEYS: ReadonlySet<string> = new Set(
  "apiId kind label description body fields".split(" "),
);
const FIELD_KEYS: ReadonlySet<string> = new Set(
  "id apiId label type required multiple help group maxLength min max integer options accept requireAlt to fields".split(
    " ",
  ),
);
const OMITTED: ReadonlyMap<string, string> = new Map([
  ["required", "false"],
  ["multiple", "false"],
  ["requireAlt", "false"],
  ["integer", "false"],
]);

/** What `type.yml` says; flags are left out when false. */
export function typeTree(type: ContentType): YamlMapping {
  const entries = new Map<string, YamlTree>([
    ["apiId", stringLeaf(type.apiId)],
    ["kind", stringLeaf(type.kind)],
    ["label", stringLeaf(type.label)],
  ]);
  if (type.description !== undefined) entries.set("description", stringLeaf(type.description));
  if (type.body !== undefined) entries.set("body", stringLeaf(type.body));
  entries.set("fields", { kind: "list", items: type.fields.map(fieldTree) });
  return { kind: "mapping", entries, known: (key) => TYPE_KEYS.has(key) };
}

function fieldTree(field: Field): YamlMapping {
  const entries = new Map<string, YamlTree>([
    ["id", stringLeaf(field.id)],
    ["apiId", stringLeaf(field.apiId)],
    ["label", stringLeaf(field.label)],
    ["type", stringLeaf(field.type)],
  ]);
  if (field.required) entries.set("required", typedLeaf("true"));
  if (field.multiple) entries.set("multiple", typedLeaf("true"));
  if (field.help !== undefined) entries.set("help", stringLeaf(field.help));
  if (field.group !== undefined) entries.set("group", stringLeaf(field.group));
  for (const [key, value] of ownMembers(field)) entries.set(key, value);
  return { kind: "mapping", entries, known: (key) => FIELD_KEYS.has(key), omitted: OMITTED };
}

function ownMembers(field: Field): [string, YamlTree][] {
  switch (field.type) {
    case "select":
      return [["options", { kind: "list", items: field.options.map(optionTree) }]];
    case "media":
      return mediaMembers(field);
    case "reference":
      return [["to", { kind: "list", items: field.to.map(stringLeaf) }]];
    case "repeat":
      return [["fields", { kind: "list", items: field.fields.map(fieldTree) }]];
    case "text":
    case "textarea":
    case "richtext":
      return numberMembers({ maxLength: field.maxLength });
    case "number":
      return numberRules(field);
    case "boolean":
    case "date":
    case "embed":
      return [];
  }
}

function numberRules({ min, max, integer }: NumberField): [string, YamlTree][] {
  const whole: [string, YamlTree][] = integer === true ? [["integer", typedLeaf("true")]] : [];
  return [...numberMembers({ min, max }), ...whole];
}

function numberMembers(
  members: Readonly<Record<string, number | undefined>>,
): [string, YamlTree][] {
  return Object.entries(members).flatMap(([key, value]): [string, YamlTree][] =>
    value === undefined ? [] : [[key, typedLeaf(String(value))]],
  );
}

function mediaMembers({ accept, requireAlt }: MediaField): [string, YamlTree][] {
  const demand: [string, YamlTree][] = [["requireAlt", typedLeaf("true")]];
  return [["accept", stringLeaf(accept)], ...(requireAlt === true ? demand : [])];
}

function optionTree(option: { readonly value: string; readonly label: string }): YamlMapping {
  const entries = new Map([
    ["value", stringLeaf(option.value)],
    ["label", stringLeaf(option.label)],
  ]);
  return { kind: "mapping", entries, known: (key) => key === "value" || key === "label" };
}
