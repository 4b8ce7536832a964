import { Monitor } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { useMedia } from "../../shell/use-media.ts";
import { Button } from "../../ui/button.tsx";
import { PageBar } from "../../ui/page-bar.tsx";
import { rightsOf } from "../merge-rules.ts";
import { StageTag } from "../stage-tag.tsx";
import { stageOf } from "../stage.ts";
import { MergeButton } from "./merge-button.tsx";
import type { ChangeParts } from "./parts.ts";
import { RequestChangesButton } from "./request-changes-button.tsx";
import styles from "./request.module.css";

/** Location and actions of the change request. */
export function ChangeBar(props: ChangeParts): ReactNode {
  const isPhone = useMedia(PHONE);
  const { detail, site, onlooker } = props;
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const { change, entries } = detail;
  const rights = rightsOf(change, onlooker);
  const shown = entries.filter(({ kind }) => kind !== "removed").length;
  return (
    <PageBar
      trail={[{ label: formatMessage({ id: "nav.review" }), address: `/sites/${site.id}/review` }]}
      title={change.title}
    >
      {change.state === "open" && shown > 0 && (
        <Button onPress={() => void navigate(`/sites/${site.id}/review/${change.number}/preview`)}>
          <Monitor size={15} aria-hidden="true" />
          <FormattedMessage id="review.preview" values={{ count: shown }} />
        </Button>
      )}
      {rights.askForChanges && <RequestChangesButton detail={detail} />}
      {rights.accept && !isPhone && <MergeButton {...props} />}
    </PageBar>
  );
}

const PHONE = "(max-width: 767px)";

/** The bottom bar on phones: state and next action. */
export function ChangeFoot(props: ChangeParts): ReactNode {
  const isPhone = useMedia(PHONE);
  const { detail, onlooker } = props;
  const rights = rightsOf(detail.change, onlooker);
  if (!isPhone || !rights.accept) return null;
  return (
    <footer className={styles["foot"]}>
      <StageTag stage={stageOf(detail.change)} />
      <span className={styles["footActs"]}>
        {rights.askForChanges && <RequestChangesButton detail={detail} />}
        <MergeButton {...props} />
      </span>
    </footer>
  );
}
