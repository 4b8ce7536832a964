import { ArrowLeft, ChevronRight } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { useIntl } from "react-intl";
import { Link } from "react-router";
import styles from "./page-bar.module.css";

interface Step {
  readonly label: string;
  /** Absent where there is nothing to open any more. */
  readonly address: string | undefined;
}

interface PageBarProps {
  /** What the page stands below, the outermost first; on phones the way back to the innermost. */
  readonly trail: readonly Step[];
  readonly title: ReactNode;
  /** How it is with what the page shows: beside what can be done, on phones below the title. */
  readonly status?: ReactNode;
  /** What can be done here. */
  readonly children?: ReactNode;
}

/** The head of a page that stands below others: where one is, and what can be done. */
export function PageBar({ trail, title, status, children }: PageBarProps): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <header className={styles["bar"]}>
      <nav className={styles["crumb"]} aria-label={formatMessage({ id: "history.where" })}>
        {trail.map(({ label, address }) => (
          <Fragment key={label}>
            {address === undefined ? (
              <span>{label}</span>
            ) : (
              <Link to={address}>
                <ArrowLeft size={20} aria-hidden="true" />
                <span>{label}</span>
              </Link>
            )}
            <ChevronRight size={14} aria-hidden="true" />
          </Fragment>
        ))}
        <h1>{title}</h1>
      </nav>
      {status !== undefined && <div className={styles["status"]}>{status}</div>}
      {children}
    </header>
  );
}
