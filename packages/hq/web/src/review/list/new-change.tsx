import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { useOpenChange } from "../../api/changes/propose-entry.ts";
import { useSiteId } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormField } from "../../ui/fields/form-field.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import form from "../../ui/form.module.css";

/** Creates an empty change request, for changes to several entries. */
export function NewChange(): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="primary" onPress={() => setIsOpen(true)}>
        <Plus size={15} aria-hidden="true" />
        <FormattedMessage id="review.new" />
      </Button>
      {isOpen && <NewChangeDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function NewChangeDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const site = useSiteId();
  const begin = useOpenChange();
  const { control, handleSubmit } = useForm({ defaultValues: { title: "" } });
  const submit = handleSubmit(({ title }) =>
    begin.mutate(title, {
      onSuccess: ({ number }) => void navigate(`/sites/${site}/review/${number}`),
    }),
  );
  return (
    <Dialog title={<FormattedMessage id="review.new" />} isOpen onClose={onClose}>
      <form className={form["form"]} onSubmit={(event) => void submit(event)} noValidate>
        <p>
          <FormattedMessage id="review.newText" />
        </p>
        <FormField
          control={control}
          name="title"
          label={formatMessage({ id: "review.title" })}
          rules={{ required: formatMessage({ id: "review.titleMissing" }), maxLength: 200 }}
          maxLength={200}
          autoFocus
        />
        <Refusal error={begin.error} />
        <div className={form["foot"]}>
          <Button onPress={onClose}>
            <FormattedMessage id="review.cancel" />
          </Button>
          <Button look="primary" type="submit" isWorking={begin.isPending}>
            <FormattedMessage id="review.begin" />
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
