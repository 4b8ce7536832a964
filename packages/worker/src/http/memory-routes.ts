import { CmsError } from "@loam/cms-core";
import {
  parseKind,
  parseMemoryChange,
  parseNewMemory,
  parseProjectId,
  renderMemory,
} from "../memory/memory-entry.ts";
import {
  addMemory,
  changeMemory,
  deleteMemory,
  type Memory,
  readMemory,
} from "../memory/memory.ts";
import { queryMemory } from "../memory/query-memory.ts";
import type { InterfaceParts, Routes } from "./interface-parts.ts";
import { pageOf, parameter, pathPart } from "./read-request.ts";

/** Routes for the memory, by project or universal. */
export function memoryRoutes({ secrets, now }: InterfaceParts): Routes {
  const { state } = secrets;
  const memory: Memory = { state, secrets };
  return {
    "/api/memory": {
      get: (request, response) => {
        const page = pageOf(request);
        const project = parameter(request, "project_id");
        const kind = parameter(request, "kind");
        const tag = parameter(request, "tag");
        const { contents, totalCount } = queryMemory(state, {
          ...page,
          search: parameter(request, "search") ?? "",
          ...(project !== undefined && { projectId: parseProjectId(project) }),
          ...(kind !== undefined && { kind: parseKind(kind) }),
          ...(tag !== undefined && { tag }),
          now: now(),
        });
        response.json({ contents: contents.map(renderMemory), totalCount, ...page });
      },
      post: (request, response) => {
        const entry = addMemory(memory, parseNewMemory(request.body), now());
        response.status(201).set("Location", `/api/memory/${entry.id}`).json(renderMemory(entry));
      },
    },
    "/api/memory/:id": {
      get: (request, response) => {
        response.json(renderMemory(readMemory(state, pathPart(request, "id"))));
      },
      patch: (request, response) => {
        const change = parseMemoryChange(request.body);
        const id = pathPart(request, "id");
        response.json(renderMemory(changeMemory(memory, id, { change, at: now() })));
      },
      delete: (request, response) => {
        if (!deleteMemory(state, pathPart(request, "id"))) {
          throw new CmsError("not_found", "No memory entry has this ID.");
        }
        response.status(204).end();
      },
    },
  };
}
