import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { useSkillVersions } from "../../../api/hub/skills.ts";
import { Ago } from "../../../ui/values/ago.tsx";
import type { SkillEdits } from "../use-skill-draft.ts";
import styles from "./skill-editor.module.css";

interface VersionListProps {
  readonly name: string;
  readonly edits: SkillEdits;
}

const SHOWN = 5;

/** The latest versions, each compared with its predecessor. */
export function VersionList({ name, edits: { base, isChanged } }: VersionListProps): ReactNode {
  const { data: versions = [] } = useSkillVersions(name);
  const next = (versions[0]?.version ?? 0) + 1;
  return (
    <section className={styles["versions"]}>
      <h2>
        <FormattedMessage id="hub.versions" />
      </h2>
      <ol>
        {(isChanged || base === 0) && (
          <li>
            <b>
              <FormattedMessage id="hub.versionN" values={{ version: next }} />
            </b>
            <small>
              <FormattedMessage id="hub.notSaved" />
            </small>
          </li>
        )}
        {versions.slice(0, SHOWN).map(({ version, createdAt, by, review }) => (
          <li key={version} title={by.name}>
            <Link to={`versions?a=${Math.max(1, version - 1)}&b=${version}`}>
              <FormattedMessage id="hub.versionN" values={{ version }} />
            </Link>
            <small>
              <Ago time={createdAt} />
              {" · "}
              <FormattedMessage id={review === null ? "hub.notReviewed" : "hub.reviewed"} />
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}
