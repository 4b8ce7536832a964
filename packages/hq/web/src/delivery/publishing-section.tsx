import { type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import { useSetPublishing, useWorkspaceOf } from "../api/publishing/public-site.ts";
import { useBilling } from "../api/session.ts";
import { type Site, useSite } from "../api/sites.ts";
import { PaymentMethod } from "../payment/payment-method.tsx";
import { Button } from "../ui/button.tsx";
import { DangerDialog } from "../ui/sections/danger-dialog.tsx";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import { StateShape } from "../ui/values/state-mark.tsx";
import { TurnOnPublishing } from "./publishing/turn-on.tsx";
import text from "../ui/text.module.css";
import publishing from "./publishing/publishing.module.css";

/** Whether the site's published content is public, and what is required for that. */
export function PublishingSection(): ReactNode {
  const { data: site } = useSite();
  if (site === undefined) return null;
  return <Parts site={site} />;
}

function Parts({ site }: { readonly site: Site }): ReactNode {
  const workspace = useWorkspaceOf(site);
  const hasBilling = useBilling();
  return (
    <Sections>
      <Section title="delivery.publishing" text="delivery.publishingText">
        {site.publishing ? <On site={site} /> : <Off site={site} />}
      </Section>
      {hasBilling && (
        <Section title="payment.title" text="payment.text">
          {workspace !== undefined && <PaymentMethod workspace={workspace} />}
        </Section>
      )}
    </Sections>
  );
}

function Off({ site }: { readonly site: Site }): ReactNode {
  return (
    <>
      <p className={publishing["state"]}>
        <StateShape state="unpublished" />
        <FormattedMessage id="home.publishingOff" />
      </p>
      <TurnOnPublishing site={site} />
    </>
  );
}

function On({ site }: { readonly site: Site }): ReactNode {
  const [isAsked, setIsAsked] = useState(false);
  const turnOff = useSetPublishing(site);
  const close = (): void => setIsAsked(false);
  return (
    <>
      <p className={publishing["state"]}>
        <StateShape state="published" />
        <FormattedMessage id="home.publishingOn" />
        <a
          className={text["action"]}
          href={`${site.publicUrl}/api/index.json`}
          target="_blank"
          rel="noreferrer"
        >
          <FormattedMessage id="home.publicFiles" />
        </a>
      </p>
      {site.role === "admin" && (
        <div>
          <Button look="danger" onPress={() => setIsAsked(true)}>
            <FormattedMessage id="delivery.turnOff" />
          </Button>
        </div>
      )}
      {isAsked && (
        <DangerDialog
          title={<FormattedMessage id="delivery.turnOffTitle" values={{ name: site.name }} />}
          goes={[
            <FormattedMessage id="delivery.offGoesFiles" />,
            <FormattedMessage id="delivery.offGoesApi" />,
          ]}
          stays={[
            <FormattedMessage id="delivery.offStaysContent" />,
            <FormattedMessage id="delivery.offStaysAgain" />,
          ]}
          submit="delivery.turnOffAct"
          act={turnOff}
          onSubmit={() => turnOff.mutate({ enabled: false }, { onSuccess: close })}
          onClose={close}
        />
      )}
    </>
  );
}
