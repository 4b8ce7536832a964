import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type Grantable, type SiteMember, useGrant } from "../api/settings/access.ts";
import { SelectField } from "../ui/fields/select-field.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import styles from "./settings.module.css";

const GRANTABLE = ["view", "write", "edit"] as const;

/** A person with their role and its source, and a control to grant another role if it isn't inherited. */
export function PersonRow({ person }: { readonly person: SiteMember }): ReactNode {
  const { formatMessage } = useIntl();
  const grant = useGrant();
  const { userId, name, email, role, from } = person;
  const isAutomatic = from === "workspace" || from === "creator";
  const change = (wanted: Grantable): void => {
    if (wanted !== role && !grant.isPending) grant.mutate({ user: userId, role: wanted });
  };
  return (
    <li className={styles["person"]}>
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
