/** The studio's home, where people start after signing in, and the list of their shows. */
import type { Deps } from "../../../deps.ts";
import { html } from "../../../platform/http/html.ts";
import { page } from "../../../platform/http/pages.ts";
import { keepLooking, script, stylesheet } from "../frame/assets.ts";
import { STUDIO_LOOK, studioLayout } from "../frame/layout.ts";
import { frameWords } from "../frame/words.ts";
import { timezoneOf } from "../range/zones.ts";
import { findHome } from "./actions.ts";
import { showsQuery } from "./schema.ts";
import { findShowRows, showListSheet, showListView } from "./showlist.ts";
import { homeActions, homeView, isMoving, waysToBegin } from "./views.ts";
import { homeWords } from "./words.ts";

export const homePages = [
  page({
    method: "GET",
    path: "/studio",
    summary: "Show what needs you, and how your shows are doing",
    access: "signed-in",
    look: STUDIO_LOOK,
    async handle(call, deps: Deps) {
      const words = homeWords(call.locale);
      const { session, baseUrl, locale } = call;
      const format = new Intl.DateTimeFormat(words.locale, {
        dateStyle: "long",
        timeZone: timezoneOf(session),
      });
      const dateText = (moment: Date) => format.format(moment);
      const home = await findHome(deps, { session, baseUrl, locale, dateText });
      return studioLayout(call, deps, {
        title: words.home,
        actions: homeActions(words, home),
        body: homeView(words, frameWords(call.locale), home),
        head: html`${stylesheet("home/browser/home.css")}${script("charts/browser/cursor.js")}${isMoving(home) && keepLooking()}`,
      });
    },
  }),
  page({
    method: "GET",
    path: "/studio/shows",
    summary: "List your shows",
    access: "signed-in",
    query: showsQuery,
    look: STUDIO_LOOK,
    async handle(call, deps: Deps) {
      const words = homeWords(call.locale);
      const { table } = call.query;
      const rows = await findShowRows(deps, call.session, call.baseUrl, table);
      const list = { words, query: table, rows, timezone: timezoneOf(call.session) };
      if (table.isCsv) return { sheet: showListSheet(list) };
      return studioLayout(call, deps, {
        title: words.shows,
        actions: waysToBegin(words),
        body: showListView(list),
        head: script("tables/browser/list.js"),
      });
    },
  }),
];
