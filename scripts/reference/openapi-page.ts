/** The used parts of an OpenAPI document. */
interface OpenApi {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Schemas };
}

interface Operation {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: Schema }>>;
  };
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

type Schemas = Readonly<Record<string, Schema>>;

interface Schema {
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** Returns the operations of an OpenAPI document, grouped by tag. */
export function openApiSections(json: string): string {
  const document: OpenApi = JSON.parse(json);
  const { schemas } = document.components;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation, schemas })),
  );
  return document.tags
    .toSorted((a, b) => a.name.localeCompare(b.name, "en"))
    .map(({ name, description }) => {
      const sections = operations
        .filter(({ operation }) => operation.tags[0] === name)
        .map(operationSection);
      return [`## ${name}`, "", description, "", ...sections].join("\n");
    })
    .join("\n");
}

interface PlacedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
  readonly schemas: Schemas;
}

function operationSection({ path, method, operation, schemas }: PlacedOperation): string {
  const { summary, description, parameters = [] } = operation;
  const more = description.startsWith(`${summary}. `)
    ? description.slice(summary.length + 2)
    : description;
  const lines = [
    ...parameters
      .filter((one) => one.in !== "path" || one.description !== undefined)
      .map((one) => parameterLine(one, schemas)),
    ...bodyLines(operation, schemas),
  ];
  return [
    `### ${escapeMarkdown(summary)}`,
    "",
    `\`${method.toUpperCase()} ${path}\``,
    "",
    escapeMarkdown(more),
    "",
    ...(lines.length > 0 ? [...lines, ""] : []),
  ].join("\n");
}

const PLACES = { path: "Path", query: "Query", header: "Header" } as const;

/** Common headers, which the page explains once. */
const COMMON_HEADERS: ReadonlySet<string> = new Set(["Idempotency-Key", "If-Match", "Prefer"]);

function parameterLine(
  { name, in: place, required = false, description, schema }: Parameter,
  schemas: Schemas,
): string {
  if (place === "header" && COMMON_HEADERS.has(name)) return `- Header \`${name}\``;
  return valueLine(`${PLACES[place]} \`${name}\``, {
    schema: { ...schema, ...(description !== undefined && { description }) },
    required: required && place !== "path",
    schemas,
  });
}

function bodyLines({ requestBody }: Operation, schemas: Schemas): readonly string[] {
  return Object.entries(requestBody?.content ?? {}).flatMap(([mediaType, { schema: given }]) => {
    const kind = mediaType === "application/json" ? "Body" : `Body (\`${mediaType}\`)`;
    if (given === undefined) return [`- ${kind}`];
    const schema = resolve(given, schemas);
    const properties = Object.entries(schema.properties ?? {});
    if (properties.length === 0)
      return [valueLine(kind, { schema: given, required: false, schemas })];
    return properties.map(([name, property]) =>
      valueLine(`${kind} \`${name}\``, {
        schema: property,
        required: schema.required?.includes(name) ?? false,
        schemas,
      }),
    );
  });
}

interface Value {
  readonly schema: Schema;
  readonly required: boolean;
  readonly schemas: Schemas;
}

function valueLine(name: string, { schema, required, schemas }: Value): string {
  const facts = [
    typeOf(schema, schemas),
    ...(required ? ["required"] : []),
    ...(schema.default === undefined ? [] : [`default \`${JSON.stringify(schema.default)}\``]),
  ];
  const text = escapeMarkdown(resolve(schema, schemas).description ?? "");
  return `- ${name} (${facts.join(", ")})${text === "" ? "" : `: ${text}`}`;
}

/** Named schemas of objects are shown by name, others as they are. */
function typeOf(given: Schema, schemas: Schemas): string {
  const schema = resolve(given, schemas);
  const { type, items } = schema;
  if (given.$ref !== undefined && type === "object") return nameOf(given.$ref);
  if ("const" in schema) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined)
    return schema.enum.map((value) => `\`${String(value)}\``).join(" \\| ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) {
    return [...new Set(choices.map((one) => typeOf(one, schemas)))].join(" or ");
  }
  if (items !== undefined) return `array of ${typeOf(items, schemas)}`;
  return type === undefined ? "any value" : [type].flat().join(" or ");
}

/** Returns the schema that a reference names, with the keywords next to the reference. */
function resolve(schema: Schema, schemas: Schemas): Schema {
  const { $ref, ...own } = schema;
  return $ref === undefined ? schema : { ...schemas[nameOf($ref)], ...own };
}

function nameOf(reference: string): string {
  return reference.split("/").at(-1) ?? reference;
}

/** Escapes placeholders such as <site>. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/<(?=[a-z])/gi, String.raw`\<`);
}
