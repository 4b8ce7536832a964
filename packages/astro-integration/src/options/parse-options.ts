import { CmsError } from "@loam/cms-core";
import * as z from "astro/zod";
import type { LoamOptions } from "./options.ts";

/** Kinds of source that the format names and this version does not read. */
const LATER_KINDS: Readonly<Record<string, string>> = {
  git: "reading a git repository",
  api: "reading through the read API",
};

const filesSource = z
  .strictObject({
    kind: z.literal("files"),
    url: z.url({ protocol: /^https?$/ }).optional(),
    folder: z.string().min(1).optional(),
  })
  .refine((source) => (source.url === undefined) !== (source.folder === undefined), {
    error: "give either url or folder",
  });

const optionsSchema = z.strictObject({
  source: filesSource.optional(),
  collections: z
    .strictObject({
      include: z.array(z.string()).optional(),
      exclude: z.array(z.string()).optional(),
      prefix: z.string().optional(),
      idFrom: z.enum(["slug", "id"]).optional(),
      render: z.boolean().optional(),
    })
    .optional(),
  references: z.enum(["error", "warn"]).optional(),
});

/**
 * Options as a user wrote them, in a config file or as an argument.
 *
 * @param where - Named in the error: "the options of loam()", "loam.config.mjs".
 * @throws CmsError `unsupported_source` for a kind that this version does not read, else `invalid_options`.
 */
export function parseOptions(value: unknown, where: string): LoamOptions {
  refuseLaterKinds(value, where);
  const parsed = optionsSchema.safeParse(value ?? {});
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) => `${issue.path.join(".") || "options"}: ${issue.message}`,
    );
    throw new CmsError(
      "invalid_options",
      `${where}: ${problems.join("; ")}. A source is { kind: "files", url: "https://…" } or { kind: "files", folder: "../published" }.`,
    );
  }
  return withoutUndefined(parsed.data);
}

function refuseLaterKinds(value: unknown, where: string): void {
  const kind = property(property(value, "source"), "kind");
  const meaning = typeof kind === "string" ? LATER_KINDS[kind] : undefined;
  if (meaning === undefined) return;
  throw new CmsError(
    "unsupported_source",
    `${where}: source kind "${String(kind)}" (${meaning}) is not available in this version. Use { kind: "files", url } with the address of the published files, or { kind: "files", folder }.`,
    { details: { kind } },
  );
}

function property(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

/** zod's optional keys may hold `undefined`; ours are absent or set. */
function withoutUndefined(options: z.infer<typeof optionsSchema>): LoamOptions {
  const { source, collections, references } = options;
  return {
    ...(source === undefined ? {} : { source: defined(source) }),
    ...(collections === undefined ? {} : { collections: defined(collections) }),
    ...(references === undefined ? {} : { references }),
  };
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

function defined<T extends object>(value: T): Defined<T>;
function defined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined));
}
