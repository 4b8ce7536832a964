import matter from "gray-matter";
import { decodeText } from "../base/bytes.ts";
import {
  MAX_SKILL_BYTES,
  type MatterMap,
  type SkillMatter,
  splitSkillMatter,
} from "./skill-matter.ts";

/**
 * Like `splitSkillMatter`, for the bytes of a SKILL.md. Uses gray-matter, which by default executes front matter marked as
 * JavaScript, so the fences are checked first, and our YAML parser is its only engine.
 *
 * @throws CmsError `too_large`, `invalid_unicode`, and the errors of `splitSkillMatter`
 */
export function readMatter(bytes: Uint8Array, path: string): SkillMatter {
  const text = decodeText(bytes, { path, maxBytes: MAX_SKILL_BYTES });
  const parts = splitSkillMatter(text, path);
  // With options, gray-matter doesn't cache its results.
  const engines = { yaml: { parse: () => parts.attributes, stringify: () => "" } };
  const { data } = matter(text, { language: "yaml", engines });
  return { ...parts, attributes: asMap(data) };
}

/** Casts the result of gray-matter, which is that of the engine. */
function asMap(data: MatterMap): MatterMap {
  return data;
}
