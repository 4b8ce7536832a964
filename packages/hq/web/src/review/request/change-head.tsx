import { Ellipsis } from "lucide-react";
import { type ReactNode, useState } from "react";
import {
  Label,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  TextArea,
  TextField,
} from "react-aria-components";
import { Controller, useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { type ChangeDetail, useCloseChange, useUpdateChange } from "../../api/changes/change.ts";
import type { MessageId } from "../../messages/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormField } from "../../ui/fields/form-field.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import { Avatar } from "../../ui/values/avatar.tsx";
import { rightsOf } from "../stage/merge-rules.ts";
import { PersonName } from "../stage/person-name.tsx";
import type { ReviewParts } from "./parts.ts";
import field from "../../ui/fields/field.module.css";
import form from "../../ui/form.module.css";
import menu from "../../ui/menu.module.css";
import text from "../../ui/text.module.css";
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
      <p className={`${text["status"]} ${styles["by"]}`}>
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

interface EditChangeDialogProps {
  readonly change: ChangeDetail["change"];
  readonly onClose: () => void;
}

/** Edits the title and description of a change request. */
function EditChangeDialog({ change, onClose }: EditChangeDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const update = useUpdateChange(change.number);
  const { title, description } = change;
  const { control, handleSubmit } = useForm({ defaultValues: { title, description } });
  const submit = handleSubmit((words) => update.mutate(words, { onSuccess: onClose }));
  return (
    <Dialog title={<FormattedMessage id="review.editWords" />} isOpen onClose={onClose}>
      <form className={form["form"]} onSubmit={(event) => void submit(event)} noValidate>
        <FormField
          control={control}
          name="title"
          label={formatMessage({ id: "review.title" })}
          rules={{ required: formatMessage({ id: "review.titleMissing" }) }}
          maxLength={200}
          autoFocus
        />
        <Controller
          control={control}
          name="description"
          render={({ field: { ref: _ref, ...props } }) => (
            <TextField {...props} className={field["field"] ?? ""} maxLength={20_000}>
              <Label>
                <FormattedMessage id="review.why" />
              </Label>
              <TextArea className={field["input"] ?? ""} rows={5} />
            </TextField>
          )}
        />
        <Refusal error={update.error} />
        <div className={`${form["foot"]} ${styles["formFoot"]}`}>
          <Button onPress={onClose}>
            <FormattedMessage id="review.cancel" />
          </Button>
          <Button look="primary" type="submit" isWorking={update.isPending}>
            <FormattedMessage id="review.keepWords" />
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
