import { decodeText } from "../../base/bytes.ts";
import type { Issue } from "../../base/errors.ts";
import { bodyField, type ContentType, type Field } from "../../model/content-type.ts";
import { type YamlPath, yamlLine } from "../../yaml/yaml-lines.ts";
import { splitEntryFile } from "./parse-entry.ts";

/** Adds to the issues of an entry's fields the path of its file and the line each field begins in. */
export function locateIssues(
  issues: readonly Issue[],
  bytes: Uint8Array,
  { path, schema }: { readonly path: string; readonly schema: ContentType },
): Issue[] {
  if (issues.length === 0) return [];
  const parts = splitEntryFile(decodeText(bytes, { path }), path);
  const bodyApiId = path.endsWith(".yml") ? undefined : bodyField(schema)?.apiId;
  return issues.map((issue) => {
    if (issue.field === undefined) return { ...issue, path };
    if (issue.field === bodyApiId) return { ...issue, path, line: parts.bodyLine };
    const at = internalPath(issue.field.split("."), schema.fields);
    return { ...issue, path, line: yamlLine(parts.yaml, at, parts.yamlLine) };
  });
}

function internalPath(steps: readonly string[], fields: readonly Field[]): YamlPath {
  const [apiId = "", index, ...rest] = steps;
  const field = fields.find((candidate) => candidate.apiId === apiId);
  const first = field?.id ?? apiId;
  if (index === undefined) return [first];
  const inner = field?.type === "repeat" && rest.length > 0 ? internalPath(rest, field.fields) : [];
  return [first, Number(index), ...inner];
}
