import { CircleAlert, CircleCheck, CircleHelp } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import {
  type SkillReadiness,
  useReadiness,
  useWorkers,
  type Worker,
  type WorkerReadiness,
} from "../../../api/hub/workers.ts";
import { useWorkspaceSlug } from "../../../api/workspaces.ts";
import { HiddenText } from "../../../ui/notes/hidden-text.tsx";
import { Note } from "../../../ui/notes/note.tsx";
import { type CheckedItem, isMissing, RequirementAdvices } from "../../requirement-advice.tsx";
import type { RunContext } from "../../variables/use-expanded.ts";
import heading from "../../../ui/heading.module.css";
import text from "../../../ui/text.module.css";
import tone from "../../../ui/tone.module.css";
import styles from "./skill-side.module.css";

interface CoverageProps {
  readonly name: string;
  /** The newest saved version. Unsaved changes have not been checked anywhere. */
  readonly version: number;
  readonly of: RunContext;
}

interface Column {
  readonly worker: WorkerReadiness;
  readonly deployed: number | null | undefined;
  readonly checked: SkillReadiness | undefined;
}

/** Shows which worker has which version, what it lacks, and how to fix that. */
export function Coverage({ name, version, of }: CoverageProps): ReactNode {
  const { data: readiness } = useReadiness(of);
  const { data: workers = [] } = useWorkers();
  if (readiness === undefined) return null;
  const columns = readiness.workers.map((worker) => columnOf(worker, { workers, name }));
  const ready = columns.filter(({ checked }) => checked?.ready === true).length;
  return (
    <section>
      <h2 className={`${heading["heading"]} ${styles["title"]}`}>
        <FormattedMessage id="hub.readyOn" values={{ ready, all: columns.length }} />
      </h2>
      <p className={`${text["soft"]} ${styles["lead"]}`}>
        <FormattedMessage
          id={columns.length === 0 ? "hub.noWorkers" : "hub.versionNeeds"}
          values={{ version }}
        />
      </p>
      {columns.length > 0 && <CoverageTable columns={columns} version={version} />}
      {columns.map((column) => (
        <Lacks key={column.worker.id} column={column} />
      ))}
    </section>
  );
}

function columnOf(
  worker: WorkerReadiness,
  { workers, name }: { readonly workers: readonly Worker[]; readonly name: string },
): Column {
  const facts = workers.find(({ id }) => id === worker.id)?.facts;
  const deployed = facts?.skills?.find((skill) => skill.name === name);
  const checked = worker.skills.find((skill) => skill.name === name);
  return { worker, deployed: deployed?.version, checked };
}

interface CoverageTableProps {
  readonly columns: readonly Column[];
  readonly version: number;
}

function CoverageTable({ columns, version }: CoverageTableProps): ReactNode {
  const ws = useWorkspaceSlug();
  const items = new Map(
    columns.flatMap(({ checked }) =>
      (checked?.items ?? []).map((item) => [`${item.kind} ${item.name}`, item] as const),
    ),
  );
  return (
    <div className={styles["scroll"]}>
      <table className={styles["coverage"]}>
        <thead>
          <tr>
            <td />
            {columns.map(({ worker: { id, name } }) => (
              <th key={id} scope="col">
                <Link to={`/workspaces/${ws}/workers/${id}`}>{name}</Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">
              <FormattedMessage id="hub.version" />
            </th>
            {columns.map(({ worker, deployed }) => (
              <td key={worker.id}>
                <VersionCell deployed={deployed} newest={version} />
              </td>
            ))}
          </tr>
          {[...items].map(([key, { kind, name }]) => (
            <tr key={key}>
              <th scope="row">
                <code>{name}</code>
              </th>
              {columns.map(({ worker, checked }) => (
                <td key={worker.id}>
                  <ItemCell
                    item={checked?.items.find((one) => one.kind === kind && one.name === name)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface VersionCellProps {
  readonly deployed: number | null | undefined;
  readonly newest: number;
}

/** An outdated version is not an error, because a run fetches the version it needs. */
function VersionCell({ deployed, newest }: VersionCellProps): ReactNode {
  if (deployed === undefined) {
    return (
      <span className={tone["state"]}>
        <FormattedMessage id="hub.notThere" />
      </span>
    );
  }
  const isNewest = deployed === newest;
  const Icon = isNewest ? CircleCheck : CircleHelp;
  return (
    <span className={`${tone["state"]} ${tone[isNewest ? "leaf" : "ochre"]}`}>
      <Icon size={14} aria-hidden="true" />
      {deployed ?? <FormattedMessage id="hub.foreign" />}
    </span>
  );
}

function ItemCell({ item }: { readonly item: CheckedItem | undefined }): ReactNode {
  if (item === undefined) {
    return (
      <span className={tone["state"]}>
        <HiddenText>
          <FormattedMessage id="hub.unknown" />
        </HiddenText>
        <span aria-hidden="true">–</span>
      </span>
    );
  }
  const isLacking = isMissing(item);
  const Icon = isLacking ? CircleAlert : CircleCheck;
  return (
    <span className={`${tone["state"]} ${tone[isLacking ? "madder" : "leaf"]}`} title={item.detail}>
      <Icon size={14} aria-hidden="true" />
      <FormattedMessage id={isLacking ? "hub.missing" : "hub.found"} />
    </span>
  );
}

/** The requirements a worker lacks, with fixes. */
function Lacks({ column: { worker, checked } }: { readonly column: Column }): ReactNode {
  const { id, name, problem } = worker;
  if (problem !== undefined) {
    return (
      <p className={text["soft"]}>
        <FormattedMessage id="hub.workerAway" values={{ name }} />
      </p>
    );
  }
  const missing = (checked?.items ?? []).filter(isMissing);
  if (missing.length === 0) return null;
  return (
    <Note tone="madder">
      <b>
        <FormattedMessage id="hub.cannotRun" values={{ name }} />
      </b>
      <RequirementAdvices items={missing} worker={{ id, name }} />
    </Note>
  );
}
