import { type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import { useDraftKey, useRegenerateDraftKey } from "../../api/delivery/keys.ts";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { DangerDialog } from "../../ui/sections/danger-dialog.tsx";
import { OneTimeSecret } from "../../ui/sections/one-time-secret.tsx";
import { Row, Rows } from "../../ui/sections/row.tsx";
import { Ago } from "../../ui/values/ago.tsx";

/** Creates and regenerates the draft key, with which a site reads drafts. */
export function DraftKeyPart(): ReactNode {
  const { data: key, error } = useDraftKey();
  const [newKey, setNewKey] = useState<string>();
  const [isAsked, setIsAsked] = useState(false);
  const make = useRegenerateDraftKey(setNewKey);
  if (key === undefined) return <Refusal error={error} />;
  const { lastFour, madeAt } = key;
  return (
    <>
      <Refusal error={isAsked ? null : make.error} />
      {newKey !== undefined && (
        <OneTimeSecret secrets={[newKey]} onDone={() => setNewKey(undefined)}>
          <FormattedMessage id="keys.draftMade" />
        </OneTimeSecret>
      )}
      {madeAt === null ? (
        <>
          <p>
            <FormattedMessage id="keys.noDraft" />
          </p>
          <div>
            <Button isWorking={make.isPending} onPress={() => !make.isPending && make.mutate()}>
              <FormattedMessage id="keys.makeDraft" />
            </Button>
          </div>
        </>
      ) : (
        <Rows>
          <Row
            title={<FormattedMessage id="keys.draftEnds" values={{ lastFour }} />}
            lines={[
              <FormattedMessage
                key="made"
                id="keys.madeAt"
                values={{ ago: <Ago time={madeAt} /> }}
              />,
            ]}
          >
            <Button look="danger" onPress={() => setIsAsked(true)}>
              <FormattedMessage id="keys.anew" />
            </Button>
          </Row>
        </Rows>
      )}
      {isAsked && (
        <DangerDialog
          title={<FormattedMessage id="keys.anewTitle" />}
          goes={[
            <FormattedMessage id="keys.anewGoesKey" />,
            <FormattedMessage id="keys.anewGoesLinks" />,
            <FormattedMessage id="keys.anewGoesMedia" />,
          ]}
          stays={[<FormattedMessage id="keys.anewStays" />]}
          submit="keys.anewAct"
          act={make}
          onSubmit={() => make.mutate(undefined, { onSuccess: () => setIsAsked(false) })}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  );
}
