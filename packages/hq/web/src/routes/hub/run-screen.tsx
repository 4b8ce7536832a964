import type { ReactNode } from "react";
import { useParams } from "react-router";
import { RunPage } from "../../hub/runs/run-page.tsx";

export function Component(): ReactNode {
  const { id = "" } = useParams();
  return <RunPage key={id} id={id} />;
}
