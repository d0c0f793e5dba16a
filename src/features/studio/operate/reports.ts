/** The pages of reported messages for admins: what waits for a decision, and what was decided. */
import type { Deps } from "../../../deps.ts";
import { formPage, type Refusal } from "../../../platform/http/formpage.ts";
import { page } from "../../../platform/http/pages.ts";
import { decideAs, reopen } from "../../listening/messages/reports/actions.ts";
import { reportedId } from "../../listening/messages/reports/schema.ts";
import { listReported } from "../../listening/messages/reports/store.ts";
import type { SuspensionDeps } from "../../people/administration/actions.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { doneAt, STUDIO_LOOK, type StudioCall } from "../frame/layout.ts";
import { timezoneOf } from "../range/zones.ts";
import { adminOf, operateLayout } from "./layout.ts";
import { reportsView } from "./reportviews.ts";
import { decideForm, reportsQuery } from "./schema.ts";
import { operateWords } from "./words.ts";

const PATH = "/studio/operate/reports";
const PAGE = 30;
const FIRST_TIME: Refusal = { given: {}, fields: {}, message: null };

type Place = Readonly<{
  state: "open" | "decided";
  offset: number;
  /** The message whose form was refused. */
  message_id?: number;
}>;

async function reportsPage(
  call: StudioCall,
  deps: Pick<Deps, "db">,
  { state, offset, message_id }: Place,
  refusal: Refusal,
) {
  adminOf(call);
  const words = operateWords(call.locale);
  const rows = await listReported(deps.db, { state, limit: PAGE + 1, offset });
  return operateLayout(call, deps, {
    title: words.reports,
    done: {
      keep: { text: words.was_kept },
      remove: { text: words.was_removed },
      reopened: words.was_reopened,
    },
    body: reportsView({
      words,
      csrf: call.csrf,
      path: PATH,
      state,
      rows: rows.slice(0, PAGE),
      next: rows.length > PAGE ? offset + PAGE : null,
      timezone: timezoneOf(call.session),
      refused: message_id ?? null,
      refusal: problemsOf(words.lang, refusal),
    }),
  });
}

const ofMessage = { access: "signed-in", params: reportedId, look: STUDIO_LOOK } as const;

export const operateReportPages = [
  page({
    method: "GET",
    path: PATH,
    summary: "List reported messages to admins",
    access: "signed-in",
    query: reportsQuery,
    look: STUDIO_LOOK,
    handle: (call, deps: Deps) => reportsPage(call, deps, call.query, FIRST_TIME),
  }),
  ...formPage({
    ...ofMessage,
    path: `${PATH}/:message_id/decide`,
    summary: "Decide on a reported message",
    body: decideForm,
    show: (call, refusal, deps: SuspensionDeps) =>
      reportsPage(call, deps, { state: "open", offset: 0, ...call.params }, refusal),
    async submit(call, value, deps: SuspensionDeps) {
      await decideAs(deps, adminOf(call), call.params.message_id, value);
      return doneAt(PATH, value.decision);
    },
  }),
  page({
    ...ofMessage,
    method: "POST",
    path: `${PATH}/:message_id/reopen`,
    summary: "Take back the decision on a reported message",
    async handle(call, deps: Deps) {
      await reopen(deps, adminOf(call), call.params.message_id);
      return doneAt(PATH, "reopened");
    },
  }),
];
