import type { ReactNode } from "react";
import { useParams } from "react-router";
import { WorkflowEditor, WorkflowPage } from "../../hub/workflows/workflow-page.tsx";

/** An existing workflow, or a new one. */
export function Component(): ReactNode {
  const { id = "new" } = useParams();
  return id === "new" ? <WorkflowEditor key={id} /> : <WorkflowPage key={id} id={id} />;
}
