import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { isCmsError } from "@loam/cms-core";
import { openApi } from "../live/live-api.ts";
import { checkSet } from "../loader/open-content.ts";
import { openSource } from "../source/open-source.ts";
import { readAll } from "../source/published-content.ts";
import { readSiteIndex, type SiteIndex } from "../source/site-index.ts";
import { withConsistentSite } from "../source/site-snapshot.ts";
import type { Project } from "./project-options.ts";
import { writeTypes } from "./write-types.ts";

export interface Finding {
  readonly state: "ok" | "warning" | "failed";
  /** Subject of the check. */
  readonly what: string;
  /** Result, and what to do about it. */
  readonly message: string;
}

const OLDEST_ASTRO = [7, 2] as const;

/** Checks everything that a build and the site need, in order. A failed check doesn't stop the others. */
export async function examine(project: Project): Promise<readonly Finding[]> {
  const findings = [await astroVersion(project)];
  const index = await sourceOf(project, findings);
  if (index !== undefined) {
    findings.push(await contentOf(project, index));
    findings.push(await typesOf(project));
  }
  findings.push(...(await serverOf(project)));
  return findings;
}

async function astroVersion({ root }: Project): Promise<Finding> {
  const what = "Astro";
  try {
    const path = createRequire(join(root, "package.json")).resolve("astro/package.json");
    const version = String(
      Reflect.get(Object(JSON.parse(await readFile(path, "utf8"))), "version"),
    );
    const [major = 0, minor = 0] = version.split(".").map(Number);
    const isNew =
      major > OLDEST_ASTRO[0] || (major === OLDEST_ASTRO[0] && minor >= OLDEST_ASTRO[1]);
    if (isNew) return { state: "ok", what, message: version };
    return failed(what, `${version} is too old. Install ${OLDEST_ASTRO.join(".")} or later.`);
  } catch {
    return failed(what, "is not installed. Run: npm install astro");
  }
}

async function sourceOf({ options }: Project, findings: Finding[]): Promise<SiteIndex | undefined> {
  const what = "Source";
  try {
    const source = openSource(options);
    const index = await readSiteIndex(source);
    const types = index.contentTypes.map(({ apiId, totalCount }) => `${apiId} (${totalCount})`);
    const message = `${source.name}: "${index.site.name}", ${types.join(", ") || "nothing published"}`;
    findings.push({ state: "ok", what, message });
    for (const warning of source.takeWarnings?.() ?? []) {
      findings.push({ state: "warning", what, message: warning });
    }
    return index;
  } catch (error) {
    findings.push(failed(what, reasonOf(error)));
    return undefined;
  }
}

/** Checks the content like a build. */
async function contentOf({ options }: Project, index: SiteIndex): Promise<Finding> {
  const what = "Content";
  try {
    const source = openSource(options);
    await withConsistentSite(source, async () => {
      for (const type of index.contentTypes) await readAll(source, type);
    });
    await checkSet(source, index, options);
    return { state: "ok", what, message: "all hashes match, and all entries match their schemas" };
  } catch (error) {
    return failed(what, reasonOf(error));
  }
}

async function typesOf(project: Project): Promise<Finding> {
  const what = "Types";
  const { file, state, differences } = await writeTypes(project, { check: true });
  if (state === "same") return { state: "ok", what, message: `${file} is up to date` };
  const isThere = differences.some((line) => line.startsWith("-"));
  const message = isThere
    ? `${file} is out of date. Run: loam-astro types`
    : `no ${file}: astro sync generates the types. To commit them, run loam-astro types.`;
  return { state: isThere ? "warning" : "ok", what, message };
}

/** Checks the requirements of live collections and previews. */
async function serverOf({ options, hasAdapter }: Project): Promise<Finding[]> {
  const { hq, source, keys } = options;
  if (hq === undefined && source.kind !== "api") {
    const message =
      "HQ is not configured (loam({ hq })), so live collections and previews are off.";
    return [{ state: "ok", what: "HQ", message }];
  }
  const findings: Finding[] = [];
  try {
    const api = openApi(options, undefined);
    await api.get("");
    findings.push({ state: "ok", what: "HQ", message: `${api.name} accepts CMS_READ_KEY` });
  } catch (error) {
    findings.push(failed("HQ", reasonOf(error)));
  }
  if (!hasAdapter) {
    const message = "the site has no adapter, so previews only work in astro dev.";
    findings.push({ state: "warning", what: "Previews", message });
  } else if (keys.preview === undefined) {
    const message =
      "CMS_PREVIEW_SECRET is not set. The server needs it for previews. Generate one with: openssl rand -hex 32";
    findings.push({ state: "warning", what: "Previews", message });
  } else findings.push({ state: "ok", what: "Previews", message: "Preview URL: …/_loam/preview" });
  return findings;
}

function failed(what: string, message: string): Finding {
  return { state: "failed", what, message };
}

function reasonOf(error: unknown): string {
  if (isCmsError(error)) return `${error.message} (${error.code})`;
  return error instanceof Error ? error.message : String(error);
}
