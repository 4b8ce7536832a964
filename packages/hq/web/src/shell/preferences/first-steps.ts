import { usePreference } from "../../api/people/preferences.ts";

/** Maximum sites with first steps per user. */
const MOST = 20;

interface FirstStepsUnderway {
  readonly isUnderway: (site: string) => boolean;
  readonly begin: (site: string) => void;
  readonly end: (site: string) => void;
}

/** Manages the sites whose home shows the first steps until they are dismissed, shared by all devices. */
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
