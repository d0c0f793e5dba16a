/** Lists what the search finds. */
import type { DescribedError } from "../../../platform/errortypes.ts";
import type { LimitGroup } from "../../../platform/limits.ts";
import { guideUrl, operationUrl, recordUrl } from "./rules.ts";
import type { Api, Chapter, Entry, Operation } from "./schema.ts";

type Sources = Readonly<{
  api: Api;
  errors: readonly DescribedError[];
  limits: readonly LimitGroup[];
  guides: readonly Readonly<{ name: string; title: string; headings: readonly string[] }>[];
}>;

export const entriesOf = ({ api, errors, limits, guides }: Sources): Entry[] => [
  ...api.chapters.flatMap((chapter) =>
    chapter.operations.map((operation) => operationEntry(chapter, operation)),
  ),
  ...errors.map(
    ({ type, status, meaning, remedy }): Entry => ({
      kind: "error",
      title: type,
      detail: `Error ${status}`,
      url: `/docs/errors#${status}-${type}`,
      names: [],
      text: `${meaning} ${remedy}`,
    }),
  ),
  ...api.records.map(
    ({ name, about, fields }): Entry => ({
      kind: "record",
      title: name,
      detail: "Record",
      url: recordUrl(name),
      names: fields.map((field) => field.name),
      text: about,
    }),
  ),
  ...limits.flatMap((group) =>
    group.limits.map(
      ({ name, bounds }): Entry => ({
        kind: "limit",
        title: name,
        detail: "Limit",
        url: `/docs/limits#${name}`,
        names: [],
        text: bounds,
      }),
    ),
  ),
  ...guides.map(
    ({ name, title, headings }): Entry => ({
      kind: "guide",
      title,
      detail: "Guide",
      url: guideUrl(name),
      names: [],
      text: headings.join(". "),
    }),
  ),
];

function operationEntry({ name, slug }: Chapter, operation: Operation): Entry {
  const { id, method, path, summary, about, path_parameters, query, headers, body } = operation;
  const fields = [...path_parameters, ...query, ...headers, ...body];
  return {
    kind: "operation",
    title: summary,
    detail: `${method} ${path}`,
    url: operationUrl(slug, id),
    names: [id, ...new Set(fields.map((field) => field.name))],
    text: `${name}. ${about}`,
  };
}
