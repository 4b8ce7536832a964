import type { ReactNode } from "react";
import { useParams } from "react-router";
import { ProjectPage } from "../../hub/projects/project-page.tsx";

export function Component(): ReactNode {
  const { id = "" } = useParams();
  return <ProjectPage key={id} id={id} />;
}
