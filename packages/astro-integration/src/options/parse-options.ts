import { CmsError } from "@loam/cms-core";
import * as z from "astro/zod";
import type { EntryRoutes, LoamOptions } from "./options.ts";

const httpUrl = z.url({ protocol: /^https?$/ });

const filesSource = z
  .strictObject({
    kind: z.literal("files"),
    url: httpUrl.optional(),
    folder: z.string().min(1).optional(),
  })
  .refine((source) => (source.url === undefined) !== (source.folder === undefined), {
    error: "set either url or folder",
  });

const gitSource = z.strictObject({
  kind: z.literal("git"),
  repo: z.string().min(1),
  ref: z.string().min(1).optional(),
  publicUrl: httpUrl.optional(),
});

const apiSource = z.strictObject({
  kind: z.literal("api"),
  baseUrl: httpUrl,
  siteId: z.string().min(1),
  drafts: z.boolean().optional(),
});

const hqPlace = z.strictObject({ baseUrl: httpUrl, siteId: z.string().min(1) });

const anySource = z.discriminatedUnion("kind", [filesSource, gitSource, apiSource]);

/** Examples of each kind of source, for error messages. */
const EXAMPLES = {
  files:
    '{ kind: "files", url: "https://…/public/<site id>" } or { kind: "files", folder: "../published" }',
  git: '{ kind: "git", repo: "../site.git", ref: "published" }',
  api: '{ kind: "api", baseUrl: "https://cms.example.com", siteId: "s…" }',
} as const;

type RouteFunction = Exclude<EntryRoutes, Readonly<Record<string, string>>>;

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

const optionsSchema = z.strictObject({
  source: anySource.optional(),
  hq: hqPlace.optional(),
  preview: z
    .union([z.literal(false), z.strictObject({ pages: z.array(z.string()).optional() })])
    .optional(),
  routes: z
    .union([z.record(z.string(), z.string().startsWith("/")), z.custom<RouteFunction>(isFunction)])
    .optional(),
  collections: z
    .strictObject({
      include: z.array(z.string()).optional(),
      exclude: z.array(z.string()).optional(),
      prefix: z.string().optional(),
      idFrom: z.enum(["slug", "id", "path"]).optional(),
      render: z.union([z.boolean(), z.literal("astro")]).optional(),
    })
    .optional(),
  references: z.enum(["error", "warn"]).optional(),
  incremental: z.boolean().optional(),
  images: z.boolean().optional(),
  onError: z.enum(["fail", "keep"]).optional(),
});

/**
 * Parses options from a config file or an argument.
 *
 * @param where source of the options in error messages: "the options of loam()", "loam.config.mjs"
 * @throws CmsError `unsupported_source` for an unknown kind of source, otherwise `invalid_options`
 */
export function parseOptions(value: unknown, where: string): LoamOptions {
  refuseOtherKinds(value, where);
  const parsed = optionsSchema.safeParse(value ?? {});
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) => `${issue.path.join(".") || "options"}: ${issue.message}`,
    );
    throw new CmsError("invalid_options", `${where}: ${problems.join("; ")}.${howTo(value)}`);
  }
  return withoutUndefined(parsed.data);
}

function refuseOtherKinds(value: unknown, where: string): void {
  const kind = kindOf(value);
  if (typeof kind !== "string" || Object.hasOwn(EXAMPLES, kind)) return;
  throw new CmsError(
    "unsupported_source",
    `${where}: there is no source of kind "${kind}". Use ${Object.values(EXAMPLES).join(", or ")}.`,
    { details: { kind } },
  );
}

function howTo(value: unknown): string {
  const kind = kindOf(value);
  if (kind !== "files" && kind !== "git" && kind !== "api") return "";
  return ` Example of this kind of source: ${EXAMPLES[kind]}.`;
}

function kindOf(value: unknown): unknown {
  return property(property(value, "source"), "kind");
}

function property(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

/** Zod's optional keys can be `undefined`; ours are absent or set. */
function withoutUndefined(options: z.infer<typeof optionsSchema>): LoamOptions {
  const { source, collections, preview, ...others } = options;
  return {
    ...defined(others),
    ...(source === undefined ? {} : { source: defined(source) }),
    ...(collections === undefined ? {} : { collections: defined(collections) }),
    ...(preview === undefined ? {} : { preview: preview && defined(preview) }),
  };
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

function defined<T extends object>(value: T): Defined<T>;
function defined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined));
}
