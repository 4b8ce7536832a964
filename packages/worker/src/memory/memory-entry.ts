import type { SQLOutputValue } from "node:sqlite";
import { CmsError, parseInstant, sizeOf } from "@loam/cms-core";
import { z } from "zod";

const KINDS = ["fact", "preference", "decision", "convention", "howto", "incident"] as const;

export type MemoryKind = (typeof KINDS)[number];

/** A memory entry. */
export interface MemoryEntry {
  readonly id: string;
  /** Null: universal, for every project. */
  readonly projectId: string | null;
  readonly content: string;
  readonly kind: MemoryKind;
  readonly tags: readonly string[];
  /** Origin, as `{"run": …, "skill": …}`. */
  readonly source: Readonly<Record<string, string>>;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** When it is deleted. */
  readonly expiresAt: string | null;
}

/** The parts of an entry that its author provides. */
export type NewMemory = Pick<MemoryEntry, "content"> &
  Partial<Omit<MemoryEntry, "id" | "content" | "createdAt" | "updatedAt">>;

/** A UUID, or the id of a project of HQ. */
const PROJECT_ID = /^(?:p[a-z2-7]{19}|[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})$/;

const MAX_CONTENT_BYTES = 16 * 1024;

const text = z.string().refine((value) => value.isWellFormed() && !value.includes("\0"), {
  error: "must be Unicode text without NUL characters",
});

const instant = z.string().transform((value, context) => {
  const parsed = parseInstant(value);
  if (parsed !== undefined) return parsed;
  context.addIssue({ code: "custom", message: "must be a time, such as 2026-11-20T09:30:00Z" });
  return z.NEVER;
});

// The same UUID can be in uppercase.
const projectId = z.string().regex(PROJECT_ID).toLowerCase();

const fields = {
  content: text
    .refine((value) => value.trim() !== "", { error: "must not be empty" })
    .refine((value) => Buffer.byteLength(value) <= MAX_CONTENT_BYTES, {
      error: `must be at most ${sizeOf(MAX_CONTENT_BYTES)}`,
    }),
  project_id: projectId.nullable(),
  kind: z.enum(KINDS),
  tags: z.array(text.min(1).max(64)).max(32),
  source: z
    .record(z.string().regex(/^\w{1,32}$/), text.max(200))
    .refine((value) => Object.keys(value).length <= 16, { error: "must have at most 16 keys" }),
  expiresAt: instant.nullable(),
};

const newSchema = z
  .strictObject({ ...fields })
  .partial()
  .required({ content: true });
const changeSchema = z.strictObject({ ...fields }).partial();
const wholeSchema = z.strictObject({
  ...fields,
  id: z.string().regex(/^[\w-]{1,64}$/),
  createdAt: instant,
  updatedAt: instant,
});

/** @throws CmsError `invalid`, with an issue for each field */
export function parseNewMemory(value: unknown): NewMemory {
  const { content, ...rest } = check(newSchema, value);
  return { content, ...fromWire(rest) };
}

/** @throws CmsError `invalid`, with an issue for each field */
export function parseMemoryChange(value: unknown): Partial<NewMemory> {
  return fromWire(check(changeSchema, value));
}

/** Parses an exported entry: a line of JSON. @throws CmsError `invalid` */
export function parseMemoryLine(line: string): MemoryEntry {
  const { project_id: project, ...rest } = check(wholeSchema, parseJson(line));
  return { ...rest, projectId: project };
}

/** Returns the form of an entry in every API. */
export function renderMemory(entry: MemoryEntry): Readonly<Record<string, unknown>> {
  const { id, projectId: project, ...rest } = entry;
  return { id, project_id: project, ...rest };
}

/** @throws CmsError `invalid_request` */
export function parseKind(value: string): MemoryKind {
  const { data } = fields.kind.safeParse(value);
  if (data !== undefined) return data;
  throw new CmsError("invalid_request", `kind must be one of ${KINDS.join(", ")}.`, {
    details: { param: "kind" },
  });
}

/** @throws CmsError `invalid_request` */
export function parseProjectId(value: string): string {
  const { data } = projectId.safeParse(value);
  if (data !== undefined) return data;
  throw new CmsError(
    "invalid_request",
    "project_id must be a UUID, or the ID of a project in HQ.",
    {
      details: { param: "project_id" },
    },
  );
}

function fromWire({
  project_id: project,
  ...rest
}: z.infer<typeof changeSchema>): Partial<NewMemory> {
  const known = Object.entries({ ...rest, projectId: project }).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(known);
}

function check<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({
    code: "invalid" as const,
    field: path.join("."),
    message,
  }));
  const summary = issues.map(({ field, message }) => `${field || "It"}: ${message}`).join("; ");
  throw new CmsError("invalid", `The memory entry is invalid. ${summary}.`, { issues });
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new CmsError("invalid", "The memory entry is not valid JSON.", { cause });
  }
}

export function readMemoryRow(row: Readonly<Record<string, SQLOutputValue>>): MemoryEntry {
  const { project_id: project, expires_at: expiresAt } = row;
  return {
    id: String(row["id"]),
    projectId: typeof project === "string" ? project : null,
    content: String(row["content"]),
    kind: fields.kind.parse(row["kind"]),
    tags: fields.tags.parse(JSON.parse(String(row["tags"]))),
    source: fields.source.parse(JSON.parse(String(row["source"]))),
    createdAt: String(row["created_at"]),
    updatedAt: String(row["updated_at"]),
    expiresAt: typeof expiresAt === "string" ? expiresAt : null,
  };
}
