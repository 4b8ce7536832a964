import { compareWords } from "@loam/cms-core/browser";
import { Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Label, Radio, RadioGroup } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate, useParams, useSearchParams } from "react-router";
import {
  type SkillFile,
  type SkillVersion,
  useRollBackSkill,
  useSkillFiles,
  useSkillVersions,
} from "../../api/hub/skills.ts";
import { useWorkspaceSlug } from "../../api/workspaces.ts";
import { useTitle } from "../../shell/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { TextChange } from "../../ui/compare/text-change.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";
import { PageBar } from "../../ui/page-bar.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { ReviewAct, ReviewTag } from "./review-state.tsx";
import difference from "../../ui/compare/difference.module.css";
import form from "../../ui/form.module.css";
import heading from "../../ui/heading.module.css";
import list from "../../ui/list.module.css";
import panel from "../../ui/panel.module.css";
import textStyles from "../../ui/text.module.css";
import styles from "./skill-versions-screen.module.css";

export function SkillVersionsScreen(): ReactNode {
  const { name = "" } = useParams();
  return <SkillVersions key={name} name={name} />;
}

/** The versions of a skill, with a word-level comparison of any two, and a rollback. */
function SkillVersions({ name }: { readonly name: string }): ReactNode {
  const { formatMessage } = useIntl();
  const ws = useWorkspaceSlug();
  const { data: versions, error } = useSkillVersions(name);
  const [address, setAddress] = useSearchParams();
  const [isBeside, setIsBeside] = useState(false);
  useTitle(formatMessage({ id: "hub.versionsOf" }, { name }));
  const skills = `/workspaces/${ws}/skills`;
  if (versions === undefined) return <Loading error={error} />;
  const newest = versions[0]?.version ?? 1;
  const b = numberIn(address.get("b"), newest);
  const a = numberIn(address.get("a"), Math.max(1, b - 1));
  const choose = (change: Readonly<Record<string, string>>): void =>
    setAddress({ a: String(a), b: String(b), ...change }, { replace: true });
  return (
    <>
      <PageBar
        trail={[
          { label: formatMessage({ id: "nav.skills" }), address: skills },
          { label: name, address: `${skills}/${name}` },
        ]}
        title={<FormattedMessage id="hub.compareVersions" />}
      >
        {versions.length > 1 && (
          <Switch isSelected={isBeside} onChange={setIsBeside} isTrailing>
            <FormattedMessage id="history.beside" />
          </Switch>
        )}
      </PageBar>
      {versions.length > 1 ? (
        <div className={`${panel["columns"]} ${styles["columns"]}`}>
          <div className={styles["lists"]}>
            <VersionChoice
              label={formatMessage({ id: "hub.versionA" })}
              versions={versions}
              chosen={a}
              onChoose={(version) => choose({ a: version })}
            />
            <VersionChoice
              label={formatMessage({ id: "hub.versionB" })}
              versions={versions}
              chosen={b}
              onChoose={(version) => choose({ b: version })}
            />
          </div>
          <div className={`${form["form"]} ${styles["main"]}`}>
            <div className={`${form["buttons"]} ${styles["acts"]}`}>
              <RollBack name={name} version={a} newest={newest} />
              {versions
                .filter(({ version }) => version === b)
                .map((version) => (
                  <ReviewAct key={version.version} name={name} version={version} />
                ))}
            </div>
            <Difference name={name} a={a} b={b} isSideBySide={isBeside} />
          </div>
        </div>
      ) : (
        <div className={`${form["form"]} ${styles["main"]}`}>
          <p className={styles["alike"]}>
            <FormattedMessage id="hub.oneVersion" />
          </p>
          {versions.map((version) => (
            <div key={version.version} className={`${form["buttons"]} ${styles["acts"]}`}>
              <ReviewTag review={version.review} />
              <ReviewAct name={name} version={version} />
            </div>
          ))}
        </div>
      )}
    </>
  );
}

function numberIn(text: string | null, otherwise: number): number {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : otherwise;
}

interface VersionChoiceProps {
  readonly label: string;
  readonly versions: readonly SkillVersion[];
  readonly chosen: number;
  readonly onChoose: (version: string) => void;
}

function VersionChoice({ label, versions, chosen, onChoose }: VersionChoiceProps): ReactNode {
  return (
    <RadioGroup className={styles["choice"] ?? ""} value={String(chosen)} onChange={onChoose}>
      <Label className={heading["label"] ?? ""}>{label}</Label>
      {versions.map(({ version, by, createdAt, review }) => (
        <Radio
          key={version}
          value={String(version)}
          className={`${list["option"]} ${list["small"]} ${styles["version"]}`}
        >
          <b>
            <FormattedMessage id="hub.versionN" values={{ version }} />
          </b>
          <small className={textStyles["faint"]}>
            {by.name}, <Ago time={createdAt} />
          </small>
          <ReviewTag review={review} />
        </Radio>
      ))}
    </RadioGroup>
  );
}

interface RollBackProps {
  readonly name: string;
  readonly version: number;
  readonly newest: number;
}

/** Rolls back to an older version by saving its files as a new version, so nothing is lost. */
function RollBack({ name, version, newest }: RollBackProps): ReactNode {
  const ws = useWorkspaceSlug();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const roll = useRollBackSkill(name);
  if (version >= newest) return null;
  return (
    <div>
      <Button onPress={() => setIsAsking(true)}>
        <Undo2 size={15} aria-hidden="true" />
        <FormattedMessage id="hub.rollBack" values={{ version }} />
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={<FormattedMessage id="hub.rollBackAsk" values={{ version }} />}
          act={<FormattedMessage id="hub.rollBackAct" values={{ next: newest + 1 }} />}
          mutation={roll}
          onAct={() =>
            roll.mutate(
              { version, base: newest },
              { onSuccess: () => void navigate(`/workspaces/${ws}/skills/${name}`) },
            )
          }
          onClose={() => setIsAsking(false)}
        >
          <FormattedMessage id="hub.rollBackText" values={{ version, next: newest + 1 }} />
        </ConfirmDialog>
      )}
    </div>
  );
}

interface DifferenceProps {
  readonly name: string;
  readonly a: number;
  readonly b: number;
  readonly isSideBySide: boolean;
}

function Difference({ name, a, b, isSideBySide }: DifferenceProps): ReactNode {
  const before = useSkillFiles(name, a);
  const after = useSkillFiles(name, b);
  const error = before.error ?? after.error;
  if (error !== null) return <Refusal error={error} />;
  if (before.data === undefined || after.data === undefined) return <Waiting />;
  const paths = [...new Set([...before.data, ...after.data].map(({ path }) => path))];
  const changed = paths
    .map((path) => {
      const [old, now] = [before.data, after.data].map((files) =>
        files.find((file) => file.path === path),
      );
      return { path, old, now };
    })
    .filter(({ old, now }) => old?.oid !== now?.oid || old?.mode !== now?.mode);
  if (changed.length === 0) {
    return (
      <p role="status" className={styles["alike"]}>
        <FormattedMessage id="hub.alike" />
      </p>
    );
  }
  return changed.map(({ path, old, now }) => (
    <section key={path} className={`${panel["panel"]} ${difference["difference"]}`}>
      <header>
        <h2 className={styles["path"]}>{path}</h2>
        <FileTag old={old} now={now} />
      </header>
      {old?.content === undefined && now?.content === undefined ? (
        <TextChange
          pieces={compareWords(old?.text ?? "", now?.text ?? "")}
          isSideBySide={isSideBySide}
          onlyChanged
        />
      ) : (
        <p>
          <FormattedMessage id="hub.bytesDiffer" />
        </p>
      )}
    </section>
  ));
}

interface FileTagProps {
  readonly old: SkillFile | undefined;
  readonly now: SkillFile | undefined;
}

function FileTag({ old, now }: FileTagProps): ReactNode {
  if (old === undefined) {
    return (
      <Tag tone="leaf">
        <FormattedMessage id="hub.change.added" />
      </Tag>
    );
  }
  if (now === undefined) {
    return (
      <Tag tone="madder">
        <FormattedMessage id="hub.change.removed" />
      </Tag>
    );
  }
  if (old.mode === now.mode) return null;
  return (
    <Tag>
      <FormattedMessage id={now.mode === "100755" ? "hub.isProgramNow" : "hub.isNoProgramNow"} />
    </Tag>
  );
}
