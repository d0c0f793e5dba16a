/** The layout of the pages of operators, and the check that only admins open them. */
import type { Deps } from "../../../deps.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { callerOf } from "../../../platform/http/pages.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { requireServerAdmin } from "../../people/users/rights.ts";
import { stylesheet } from "../frame/assets.ts";
import { type StudioCall, type StudioPage, studioLayout } from "../frame/layout.ts";
import { OPERATE_PAGES } from "../frame/navigation.ts";

/** The person as an admin. Fails with 403 for anybody else. */
export function adminOf({ session }: Pick<StudioCall, "session">): Caller {
  const caller = callerOf(session);
  requireServerAdmin(caller);
  return caller;
}

/** A page of the section, with its tabs. */
export const operateLayout = (
  call: StudioCall,
  deps: Pick<Deps, "db">,
  page: StudioPage,
): Promise<Html> =>
  studioLayout(call, deps, {
    tabs: OPERATE_PAGES,
    ...page,
    head: html`${stylesheet("oneshow/browser/oneshow.css")}${stylesheet("operate/browser/operate.css")}${page.head}`,
  });
