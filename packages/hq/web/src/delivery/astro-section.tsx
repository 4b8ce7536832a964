import type { ReactNode } from "react";
import { useSite } from "../api/sites.ts";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import { AstroLines } from "./astro-lines.tsx";

/** An Astro project that shows the published content. */
export function AstroSection(): ReactNode {
  const { data: site } = useSite();
  if (site === undefined) return null;
  return (
    <Sections>
      <Section title="delivery.astro" text="delivery.astroText">
        <AstroLines site={site} />
      </Section>
    </Sections>
  );
}
