import { type JudgedProject, weightOf } from "./judge-pair.ts";

/** Usage of one resource of a machine. */
export interface Measure {
  /** From 0 to 1, or more if there is a queue. */
  readonly share: number;
  /** Text for display. */
  readonly text: string;
  /** Whether it drops without intervention, such as the load. Such usage never leads to a rejection. */
  readonly isMomentary: boolean;
}

export interface Strain {
  readonly severity: "warn" | "error";
  readonly text: string;
}

/** Thresholds above which a machine is strained, or work fails. */
const STRAINED = 0.7;
const FULL = 0.9;

export function judgeStrain(measures: readonly Measure[]): readonly Strain[] {
  return measures
    .filter(({ share }) => share >= STRAINED)
    .map(({ share, text, isMomentary }) => {
      return { severity: share >= FULL && !isMomentary ? "error" : "warn", text };
    });
}

/** Returns the suggested fix. */
export function strainRemedy(projects: readonly JudgedProject[]): string {
  const [first] = projects.toSorted((left, right) => declared(right) - declared(left));
  if (first === undefined || projects.length < 2) {
    return "Use a larger machine, or run fewer skills at the same time.";
  }
  const heavy = projects.filter((project) => weightOf(project).isHeavy).map(({ name }) => name);
  const all = heavy.length > 0 ? ` Heavyweight projects: ${heavy.join(", ")}.` : "";
  return `Assign ${first.name}, which declares the most, to a separate worker.${all}`;
}

const HEAVY = 10_000;

function declared({ manifest }: JudgedProject): number {
  const heavy = weightOf({ manifest }).isHeavy ? HEAVY : 0;
  return heavy + (manifest.containers ?? 0) + manifest.services.length;
}
