import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type Grantable, type SiteMember, useAccess, useGrant } from "../api/settings/access.ts";
import { SelectField } from "../ui/fields/select-field.tsx";
import { Loading } from "../ui/notes/loading.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import facts from "../ui/facts.module.css";
import list from "../ui/list.module.css";
import styles from "./settings.module.css";

const ROLES = ["admin", "edit", "write", "view"] as const;

/** Who has which role for the site, and why. */
export function AccessSection(): ReactNode {
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
        <dl className={facts["definitions"]}>
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

const GRANTABLE = ["view", "write", "edit"] as const;

/** A person with their role and its source, and a control to grant another role if it isn't inherited. */
function PersonRow({ person }: { readonly person: SiteMember }): ReactNode {
  const { formatMessage } = useIntl();
  const grant = useGrant();
  const { userId, name, email, role, from } = person;
  const isAutomatic = from === "workspace" || from === "creator";
  const change = (wanted: Grantable): void => {
    if (wanted !== role && !grant.isPending) grant.mutate({ user: userId, role: wanted });
  };
  return (
    <li className={`${list["row"]} ${styles["person"]}`}>
      <div>
        <b>{name}</b>
        <small>
          {email} · <FormattedMessage id={`access.from.${from}`} />
        </small>
      </div>
      {isAutomatic ? (
        <span className={styles["automatic"]}>
          <FormattedMessage id={`role.${role}`} />
        </span>
      ) : (
        <SelectField
          label={formatMessage({ id: "access.roleOf" }, { name })}
          isLabelled={false}
          // While the request is pending, show the requested role.
          value={grant.isPending ? grant.variables.role : role}
          onChange={(wanted) => change(GRANTABLE.find((one) => one === wanted) ?? "view")}
          options={GRANTABLE.map((one) => [
            one,
            formatMessage({ id: `role.${one}` }),
            formatMessage({ id: `role.may.${one}` }),
          ])}
        />
      )}
      {grant.error !== null && <Refusal error={grant.error} />}
    </li>
  );
}
