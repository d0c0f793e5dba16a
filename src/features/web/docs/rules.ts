/** The URLs of the documentation. */

/** Pages that are not chapters; a tag of the same name gets another URL. */
const OWN_PAGES = ["search", "errors", "limits", "records", "guides", "operations"];

/** The last part of a chapter's URL: `feed-tags` for the tag “Feed tags”. */
export function slugOf(tag: string): string {
  const slug = tag.toLowerCase().replace(/\W+/g, "-");
  return OWN_PAGES.includes(slug) ? `${slug}-api` : slug;
}

/** The index of all operations and records. */
export const ALL_OPERATIONS = "/docs/operations";
export const chapterUrl = (slug: string): string => `/docs/${slug}`;
export const operationUrl = (slug: string, id: string): string => `/docs/${slug}#${id}`;
/** The pages of records: the first whose pattern fits a record's name has it. */
export const RECORD_PAGES = [
  { path: "/docs/event-records", title: "Records of events", has: /Event$|^Webhook/ },
  {
    path: "/docs/advertising-checks",
    title: "Records of forecasts and checks",
    has: /^(Aircheck|CreativeSound|Inventory|LineItem(Forecast|Diagnosis)|Reconciliation)/,
  },
  { path: "/docs/statistics-records", title: "Records of statistics", has: /(Statistics|Totals)$/ },
  { path: "/docs/records", title: "Records", has: /^/ },
];
export const recordPageOf = (name: string): string =>
  RECORD_PAGES.find(({ has }) => has.test(name))?.path ?? "/docs/records";
export const recordUrl = (name: string): string => `${recordPageOf(name)}#schema-${name}`;
export const guideUrl = (name: string): string => `/docs/guides/${name}`;
/** Where the errors of a status are described. */
export const statusUrl = (status: string): string => `/docs/errors#status-${status}`;
