import { CmsError } from "@loam/cms-core";
import { type Request, type RequestHandler, Router } from "express";
import { authenticateRequest } from "../../people/identity/authenticate-request.ts";
import type { Identity } from "../../people/identity/identity.ts";
import { inWorkspace } from "../../people/workspaces/policies.ts";
import { findWorkspaceByName } from "../../people/workspaces/workspaces.ts";
import type { Hq } from "../../platform/hq.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { nameRoute } from "../../platform/http/request-log.ts";
import { onlyMethods } from "../../platform/http/send-problem.ts";
import { addressKey } from "../../platform/limits/rate-limit.ts";
import { publicSkills } from "../skills/public-skills.ts";
import { readVersions } from "../skills/skill-answer.ts";
import type { SkillRepositories } from "../skills/skill-repositories.ts";
import type { SkillStore } from "../skills/skill-store.ts";
import { createSkillArchives, installedBytes, type SkillArchives } from "./skill-archives.ts";

const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
const INDEX = "/:ws/.well-known/agent-skills/index.json";
const ARCHIVE = "/:ws/.well-known/agent-skills/:name/:file";
/** From discovery 0.1, which has no archives. Tools that support only this version request each file. */
const FILE_INDEX = "/:ws/.well-known/skills/index.json";
const FILE = "/:ws/.well-known/skills/:name/*path";

const OTHER_FILE = "application/octet-stream";

export interface DiscoveryDeps {
  readonly hq: Hq;
  readonly skills: SkillRepositories;
  readonly identity: Identity;
}

/**
 * Lets other tools find and install a workspace's skills: public skills without a token, all skills with a token that
 * can read them.
 */
export function discoveryRoutes(deps: DiscoveryDeps): Router {
  const archives = createSkillArchives();
  const router = Router({ caseSensitive: true, strict: true });
  const all = [INDEX, ARCHIVE, FILE_INDEX, FILE];
  for (const path of all) router.all(path, onlyMethods("GET", "HEAD"));
  router.get(INDEX, serveIndex(deps, archives));
  router.get(ARCHIVE, serveArchive(deps, archives));
  router.get(FILE_INDEX, serveFileIndex(deps, archives));
  router.get(FILE, serveFile(deps));
  return router;
}

function serveIndex(deps: DiscoveryDeps, archives: SkillArchives): RequestHandler {
  return async (request, response) => {
    nameRoute(request, `/w${INDEX}`);
    const { store, isVisible, isAnonymous } = await openVisible(deps, request);
    const visible = (await store.list()).filter(({ name }) => isVisible(name));
    const entries = [];
    for (const { version, skill } of await readVersions(store, visible)) {
      const digest = await archives.digest(store, version);
      if (digest === undefined) continue;
      const url = `${version.name}/v${version.version}.tar.gz`;
      const { name, description } = skill;
      entries.push({ name, description, type: "archive", url, digest });
    }
    response.set("Cache-Control", isAnonymous ? "public, no-cache" : "private, no-store");
    response.json({ $schema: SCHEMA, skills: entries });
  };
}

function serveArchive(deps: DiscoveryDeps, archives: SkillArchives): RequestHandler {
  return async (request, response) => {
    nameRoute(request, `/w${ARCHIVE}`);
    const { store, isVisible, isAnonymous } = await openVisible(deps, request);
    const { name = "", file = "" } = request.params;
    const number = /^v([1-9]\d{0,8})\.tar\.gz$/.exec(String(file))?.[1];
    if (number === undefined || !isVisible(String(name))) throw nothingHere();
    const found = await store.find(String(name), Number(number));
    const bytes = await archives.archive(store, found);
    if (bytes === undefined) throw nothingHere();
    response.set("Cache-Control", isAnonymous ? "public, max-age=300" : "private, no-store");
    response.type("application/gzip").send(bytes);
  };
}

function serveFileIndex(deps: DiscoveryDeps, archives: SkillArchives): RequestHandler {
  return async (request, response) => {
    nameRoute(request, `/w${FILE_INDEX}`);
    const { store, isVisible, isAnonymous } = await openVisible(deps, request);
    const visible = (await store.list()).filter(({ name }) => isVisible(name));
    const entries = [];
    for (const { version, skill } of await readVersions(store, visible)) {
      // Skills that cannot be installed with the newer protocol are not offered by the older one.
      if ((await archives.digest(store, version)) === undefined) continue;
      const paths = (await store.files(version)).map(({ path }) => path);
      if (!paths.every(isPlainPath)) continue;
      const { name, description } = skill;
      const files = ["SKILL.md", ...paths.filter((path) => path !== "SKILL.md")];
      entries.push({ name, description, files });
    }
    response.set("Cache-Control", isAnonymous ? "public, no-cache" : "private, no-store");
    response.json({ skills: entries });
  };
}

/** Whether a path can be used in a URL unchanged. Tools reject a whole index if one path contains two dots. */
function isPlainPath(path: string): boolean {
  return !/\.\.|[?#%\\]/.test(path);
}

/** Serves the current version, because these URLs have no version. */
function serveFile(deps: DiscoveryDeps): RequestHandler {
  return async (request, response) => {
    nameRoute(request, `/w${FILE}`);
    const { store, isVisible, isAnonymous } = await openVisible(deps, request);
    const { name, path: segments } = request.params;
    const path = [segments].flat().join("/");
    if (!isVisible(String(name))) throw nothingHere();
    const version = await store.find(String(name));
    const file = (await store.files(version)).find((one) => one.path === path);
    if (file === undefined) throw nothingHere();
    const bytes = installedBytes(version, path, await store.repository.readBlob(file.oid));
    response.set({
      "Cache-Control": isAnonymous ? "public, no-cache" : "private, no-store",
      // Files of a skill must not be served as pages of HQ.
      "Content-Type": path === "SKILL.md" ? "text/markdown; charset=utf-8" : OTHER_FILE,
      "X-Content-Type-Options": "nosniff",
    });
    response.send(Buffer.from(bytes));
  };
}

interface VisibleSkills {
  readonly store: SkillStore;
  readonly isVisible: (name: string) => boolean;
  readonly isAnonymous: boolean;
}

/** @throws CmsError `not_found`, also for a workspace without public skills */
async function openVisible(
  { hq, skills, identity }: DiscoveryDeps,
  request: Request,
): Promise<VisibleSkills> {
  const { database } = hq;
  const params = { ws: String(request.params["ws"]) };
  request.res?.set("Vary", "Authorization");
  if (request.headers.authorization !== undefined) {
    const actor = await authenticateRequest(request, identity);
    const { workspace } = await inWorkspace("skill.read").authorise({ actor, params, database });
    return {
      store: await skills.of(workspace.id),
      isVisible: () => true,
      isAnonymous: false,
    };
  }
  await identity.limits.anonymous.take(addressKey(clientAddress(request)));
  const workspace = await findWorkspaceByName(database, params.ws);
  const names = workspace && (await publicSkills(database, workspace.id));
  if (workspace === undefined || names === undefined || names.size === 0) throw nothingHere();
  return {
    store: await skills.of(workspace.id),
    isVisible: (name) => names.has(name),
    isAnonymous: true,
  };
}

function nothingHere(): CmsError {
  return new CmsError("not_found", "Not found.");
}
