import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import {
  type Transfer,
  useDeleteSite,
  useTransferRequest,
  useRequestTransfer,
  useCancelTransfer,
} from "../api/settings/whole-site.ts";
import { type Site, useSite } from "../api/sites.ts";
import { Button } from "../ui/button.tsx";
import { FormField } from "../ui/fields/form-field.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { ActForm } from "../ui/sections/act-form.tsx";
import { DangerDialog } from "../ui/sections/danger-dialog.tsx";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import panel from "../ui/panel.module.css";
import textStyles from "../ui/text.module.css";
import styles from "./settings.module.css";

/** Transfers the site to another workspace, or deletes it. */
export function LeaveSection(): ReactNode {
  const { data: site } = useSite();
  const { data: offer, error } = useTransferRequest();
  if (site === undefined) return null;
  return (
    <Sections>
      <Section title="leave.transfer" text="leave.transferText">
        <Refusal error={error} />
        {offer === null && <TransferForm site={site} />}
        {offer !== null && offer !== undefined && <Offered offer={offer} />}
      </Section>
      <Section title="leave.delete" text="leave.deleteText">
        <Delete site={site} />
      </Section>
    </Sections>
  );
}

interface OfSite {
  readonly site: Site;
}

function TransferForm({ site }: OfSite): ReactNode {
  const { formatMessage } = useIntl();
  const { control, handleSubmit } = useForm({ defaultValues: { workspace: "" } });
  const [chosen, setChosen] = useState<string>();
  const offer = useRequestTransfer();
  return (
    <>
      <ActForm
        act={{ ...offer, error: null }}
        submit="leave.offerOpen"
        onSubmit={() => void handleSubmit(({ workspace }) => setChosen(workspace.trim()))()}
      >
        <FormField
          control={control}
          name="workspace"
          rules={{
            validate: (text) => text.trim() !== "" || formatMessage({ id: "form.required" }),
          }}
          label={formatMessage({ id: "leave.workspace" })}
          help={formatMessage({ id: "leave.workspaceHelp" })}
          maxLength={100}
          autoComplete="off"
          spellCheck="false"
        />
      </ActForm>
      {chosen !== undefined && (
        <DangerDialog
          title={
            <FormattedMessage
              id="leave.offerTitle"
              values={{ name: site.name, workspace: chosen }}
            />
          }
          goes={[
            <FormattedMessage key="people" id="leave.goesPeople" />,
            <FormattedMessage key="drafts" id="leave.goesDrafts" />,
            <FormattedMessage key="webhooks" id="leave.goesWebhooks" />,
          ]}
          stays={[
            <FormattedMessage key="content" id="leave.staysContent" />,
            <FormattedMessage key="public" id="leave.staysPublic" />,
            <FormattedMessage key="until" id="leave.staysUntil" />,
          ]}
          submit="leave.offerAct"
          act={offer}
          onSubmit={() => offer.mutate(chosen)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}

function Offered({ offer }: { readonly offer: Transfer }): ReactNode {
  const withdraw = useCancelTransfer();
  const { workspace, requestedAt, expiresAt } = offer;
  return (
    <>
      <Refusal error={withdraw.error} />
      <div className={`${panel["box"]} ${styles["offer"]}`}>
        <div>
          <b>
            <FormattedMessage id="leave.offered" values={{ workspace }} />
          </b>
          <p className={textStyles["soft"]}>
            <FormattedMessage
              id="leave.offeredText"
              values={{
                at: <FormattedDate value={requestedAt} dateStyle="medium" />,
                until: <FormattedDate value={expiresAt} dateStyle="medium" />,
              }}
            />
          </p>
        </div>
        <Button
          isWorking={withdraw.isPending}
          onPress={() => !withdraw.isPending && withdraw.mutate()}
        >
          <FormattedMessage id="leave.withdraw" />
        </Button>
      </div>
    </>
  );
}

function Delete({ site }: OfSite): ReactNode {
  const navigate = useNavigate();
  const [isAsked, setIsAsked] = useState(false);
  const remove = useDeleteSite(() => navigate("/"));
  return (
    <>
      <div>
        <Button look="danger" onPress={() => setIsAsked(true)}>
          <FormattedMessage id="leave.deleteOpen" />
        </Button>
      </div>
      {isAsked && (
        <DangerDialog
          title={<FormattedMessage id="leave.deleteTitle" values={{ name: site.name }} />}
          goes={[
            <FormattedMessage key="files" id="leave.deleteFiles" />,
            <FormattedMessage key="content" id="leave.deleteContent" />,
            <FormattedMessage key="keys" id="leave.deleteKeys" />,
          ]}
          stays={[
            <FormattedMessage key="pages" id="leave.keepsPages" />,
            <FormattedMessage key="trash" id="leave.keepsTrash" />,
          ]}
          typed={site.name}
          submit="leave.deleteAct"
          act={remove}
          onSubmit={() => remove.mutate()}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  );
}
