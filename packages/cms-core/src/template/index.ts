export { expandTemplate, templateNames } from "./expand-template.ts";
export {
  parseVariableName,
  parseVariableValue,
  resolveVariables,
  type ResolvedVariable,
  type VariablePrecedence,
  type VariableScope,
  type VariableScopes,
} from "./resolve-variables.ts";
