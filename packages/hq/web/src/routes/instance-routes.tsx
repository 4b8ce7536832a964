import { Navigate, type RouteObject } from "react-router";
import { InstanceFrame } from "../shell/frame/instance-frame.tsx";
import { PartMessages } from "../shell/part-messages.tsx";
import { screen } from "./screen.ts";

/** The screens of the whole HQ, for its administrators. */
export const INSTANCE_ROUTE: RouteObject = {
  path: "/instance",
  element: <InstanceFrame />,
  children: [
    { index: true, element: <Navigate to="workspaces" replace /> },
    {
      element: <PartMessages part="workspace" />,
      children: [
        {
          element: <PartMessages part="instance" />,
          children: [
            {
              path: "workspaces",
              lazy: screen(() => import("../instance/workspaces-screen.tsx"), "WorkspacesScreen"),
            },
            {
              path: "users",
              lazy: screen(() => import("../instance/users-screen.tsx"), "UsersScreen"),
            },
            {
              path: "health",
              lazy: screen(() => import("../instance/health-screen.tsx"), "HealthScreen"),
            },
          ],
        },
      ],
    },
    {
      element: <PartMessages part="audit" />,
      children: [
        {
          path: "audit",
          lazy: screen(() => import("../instance/audit-screen.tsx"), "AuditScreen"),
        },
      ],
    },
  ],
};
