import { type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import { useMediaHistory } from "../../api/media/media-library.ts";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import styles from "../media.module.css";

/** The history of a file, loaded when expanded. */
export function MediaHistory({ id }: { readonly id: string }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const { data: changes, error } = useMediaHistory(id, { enabled: isOpen });
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={styles["heading"]}>
        <FormattedMessage id="media.history" />
      </summary>
      <Refusal error={error} />
      <ul className={styles["users"]}>
        {changes?.map(({ commit, at, by, action }) => (
          <li key={commit}>
            <FormattedMessage id={`media.${action}`} values={{ by }} />
            <small>
              <Ago time={at} />
            </small>
          </li>
        ))}
      </ul>
    </details>
  );
}
