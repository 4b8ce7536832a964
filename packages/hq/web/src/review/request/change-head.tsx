import { Ellipsis } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useCloseChange } from "../../api/changes/change.ts";
import type { MessageId } from "../../messages/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import { Avatar } from "../../ui/values/avatar.tsx";
import { rightsOf } from "../merge-rules.ts";
import { PersonName } from "../person-name.tsx";
import { EditChangeDialog } from "./edit-change-dialog.tsx";
import type { ReviewParts } from "./parts.ts";
import menu from "../../ui/menu.module.css";
import styles from "./request.module.css";

interface ChangeHeadProps extends ReviewParts {
  /** Message about author, date, and effect while it is open. */
  readonly openWords: MessageId;
}

/** Title, author, description, and outcome of the change request. */
export function ChangeHead({ openWords, ...props }: ChangeHeadProps): ReactNode {
  const { detail, names } = props;
  const { change } = detail;
  const { title, description, createdBy, createdAt } = change;
  return (
    <header className={styles["head"]}>
      <div className={styles["titleLine"]}>
        <h2 className={styles["title"]}>{title}</h2>
        <ManageMenu {...props} />
      </div>
      <p className={styles["by"]}>
        <Avatar name={names.get(createdBy ?? "") ?? "?"} size="medium" />
        <span>
          <FormattedMessage
            id={change.state === "open" ? openWords : "review.proposed"}
            values={{
              who: (
                <b>
                  <PersonName id={createdBy} names={names} />
                </b>
              ),
              ago: <Ago time={createdAt} />,
            }}
          />
        </span>
      </p>
      {description !== "" && <p className={styles["description"]}>{description}</p>}
      <Ended {...props} />
    </header>
  );
}

/** How it ended. */
function Ended({ detail: { change }, names }: ReviewParts): ReactNode {
  const { state, endedBy, endedAt } = change;
  if (state === "open" || endedAt === null) return null;
  return (
    <Note tone={state === "merged" ? "leaf" : "ochre"}>
      <FormattedMessage
        id={state === "merged" ? "review.acceptedBy" : "review.closedBy"}
        values={{ who: <PersonName id={endedBy} names={names} />, ago: <Ago time={endedAt} /> }}
      />
    </Note>
  );
}

/** Less common actions. */
function ManageMenu({ detail: { change }, onlooker }: ReviewParts): ReactNode {
  const { formatMessage } = useIntl();
  const [isEditing, setIsEditing] = useState(false);
  const close = useCloseChange(change.number, "close");
  const reopen = useCloseChange(change.number, "reopen");
  if (!rightsOf(change, onlooker).manage || change.state === "merged") return null;
  const item = menu["item"] ?? "";
  const isOpen = change.state === "open";
  return (
    <>
      <MenuTrigger>
        <Button look="quiet" iconOnly aria-label={formatMessage({ id: "review.manage" })}>
          <Ellipsis size={16} aria-hidden="true" />
        </Button>
        <Popover className={menu["popup"] ?? ""} placement="bottom end">
          <Menu className={menu["menu"] ?? ""}>
            {isOpen && (
              <MenuItem className={item} onAction={() => setIsEditing(true)}>
                <FormattedMessage id="review.editWords" />
              </MenuItem>
            )}
            {isOpen ? (
              <MenuItem className={item} onAction={() => close.mutate()}>
                <FormattedMessage id="review.close" />
              </MenuItem>
            ) : (
              <MenuItem className={item} onAction={() => reopen.mutate()}>
                <FormattedMessage id="review.reopen" />
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      <Refusal error={close.error ?? reopen.error} />
      {isEditing && <EditChangeDialog change={change} onClose={() => setIsEditing(false)} />}
    </>
  );
}
