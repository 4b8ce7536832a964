import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { PersonHere } from "../../live/use-presence.ts";
import { HiddenText } from "../../ui/notes/hidden-text.tsx";
import { Avatar } from "../../ui/values/avatar.tsx";
import styles from "./people-here.module.css";

interface PeopleHereProps {
  readonly people: readonly PersonHere[];
}

/** Further people are shown as a number, because the bar has little room. */
const MOST_SHOWN = 4;

/** Other users who have the entry open, by their initials. */
export function PeopleHere({ people }: PeopleHereProps): ReactNode {
  const { formatMessage } = useIntl();
  if (people.length === 0) return null;
  const more = people.length - MOST_SHOWN;
  return (
    <ul className={styles["people"]} aria-label={formatMessage({ id: "presence.here" })}>
      {people.slice(0, MOST_SHOWN).map(({ user, name }) => (
        <li key={user} title={name}>
          <Avatar name={name} size="medium" isHere />
          <HiddenText>{name}</HiddenText>
        </li>
      ))}
      {more > 0 && (
        <li className={styles["more"]}>
          <FormattedMessage id="presence.more" values={{ count: more }} />
        </li>
      )}
    </ul>
  );
}

interface FieldPlaceProps extends PeopleHereProps {
  readonly apiId: string;
  readonly label: string;
  readonly onEnter: (apiId: string) => void;
  readonly children: ReactNode;
}

/** A field and the other users who are editing it. Nothing is locked. */
export function FieldPlace({
  people,
  apiId,
  label,
  onEnter,
  children,
}: FieldPlaceProps): ReactNode {
  const editors = people.filter(({ fields }) => fields.includes(apiId));
  return (
    <div
      className={styles["place"]}
      data-field={apiId}
      data-here={editors.length > 0 || undefined}
      onFocus={() => onEnter(apiId)}
    >
      {children}
      {editors.length > 0 && (
        <ul className={styles["editing"]}>
          {editors.map(({ user, name }) => (
            <li key={user}>
              <Avatar name={name} />
              <FormattedMessage id="presence.editing" values={{ name, field: label }} />
            </li>
          ))}
          <li className={styles["both"]}>
            <FormattedMessage id="presence.both" />
          </li>
        </ul>
      )}
    </div>
  );
}
