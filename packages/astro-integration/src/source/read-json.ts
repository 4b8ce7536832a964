import { CmsError } from "@loam/cms-core";
import type * as z from "astro/zod";
import type { Source } from "./source.ts";

export interface JsonPlace {
  readonly source: Source;
  readonly path: string;
}

/** @throws CmsError `source_invalid` for bytes that aren't JSON or don't match the schema */
export function readJson<T>(schema: z.ZodType<T>, bytes: Uint8Array, place: JsonPlace): T {
  const parsed = schema.safeParse(parseJson(bytes, place));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalid(place, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "unexpected shape"}`);
}

/** @throws CmsError `source_invalid` for bytes that aren't JSON */
export function parseJson(bytes: Uint8Array, place: JsonPlace): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw invalid(place, error instanceof Error ? error.message : String(error), error);
  }
}

function invalid({ source, path }: JsonPlace, reason: string, cause?: unknown): CmsError {
  return new CmsError(
    "source_invalid",
    `${source.name}/${path} is not a valid published file: ${reason}. The content loaded earlier is kept. Publish again, or check which server responds at that URL.`,
    { details: { source: source.name, path }, cause },
  );
}
