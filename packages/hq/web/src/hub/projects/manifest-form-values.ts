import { isWorkDir, PORTS, SERVER_NAME } from "@loam/cms-core/browser";
import type { Manifest } from "../../api/hub/projects.ts";

/** The form values of a project manifest. */
export interface ManifestFormValues {
  readonly weight: "told" | "light" | "heavy";
  readonly containers: string;
  readonly workDir: string;
  readonly services: readonly ServiceFormValues[];
  readonly mcpServers: readonly ServerFormValues[];
  readonly skills: readonly string[];
  /** Comma-separated. */
  readonly envVars: string;
}

export interface ServiceFormValues {
  readonly name: string;
  /** Comma-separated. */
  readonly ports: string;
}

export interface ServerFormValues {
  readonly name: string;
  /** JSON, as in an MCP configuration file. */
  readonly settings: string;
}

export interface ManifestFormErrors {
  readonly place: "containers" | "workDir" | "services" | "mcpServers" | "envVars";
  readonly kind: "number" | "path" | "service" | "json" | "name";
}

export function manifestToForm(manifest: Manifest): ManifestFormValues {
  const { weight, containers, workDir, services, mcpServers, skills, envVars } = manifest;
  return {
    weight: weight ?? "told",
    containers: containers === undefined ? "" : String(containers),
    workDir: workDir ?? "",
    services: services.map(({ name, ports }) => ({ name, ports: ports.join(", ") })),
    mcpServers: Object.entries(mcpServers).map(([name, settings]) => {
      return { name, settings: JSON.stringify(settings, undefined, 2) };
    }),
    skills,
    envVars: envVars.join(", "),
  };
}

/** Returns the errors to fix before saving; undefined if there are no errors. */
export function validateManifest(values: ManifestFormValues): ManifestFormErrors | undefined {
  const { containers, workDir, services, mcpServers, envVars } = values;
  if (!/^(?:\d{1,3}|1000)?$/.test(containers.trim())) {
    return { place: "containers", kind: "number" };
  }
  if (workDir.trim() !== "" && !isWorkDir(workDir.trim()))
    return { place: "workDir", kind: "path" };
  if (!services.every(isService)) return { place: "services", kind: "service" };
  if (!mcpServers.every(({ name }) => SERVER_NAME.test(name.trim()))) {
    return { place: "mcpServers", kind: "name" };
  }
  if (mcpServers.some(({ settings }) => readSettings(settings) === undefined)) {
    return { place: "mcpServers", kind: "json" };
  }
  if (!listOf(envVars).every((name) => /^\w{1,128}$/.test(name))) {
    return { place: "envVars", kind: "name" };
  }
  return undefined;
}

/** Converts valid form values to a manifest. */
export function formToManifest(values: ManifestFormValues): Manifest {
  const { weight, containers, workDir, services, mcpServers, skills, envVars } = values;
  return {
    ...(weight !== "told" && { weight }),
    ...(containers.trim() !== "" && { containers: Number(containers) }),
    ...(workDir.trim() !== "" && { workDir: workDir.trim() }),
    services: services.map(({ name, ports }) => {
      return { name: name.trim(), ports: listOf(ports).map(Number) };
    }),
    mcpServers: Object.fromEntries(
      mcpServers.map(({ name, settings }) => [name.trim(), readSettings(settings) ?? {}]),
    ),
    skills: [...skills],
    envVars: [...listOf(envVars)],
  };
}

function isService({ name, ports }: ServiceFormValues): boolean {
  if (name.trim() === "") return false;
  return listOf(ports).every((port) => /^\d{1,5}$/.test(port) && isPort(Number(port)));
}

function isPort(port: number): boolean {
  return port >= PORTS.first && port <= PORTS.last;
}

function listOf(text: string): readonly string[] {
  return text
    .split(/[\s,]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function readSettings(text: string): Record<string, unknown> | undefined {
  try {
    const settings: unknown = JSON.parse(text);
    if (typeof settings !== "object" || settings === null || Array.isArray(settings)) {
      return undefined;
    }
    return Object.fromEntries(Object.entries(settings));
  } catch {
    return undefined;
  }
}
