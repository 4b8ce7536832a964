export {
  canonicalJson,
  type JudgedPair,
  type JudgedProject,
  judgeDirectories,
  judgePorts,
  judgeServers,
  judgeVariables,
  judgeWeights,
  type PairFinding,
  projectPrefix,
  weightOf,
} from "./judge-pair.ts";
export { judgeStrain, type Measure, type Strain, strainRemedy } from "./judge-strain.ts";
export {
  type Finding,
  isWorkDir,
  PORTS,
  type ProjectManifest,
  type RuleId,
  SERVER_NAME,
} from "./project-manifest.ts";
