import matter from "gray-matter";
import { decodeText } from "../base/bytes.ts";
import { MAX_SKILL_BYTES, type MatterMap, type SkillMatter, takeMatter } from "./skill-matter.ts";

/**
 * The same of the bytes of a SKILL.md. gray-matter takes it apart, which by itself executes what calls itself JavaScript:
 * so the fences are checked first, and our reader of YAML is its one engine.
 *
 * @throws CmsError `too_large`, `invalid_unicode`, and what `takeMatter` throws
 */
export function readMatter(bytes: Uint8Array, path: string): SkillMatter {
  const text = decodeText(bytes, { path, maxBytes: MAX_SKILL_BYTES });
  const taken = takeMatter(text, path);
  // With options of its own it keeps nothing of what it parsed.
  const engines = { yaml: { parse: () => taken.attributes, stringify: () => "" } };
  const { data } = matter(text, { language: "yaml", engines });
  return { ...taken, attributes: asMap(data) };
}

/** What gray-matter gives back is what its engine made. */
function asMap(data: MatterMap): MatterMap {
  return data;
}
