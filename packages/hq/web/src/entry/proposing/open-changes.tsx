import { type ReactNode, useState } from "react";
import { Radio, RadioGroup } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import type { ListedChange } from "../../api/changes/changes.ts";
import type { NamedPerson } from "../../api/changes/review-context.ts";
import { useSession } from "../../api/people/session.ts";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import styles from "./proposing.module.css";

interface OpenChangesProps {
  readonly proposals: readonly ListedChange[];
  /** The authors, for their names. */
  readonly people: readonly NamedPerson[];
  readonly isWorking: boolean;
  readonly error: Error | null;
  /** Receives the number of the chosen change request. */
  readonly onPropose: (change: number) => void;
  readonly onClose: () => void;
}

/** Selects an open change request; the user's own come first. */
export function OpenChanges(props: OpenChangesProps): ReactNode {
  const { proposals, people, isWorking, error, onPropose, onClose } = props;
  const { formatMessage } = useIntl();
  const { data: session } = useSession();
  const isOwn = ({ createdBy }: ListedChange): boolean => createdBy === session?.user.id;
  const shown = [...proposals.filter(isOwn), ...proposals.filter((one) => !isOwn(one))];
  const [chosen, setChosen] = useState(String(shown[0]?.number ?? ""));
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== "") onPropose(Number(chosen));
      }}
    >
      <RadioGroup
        className={styles["proposals"] ?? ""}
        aria-label={formatMessage({ id: "propose.which" })}
        value={chosen}
        onChange={setChosen}
      >
        {shown.map((change) => (
          <Radio
            key={change.number}
            value={String(change.number)}
            className={styles["proposal"] ?? ""}
          >
            <span className={styles["dot"]} aria-hidden="true" />
            <span className={styles["names"]}>
              <b>{change.title}</b>
              <small>
                <FormattedMessage
                  id="propose.of"
                  values={{
                    number: change.number,
                    isOwn: String(isOwn(change)),
                    name:
                      people.find(({ id }) => id === change.createdBy)?.name ??
                      formatMessage({ id: "conflict.somebody" }),
                    isDraft: String(change.draft),
                    ago: <Ago time={change.updatedAt} />,
                  }}
                />
              </small>
            </span>
          </Radio>
        ))}
      </RadioGroup>
      <Refusal error={error} />
      <div className={styles["foot"]}>
        <Button onPress={onClose}>
          <FormattedMessage id="propose.cancel" />
        </Button>
        <Button look="primary" type="submit" isWorking={isWorking}>
          <FormattedMessage id="propose.add" />
        </Button>
      </div>
    </form>
  );
}
