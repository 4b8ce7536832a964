import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Field } from "../../api/content/schema.ts";
import type { PersonHere } from "../../live/use-presence.ts";
import { Avatar } from "../../ui/values/avatar.tsx";
import heading from "../../ui/heading.module.css";
import text from "../../ui/text.module.css";
import styles from "./side.module.css";

interface PresenceSectionProps {
  readonly people: readonly PersonHere[];
  readonly fields: readonly Field[];
}

/** Other users who have the entry open, and the fields they are editing. */
export function PresenceSection({ people, fields }: PresenceSectionProps): ReactNode {
  const { formatList } = useIntl();
  if (people.length === 0) return null;
  return (
    <section className={styles["section"]}>
      <h2 className={heading["label"]}>
        <FormattedMessage id="presence.now" />
      </h2>
      <ul>
        {people.map(({ user, name, fields: written }) => {
          const labels = fields.filter(({ apiId }) => written.includes(apiId));
          return (
            <li key={user} className={styles["line"]}>
              <span className={styles["named"]}>
                <Avatar name={name} />
                {name}
              </span>
              <small className={text["faint"]}>
                {labels.length === 0 ? (
                  <FormattedMessage id="presence.reading" />
                ) : (
                  <FormattedMessage
                    id="presence.in"
                    values={{ fields: formatList(labels.map(({ label }) => label)) }}
                  />
                )}
              </small>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
