import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useAccess } from "../api/settings/access.ts";
import { Loading } from "../ui/notes/loading.tsx";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import { PersonRow } from "./person-row.tsx";
import styles from "./settings.module.css";

const ROLES = ["admin", "edit", "write", "view"] as const;

/** Who has which role for the site, and why. */
export function Component(): ReactNode {
  const { data: people, error } = useAccess();
  if (people === undefined) return <Loading error={error} />;
  return (
    <Sections>
      <Section title="settings.access" text="access.text">
        <ul>
          {people.map((person) => (
            <PersonRow key={person.userId} person={person} />
          ))}
        </ul>
      </Section>
      <Section title="access.roles" text="access.rolesText">
        <dl className={styles["roles"]}>
          {ROLES.map((role) => (
            <div key={role}>
              <dt>
                <FormattedMessage id={`role.${role}`} />
              </dt>
              <dd>
                <FormattedMessage id={`role.may.${role}`} />
              </dd>
            </div>
          ))}
        </dl>
      </Section>
    </Sections>
  );
}
