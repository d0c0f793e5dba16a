/** The layout of the pages of one show: its name and cover, tabs, and the styles that they share. */
import type { Deps } from "../../../deps.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { callerOf } from "../../../platform/http/pages.ts";
import { type Role, requireEditableShow } from "../../publishing/shows/rights.ts";
import type { ShowRow } from "../../publishing/shows/store.ts";
import { showSummaryView } from "../../publishing/shows/views.ts";
import { script, stylesheet } from "../frame/assets.ts";
import { type StudioCall, type StudioPage, studioLayout } from "../frame/layout.ts";
import { showTabs } from "../frame/navigation.ts";

export type OwnShow = Readonly<{ show: ShowRow; role: Role }>;

/** The show of the page, if the person may edit it, and their role in it. */
export const findOwnShow = ({ db }: Pick<Deps, "db">, { session }: StudioCall, show_id: number) =>
  requireEditableShow(db, callerOf(session), show_id);

/** Path of a page of the show. */
export const showPath = (show_id: number, rest = ""): string => `/studio/shows/${show_id}${rest}`;

type ShowPage = Omit<StudioPage, "show" | "tabs" | "subtitle">;

export function showLayout(
  call: StudioCall,
  deps: Pick<Deps, "db">,
  show: ShowRow,
  page: ShowPage,
): Promise<Html> {
  return studioLayout(call, deps, {
    ...page,
    subtitle: show.title,
    show: showSummaryView(show, call.baseUrl),
    tabs: showTabs(show.show_id),
    head: html`${stylesheet("oneshow/browser/oneshow.css")}${script("oneshow/browser/oneshow.js")}${page.head}`,
  });
}
