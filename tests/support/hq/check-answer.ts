import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

interface Described {
  readonly content?: Readonly<Record<string, object>>;
  /** Reference to its description: `#/components/responses/…`. */
  readonly $ref?: string;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Described>>;
}

/** The used parts of an OpenAPI document. */
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly responses?: Readonly<Record<string, Described>> };
}

/** An HTTP response. */
export interface GivenAnswer {
  readonly method: string;
  /** Below `/api/manage`, with or without a query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

type AnswerCheck = (answer: GivenAnswer) => void;

let loaded: Promise<AnswerCheck> | undefined;

/**
 * Compares a response of the management API with the OpenAPI document that HQ serves.
 *
 * @param api URL of the API: `http://127.0.0.1:1234/api/manage`
 * @throws Error if the status, media type, or shape doesn't match the document
 */
export async function checkAnswer(api: string, answer: GivenAnswer): Promise<void> {
  loaded ??= fetch(`${api}/openapi.json`).then(async (document) =>
    makeCheck(await document.text()),
  );
  (await loaded)(answer);
}

/** Creates a response check from an OpenAPI document in JSON. */
export function makeCheck(text: string): AnswerCheck {
  const document: ApiDocument = JSON.parse(text);
  closeObjects(document);
  const ajv = new Ajv2020({ strict: false, formats: FORMATS });
  ajv.addSchema(document, "api");
  const patterns = Object.keys(document.paths).map((path) => ({ path, at: patternOf(path) }));
  return (answer) => {
    const [path = ""] = answer.path.split("?", 1);
    const method = answer.method.toLowerCase();
    const found = patterns.find(
      (each) => each.at.test(path) && document.paths[each.path]?.[method] !== undefined,
    );
    const operation = found && document.paths[found.path]?.[method];
    if (found === undefined || operation === undefined) return;
    const status = String(answer.status);
    const answerName = status in operation.responses ? status : "default";
    const place = ["paths", found.path, method, "responses", answerName];
    const described = { ...operation.responses[answerName] };
    compare(answer, {
      operation,
      ...resolve(document, described, place),
      isDefault: answerName === "default",
      ajv,
    });
  };
}

/** Resolves references to shared responses. */
function resolve(
  { components }: ApiDocument,
  described: Described,
  place: readonly string[],
): Pick<Expected, "described" | "at"> {
  const name = described.$ref?.split("/").at(-1);
  if (name === undefined) return { described, at: place };
  return { described: components?.responses?.[name] ?? {}, at: ["components", "responses", name] };
}

/** Forbids undocumented keys. The document itself allows them, for future versions. */
function closeObjects(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  if ("type" in node && node.type === "object" && "properties" in node) {
    if (!("additionalProperties" in node)) Object.assign(node, { additionalProperties: false });
  }
  for (const child of Object.values(node)) closeObjects(child);
}

/** All times have milliseconds. */
const FORMATS = {
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  "uri-reference": /^[^\s]*$/,
  uri: /^[a-z]+:[^\s]*$/,
  email: /@/,
  binary: true,
} as const;

interface Expected {
  readonly operation: Operation;
  readonly described: Described;
  readonly isDefault: boolean;
  /** Location in the document. */
  readonly at: readonly string[];
  readonly ajv: Ajv2020;
}

function compare(
  { status, headers, text }: GivenAnswer,
  { operation: { operationId }, described, isDefault, at, ajv }: Expected,
): void {
  const complain = (what: string): Error =>
    new Error(`${operationId} answered ${status} ${what}: ${text.slice(0, 2000)}`);
  // Documented, but not an error: a specific status, or not modified.
  if (isDefault && status < 400 && status !== 304) {
    throw complain("which the document does not know");
  }
  const [type] = Object.keys(described.content ?? {});
  if (type === undefined || status === 304) {
    if (text !== "") throw complain("with a body");
    return;
  }
  const given = headers.get("content-type")?.split(";", 1)[0];
  if (!type.includes("json")) return;
  if (given !== type) throw complain(`as ${given}`);
  const validate = validatorOf(ajv, [...at, "content", type, "schema"]);
  if (!validate(JSON.parse(text))) throw complain(ajv.errorsText(validate.errors));
}

function validatorOf(ajv: Ajv2020, at: readonly string[]): ValidateFunction {
  const pointer = at.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1"));
  const name = `api#/${pointer.map(encodeURIComponent).join("/")}`;
  const found = ajv.getSchema(name);
  if (found === undefined) throw new Error(`The document has no ${name}.`);
  return found;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}
