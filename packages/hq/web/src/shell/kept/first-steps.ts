import { usePreference } from "../../api/people/preferences.ts";

/** As many as one person begins at a time. */
const MOST = 20;

interface FirstStepsUnderway {
  readonly isUnderway: (site: string) => boolean;
  readonly begin: (site: string) => void;
  readonly end: (site: string) => void;
}

/** The sites whose first steps somebody takes, on whatever device: their home shows the steps until they are put away. */
export function useFirstSteps(): FirstStepsUnderway {
  const [sites, change] = usePreference("first-steps", readSites);
  return {
    isUnderway: (site) => sites.includes(site),
    begin: (site) => change((now) => (now.includes(site) ? now : [site, ...now].slice(0, MOST))),
    end: (site) => change((now) => now.filter((one) => one !== site)),
  };
}

function readSites(remembered: unknown): readonly string[] {
  return Array.isArray(remembered)
    ? remembered.filter((one): one is string => typeof one === "string")
    : [];
}
