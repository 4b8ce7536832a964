import { GitPullRequest, Globe, Plus } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useFilter } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { useChanges } from "../../api/changes/changes.ts";
import { useReviewContext } from "../../api/changes/review-context.ts";
import { type Skill, useSkills } from "../../api/hub/skills.ts";
import { listUnsavedSkills } from "../../api/hub/unsaved-skills.ts";
import { useReadiness, useWorkers } from "../../api/hub/workers.ts";
import { useSession } from "../../api/session.ts";
import { useWorkspaceSlug } from "../../api/workspaces.ts";
import { useTitle } from "../../shell/use-title.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SearchBox } from "../../ui/fields/search-box.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { ScreenHead } from "../../ui/screen-head.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import { NewSkillDialog } from "./new-skill-dialog.tsx";
import list from "../../ui/list.module.css";
import table from "../../ui/table.module.css";
import text from "../../ui/text.module.css";
import tone from "../../ui/tone.module.css";
import toolbar from "../../ui/toolbar.module.css";
import styles from "./skills-screen.module.css";

export function SkillsScreen(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: session } = useSession();
  useTitle(formatMessage({ id: "nav.skills" }));
  return session ? <SkillList user={session.user.id} /> : null;
}

/** The skills of the workspace and their state on workers. */
function SkillList({ user }: { readonly user: string }): ReactNode {
  const { formatMessage } = useIntl();
  const ws = useWorkspaceSlug();
  const { data: skills, error } = useSkills();
  const [isNew, setIsNew] = useState(false);
  const [search, setSearch] = useState("");
  const { contains } = useFilter({ sensitivity: "base" });
  const unsaved = useUnsavedSkills({ user, ws });
  if (skills === undefined) return <Loading error={error} />;
  const neverSaved = unsaved.filter((name) => !skills.some((skill) => skill.name === name));
  const found = skills.filter(({ name, display_name, description }) =>
    contains([name, display_name, description].join(" "), search),
  );
  return (
    <>
      <ScreenHead title={formatMessage({ id: "nav.skills" })} count={skills.length}>
        <ChangeRequestsLink />
        <Button look="primary" onPress={() => setIsNew(true)}>
          <Plus size={15} aria-hidden="true" />
          <FormattedMessage id="hub.newSkill" />
        </Button>
      </ScreenHead>
      {skills.length + neverSaved.length === 0 ? (
        <EmptyState title="hub.noSkillsTitle">
          <p>
            <FormattedMessage id="hub.noSkills" />
          </p>
          <pre>agent-cli skill push &lt;name&gt;</pre>
        </EmptyState>
      ) : (
        <>
          <div className={`${toolbar["toolbar"]} ${toolbar["fields"]}`}>
            <SearchBox
              label={formatMessage({ id: "hub.searchSkills" })}
              value={search}
              onChange={setSearch}
            />
          </div>
          <SkillTable
            skills={found}
            neverSaved={search === "" ? neverSaved : []}
            unsaved={unsaved}
          />
        </>
      )}
      {isNew && <NewSkillDialog place={{ user, ws }} onClose={() => setIsNew(false)} />}
    </>
  );
}

/** Link to the change requests, with the number of open ones. */
function ChangeRequestsLink(): ReactNode {
  const { address } = useReviewContext();
  const count = useChanges({ state: "open" }).data?.pages[0]?.counts.open ?? 0;
  return (
    <ButtonLink href={address}>
      <GitPullRequest size={15} aria-hidden="true" />
      <FormattedMessage
        id={count === 0 ? "hub.proposals" : "hub.openProposals"}
        values={{ count }}
      />
    </ButtonLink>
  );
}

/** Returns the names of the skills with unsaved changes in this browser. */
function useUnsavedSkills({
  user,
  ws,
}: {
  readonly user: string;
  readonly ws: string;
}): readonly string[] {
  const [unsaved, setUnsaved] = useState<readonly string[]>([]);
  useEffect(() => {
    let isLeft = false;
    // Without browser storage, nothing is stored.
    listUnsavedSkills({ user, ws }).then(
      (names) => !isLeft && setUnsaved(names),
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [user, ws]);
  return unsaved;
}

interface SkillTableProps {
  readonly skills: readonly Skill[];
  /** Names of new skills that were never saved. */
  readonly neverSaved: readonly string[];
  /** Names of skills with unsaved changes. */
  readonly unsaved: readonly string[];
}

function SkillTable({ skills, neverSaved, unsaved }: SkillTableProps): ReactNode {
  if (skills.length + neverSaved.length === 0) {
    return (
      <p className={list["none"]} role="status">
        <FormattedMessage id="entries.noMatch" />
      </p>
    );
  }
  return (
    <table className={table["table"]}>
      <thead>
        <tr>
          <th scope="col">
            <FormattedMessage id="hub.skillOne" />
          </th>
          <th scope="col">
            <FormattedMessage id="hub.version" />
          </th>
          <th scope="col">
            <FormattedMessage id="hub.onWorkers" />
          </th>
        </tr>
      </thead>
      <tbody>
        {neverSaved.map((name) => (
          <tr key={name}>
            <td className={table["first"]}>
              <Link to={name}>
                <b>{name}</b>
              </Link>
            </td>
            <td>
              <Tag tone="ochre">
                <FormattedMessage id="hub.notSaved" />
              </Tag>
            </td>
            <td />
          </tr>
        ))}
        {skills.map((skill) => (
          <SkillRow key={skill.name} skill={skill} hasWords={unsaved.includes(skill.name)} />
        ))}
      </tbody>
    </table>
  );
}

interface SkillRowProps {
  readonly skill: Skill;
  readonly hasWords: boolean;
}

function SkillRow({ skill, hasWords }: SkillRowProps): ReactNode {
  const { name, display_name: title, description, version, updatedAt, by } = skill;
  return (
    <tr>
      <td className={table["first"]}>
        <Link to={name}>
          <b>{title}</b>
        </Link>
        <Tag isCode>{name}</Tag>
        {hasWords && (
          <Tag tone="ochre">
            <FormattedMessage id="hub.change.edited" />
          </Tag>
        )}
        {skill.public && (
          <Tag tone="slate">
            <Globe size={12} aria-hidden="true" />
            <FormattedMessage id="hub.public" />
          </Tag>
        )}
        <small className={styles["description"]} title={description}>
          {description}
        </small>
      </td>
      <td className={styles["fact"]}>
        <FormattedMessage id="hub.versionN" values={{ version }} />
        <small>
          {by.name}, <Ago time={updatedAt} />
        </small>
      </td>
      <td className={styles["fact"]}>
        <OnWorkers skill={skill} />
      </td>
    </tr>
  );
}

/** How many workers have the newest version, and how many meet its requirements. */
function OnWorkers({ skill: { name, version } }: { readonly skill: Skill }): ReactNode {
  const { data: workers = [] } = useWorkers();
  const { data: readiness } = useReadiness();
  const known = workers.filter(({ state: at }) => at === "online" || at === "offline");
  if (known.length === 0) return <small className={`${text["soft"]} ${styles["soft"]}`}>–</small>;
  const have = known.filter(({ facts }) =>
    facts?.skills?.some((one) => one.name === name && one.version === version),
  ).length;
  const asked = readiness?.workers.filter(({ problem }) => problem === undefined);
  const ready = asked?.filter(({ skills }) =>
    skills.some((one) => one.name === name && one.ready),
  ).length;
  return (
    <>
      {ready !== undefined && (
        <span className={`${tone["state"]} ${tone[ready > 0 ? "leaf" : "ochre"]}`}>
          <FormattedMessage id="hub.readyOnFew" values={{ ready, all: asked?.length ?? 0 }} />
        </span>
      )}
      <small>
        <FormattedMessage id="hub.haveNewest" values={{ have, all: known.length }} />
      </small>
    </>
  );
}
