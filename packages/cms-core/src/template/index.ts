export { expandTemplate, templateNames } from "./expand-template.ts";
export { isReservedSecretName, isSecretName, parseSecretName } from "./secret-names.ts";
export {
  parseVariableName,
  parseVariableValue,
  resolveVariables,
  type ResolvedVariable,
  type VariablePrecedence,
  type VariableScope,
  type VariableScopes,
} from "./resolve-variables.ts";
