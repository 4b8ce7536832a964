import { CmsError } from "../base/errors.ts";
import { sizeOf } from "../base/quantity.ts";

/** Scope of a variable (spec/skills.md, "Template variables"). */
export type VariableScope = "workspace" | "project" | "workflow" | "worker";

/** Variables of each scope, by name. */
export type VariableScopes = Readonly<Partial<Record<VariableScope, ReadonlyMap<string, string>>>>;

/**
 * Precedence of scopes, a setting of the deployment. `worker-last`: workspace, project, workflow, worker;
 * `workflow-last`: worker, project, workflow, without the workspace. The last one wins.
 */
export type VariablePrecedence = "worker-last" | "workflow-last";

export interface ResolvedVariable {
  readonly value: string;
  readonly scope: VariableScope;
  /** Overridden values, next in precedence first. */
  readonly shadowed: readonly { readonly value: string; readonly scope: VariableScope }[];
}

const ORDERS: Readonly<Record<VariablePrecedence, readonly VariableScope[]>> = {
  "worker-last": ["workspace", "project", "workflow", "worker"],
  "workflow-last": ["worker", "project", "workflow"],
};

/** Returns the value of each variable with the scope it comes from. */
export function resolveVariables(
  scopes: VariableScopes,
  precedence: VariablePrecedence,
): ReadonlyMap<string, ResolvedVariable> {
  const resolved = new Map<string, ResolvedVariable>();
  for (const scope of ORDERS[precedence]) {
    for (const [name, value] of scopes[scope] ?? []) {
      const before = resolved.get(name);
      const shadowed =
        before === undefined
          ? []
          : [{ value: before.value, scope: before.scope }, ...before.shadowed];
      resolved.set(name, { value, scope, shadowed });
    }
  }
  return resolved;
}

const NAME = /^\w{1,128}$/;
/** Size in UTF-8. */
const MAX_VALUE_BYTES = 65_536;

/**
 * Validates the name of a variable: 1 to 128 ASCII letters, digits, and underscores.
 *
 * @throws CmsError `invalid`
 */
export function parseVariableName(name: string): string {
  if (NAME.test(name)) return name;
  throw new CmsError(
    "invalid",
    `"${name.slice(0, 128)}" is not a valid variable name. Use 1 to 128 letters, digits, and underscores.`,
  );
}

/**
 * Validates the value of a variable: text of at most 64 KiB without NUL characters.
 *
 * @throws CmsError `invalid`, `too_large`
 */
export function parseVariableValue(value: string): string {
  if (Buffer.byteLength(value) > MAX_VALUE_BYTES) {
    throw new CmsError(
      "too_large",
      `The value of a variable can be up to ${sizeOf(MAX_VALUE_BYTES)}.`,
    );
  }
  if (value.isWellFormed() && !value.includes("\0")) return value;
  throw new CmsError(
    "invalid",
    "The value of a variable must be Unicode text without NUL characters.",
  );
}
