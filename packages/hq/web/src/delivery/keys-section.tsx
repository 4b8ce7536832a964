import type { ReactNode } from "react";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import { AdminsOnly } from "./admins-only.tsx";
import { DraftKeyPart } from "./keys/draft-key.tsx";
import { ReadKeysPart } from "./keys/read-keys.tsx";

/** API keys and the draft key. */
export function Component(): ReactNode {
  return (
    <AdminsOnly>
      <Sections>
        <Section title="keys.read" text="keys.readText">
          <ReadKeysPart />
        </Section>
        <Section title="keys.draft" text="keys.draftText">
          <DraftKeyPart />
        </Section>
      </Sections>
    </AdminsOnly>
  );
}
