/** Routes of annotations, the notes on the time line of a show. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { offsetPage, pageOf } from "../../../platform/http/paging.ts";
import { id } from "../../../platform/http/params.ts";
import { atRevision, editorOf, nothing, route } from "../../../platform/http/route.ts";
import { requireEditableShow } from "../../publishing/shows/rights.ts";
import { changeAnnotation, createAnnotation, deleteAnnotation, readAnnotation } from "./actions.ts";
import { annotationChanges, annotationDetail, annotationsQuery, newAnnotation } from "./schema.ts";
import { type AnnotationRow, listAnnotations } from "./store.ts";
import { annotationView } from "./views.ts";

const common = { tag: "Annotations", access: editorOf("show") } as const;
const params = z.object({ annotation_id: id() });
const response = z.object({ annotation: annotationDetail });
const answer = (row: AnnotationRow) =>
  atRevision({ annotation: annotationView(row) }, row.revision);

export const annotationRoutes = [
  route({
    ...common,
    method: "GET",
    path: "/v2/annotations",
    operationId: "listAnnotations",
    summary: "List the annotations of a show",
    description: "In order of time. `from` and `to` are days; both are included.",
    query: annotationsQuery,
    response: pageOf(annotationDetail),
    async handle(call, { db }: Deps) {
      const { show_id, ...query } = call.query;
      await requireEditableShow(db, call.caller, show_id);
      return offsetPage(call, await listAnnotations(db, show_id, query, query), annotationView);
    },
  }),
  route({
    ...common,
    method: "POST",
    path: "/v2/annotations",
    operationId: "createAnnotation",
    summary: "Annotate a show's time line",
    description: "A note on what happened at a moment, for everyone who edits the show.",
    refusals: { 409: "`too-many-annotations`: the show has as many as it may have." },
    body: newAnnotation,
    response,
    handle: async ({ caller, body }, deps: Deps) =>
      answer(await createAnnotation(deps, caller, body)),
  }),
  route({
    ...common,
    method: "GET",
    path: "/v2/annotations/:annotation_id",
    operationId: "getAnnotation",
    summary: "Get an annotation",
    params,
    response,
    handle: async ({ params: { annotation_id }, caller }, deps: Deps) =>
      answer(await readAnnotation(deps, caller, annotation_id)),
  }),
  route({
    ...common,
    method: "POST",
    path: "/v2/annotations/:annotation_id",
    operationId: "updateAnnotation",
    summary: "Update an annotation",
    params,
    body: annotationChanges,
    response,
    handle: async ({ params: { annotation_id }, caller, body, ifMatch }, deps: Deps) =>
      answer(await changeAnnotation(deps, caller, annotation_id, body, ifMatch)),
  }),
  route({
    ...common,
    method: "DELETE",
    path: "/v2/annotations/:annotation_id",
    operationId: "deleteAnnotation",
    summary: "Delete an annotation",
    params,
    response: nothing,
    async handle({ params: { annotation_id }, caller, ifMatch }, deps: Deps) {
      await deleteAnnotation(deps, caller, annotation_id, ifMatch);
      return [];
    },
  }),
];
