/** The layout of pages about advertising: their tabs, and styles that they share. */
import type { Deps } from "../../../deps.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { stylesheet } from "../frame/assets.ts";
import { type StudioCall, type StudioPage, studioLayout } from "../frame/layout.ts";
import { AD_PAGES } from "../frame/navigation.ts";

/** A page of the section, with the tabs of the section unless it has others. */
export const adLayout = (
  call: StudioCall,
  deps: Pick<Deps, "db">,
  page: StudioPage,
): Promise<Html> =>
  studioLayout(call, deps, {
    tabs: AD_PAGES,
    ...page,
    head: html`${stylesheet("adboard/browser/ads.css")}${page.head}`,
  });
