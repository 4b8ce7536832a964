import type { ReactNode } from "react";
import { useParams } from "react-router";
import { WorkerPage } from "../../hub/workers/worker-page.tsx";

export function Component(): ReactNode {
  const { id = "" } = useParams();
  return <WorkerPage key={id} id={id} />;
}
