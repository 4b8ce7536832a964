import { ArrowLeft, ChevronRight } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { useIntl } from "react-intl";
import { Link } from "react-router";
import styles from "./page-bar.module.css";

interface Step {
  readonly label: string;
  /** Absent if there is nothing to open. */
  readonly address: string | undefined;
}

interface PageBarProps {
  /** Parent pages, outermost first. On phones, a back link to the innermost one. */
  readonly trail: readonly Step[];
  readonly title: ReactNode;
  /** Status of the page's content: next to the actions, or below the title on phones. */
  readonly status?: ReactNode;
  /** Actions. */
  readonly children?: ReactNode;
}

/** Header of a subpage: location and actions. */
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
