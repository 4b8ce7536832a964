import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Look } from "../ui/compare/text-change.tsx";
import { Segments } from "../ui/fields/segments.tsx";
import { Switch } from "../ui/fields/switch.tsx";
import { PageBar } from "../ui/page-bar.tsx";
import styles from "./history.module.css";

interface HistoryBarProps {
  readonly listLabel: string;
  readonly listAddress: string;
  readonly title: string;
  /** Absent for a deleted entry. */
  readonly entryAddress: string | undefined;
  readonly look: Look;
  readonly onLook: (look: Look) => void;
}

const BESIDE = "beside";
const ONE = "one";

/** Location, and display options of the versions. */
export function HistoryBar(props: HistoryBarProps): ReactNode {
  const { listLabel, listAddress, title, entryAddress, look, onLook } = props;
  const { formatMessage } = useIntl();
  return (
    <PageBar
      trail={[
        { label: listLabel, address: listAddress },
        { label: title, address: entryAddress },
      ]}
      title={<FormattedMessage id="history.title" />}
    >
      <Switch
        isTrailing
        isSelected={look.onlyChanged}
        onChange={(onlyChanged) => onLook({ ...look, onlyChanged })}
      >
        <FormattedMessage id="history.onlyChanged" />
      </Switch>
      <span className={styles["look"]}>
        <Segments
          label={formatMessage({ id: "history.look" })}
          segments={[
            { id: BESIDE, label: <FormattedMessage id="history.beside" /> },
            { id: ONE, label: <FormattedMessage id="history.inOne" /> },
          ]}
          value={look.isSideBySide ? BESIDE : ONE}
          onChange={(value) => onLook({ ...look, isSideBySide: value === BESIDE })}
        />
      </span>
    </PageBar>
  );
}
