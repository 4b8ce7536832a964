import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import { useAdvice, useAllAssignments, useProjects } from "../../api/hub/projects.ts";
import type { Worker } from "../../api/hub/workers.ts";
import { canManage, useWorkspace } from "../../api/workspaces.ts";
import { Button } from "../../ui/button.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { FindingList } from "../finding-list.tsx";
import { AssignDialog } from "../projects/assign-dialog.tsx";
import { AssignmentRows } from "../projects/assignment-rows.tsx";
import styles from "./workers.module.css";

/** The projects of a worker, its role in each, and the advisor's findings. */
export function WorkerProjects({ worker }: { readonly worker: Worker }): ReactNode {
  const { data: workspace } = useWorkspace();
  const projects = useProjects();
  const assigned = useAllAssignments(projects.data);
  const { data: assignments } = assigned;
  const error = projects.error ?? assigned.error;
  const { data: advice } = useAdvice();
  const [isAssigning, setIsAssigning] = useState(false);
  if (assignments === undefined) return <Loading error={error} />;
  const own = assignments.filter(({ workerId }) => workerId === worker.id);
  const findings = advice?.workers.find(({ workerId }) => workerId === worker.id)?.findings;
  return (
    <>
      <section>
        <header className={styles["heading"]}>
          <h2>
            <FormattedMessage id="hub.worksOn" />
          </h2>
          {canManage(workspace) && (
            <Button onPress={() => setIsAssigning(true)}>
              <Plus size={15} aria-hidden="true" />
              <FormattedMessage id="hub.assign" />
            </Button>
          )}
        </header>
        {own.length === 0 ? (
          <p className={styles["soft"]}>
            <FormattedMessage id="hub.worksOnNothing" />
          </p>
        ) : (
          <AssignmentRows assignments={own} show="project" />
        )}
      </section>
      {findings !== undefined && (
        <section>
          <header className={styles["heading"]}>
            <h2>
              <FormattedMessage id="hub.advice" />
            </h2>
          </header>
          <FindingList findings={findings} />
        </section>
      )}
      {isAssigning && <AssignDialog worker={worker.id} onClose={() => setIsAssigning(false)} />}
    </>
  );
}
