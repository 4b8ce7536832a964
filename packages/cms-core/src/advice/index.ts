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
