/** The URLs of the documentation. */

/** Pages that are not chapters; a tag of the same name gets another URL. */
const OWN_PAGES = ["search", "errors", "limits", "records", "guides"];

/** The last part of a chapter's URL: `feed-tags` for the tag “Feed tags”. */
export function slugOf(tag: string): string {
  const slug = tag.toLowerCase().replace(/\W+/g, "-");
  return OWN_PAGES.includes(slug) ? `${slug}-api` : slug;
}

export const chapterUrl = (slug: string): string => `/docs/${slug}`;
export const operationUrl = (slug: string, id: string): string => `/docs/${slug}#${id}`;
export const recordUrl = (name: string): string => `/docs/records#schema-${name}`;
export const guideUrl = (name: string): string => `/docs/guides/${name}`;
/** Where the errors of a status are described. */
export const statusUrl = (status: string): string => `/docs/errors#status-${status}`;
