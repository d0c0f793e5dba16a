/** The page of background jobs for admins, and its acts. */
import type { Deps } from "../../../deps.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { page } from "../../../platform/http/pages.ts";
import {
  type JobState,
  type ListedJob,
  listJobs,
  type QueueName,
} from "../../../platform/jobs/listing/store.ts";
import { wireTime } from "../../../platform/text/time.ts";
import { removeJob, retryJob } from "../../operations/queue/actions.ts";
import { jobId } from "../../operations/queue/schema.ts";
import { badge, emptyState } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { script } from "../frame/assets.ts";
import { doneAt, STUDIO_LOOK } from "../frame/layout.ts";
import { timezoneOf } from "../range/zones.ts";
import { type Column, listSheet } from "../tables/columns.ts";
import { listTable } from "../tables/views.ts";
import { tableWords } from "../tables/words.ts";
import { adminOf, operateLayout } from "./layout.ts";
import { jobsQuery } from "./schema.ts";
import { actForm, english, momentView, NONE, personLink } from "./texts.ts";
import { operateWords, type Words } from "./words.ts";

const PATH = "/studio/operate/jobs";
const MOST_ROWS = 100_000;

const act = { access: "signed-in", params: jobId, look: STUDIO_LOOK, method: "POST" } as const;

export const operateJobPages = [
  page({
    method: "GET",
    path: PATH,
    summary: "List background jobs to admins",
    access: "signed-in",
    query: jobsQuery,
    look: STUDIO_LOOK,
    async handle(call, deps: Deps) {
      adminOf(call);
      const words = operateWords(call.locale);
      const query = call.query.table;
      const { q, page: number, size, isCsv, filters } = query;
      const rows = await listJobs(deps.db, {
        q,
        state: (filters.state as JobState | undefined) ?? null,
        queue: (filters.queue as QueueName | undefined) ?? null,
        limit: isCsv ? MOST_ROWS : size,
        offset: isCsv ? 0 : (number - 1) * size,
      });
      const columns = columnsOf(words, timezoneOf(call.session), () => call.csrf);
      if (isCsv) return { sheet: listSheet("jobs", columns, query, rows) };
      return operateLayout(call, deps, {
        title: words.jobs,
        head: script("tables/browser/list.js"),
        done: { retried: words.was_retried, deleted: words.was_deleted },
        body: listTable({
          words: tableWords(call.locale),
          caption: words.jobs,
          path: PATH,
          query,
          columns,
          rows,
          total: rows[0]?.total ?? 0,
          search: words.find_job,
          filters: [
            {
              name: "state",
              label: words.state,
              options: [
                ["failed", words.failed],
                ["running", words.running],
                ["waiting", words.waiting],
              ],
            },
            {
              name: "queue",
              label: words.queue,
              options: [
                ["users", words.queue_users],
                ["server", words.queue_server],
              ],
            },
          ],
          empty: emptyState({ title: words.no_jobs_title, text: words.no_jobs }),
        }),
      });
    },
  }),
  page({
    ...act,
    path: `${PATH}/:queue/:job_id/retry`,
    summary: "Run a background job again now",
    async handle(call, deps: Deps) {
      await retryJob(deps, adminOf(call), call.params);
      return doneAt(PATH, "retried");
    },
  }),
  page({
    ...act,
    path: `${PATH}/:queue/:job_id/delete`,
    summary: "Delete a background job",
    async handle(call, deps: Deps) {
      await removeJob(deps, adminOf(call), call.params);
      return doneAt(PATH, "deleted");
    },
  }),
];

const KINDS = { failed: "bad", running: "signal", waiting: "accent" } as const;

const columnsOf = (words: Words, timezone: string, csrf: () => string): Column<ListedJob>[] => [
  { key: "name", name: words.job, cell: ({ name }) => name, value: ({ name }) => name },
  {
    key: "owner",
    name: words.owner,
    cell: ({ owner }) => ownerView(owner, words),
    value: ({ owner }) => owner,
  },
  {
    key: "state",
    name: words.state,
    cell: ({ state }) => badge(words[state], KINDS[state]),
    value: ({ state }) => state,
  },
  {
    key: "attempts",
    name: words.attempts,
    number: true,
    cell: ({ attempts, max_attempts }) =>
      fill(words.of_limit, { used: String(attempts), limit: String(max_attempts) }),
    value: ({ attempts }) => attempts,
  },
  {
    key: "due",
    name: words.due,
    cell: ({ run_at }) => momentView(run_at, timezone, words),
    value: ({ run_at }) => wireTime(run_at),
  },
  {
    key: "error",
    name: words.error,
    cell: ({ error }) => english(error),
    value: ({ error }) => error,
  },
  {
    key: "acts",
    name: words.acts,
    cell: ({ queue, job_id, name, state }) => {
      if (state === "running") return NONE;
      const path = `${PATH}/${queue}/${job_id}`;
      return html`<div class="acts">${actForm(`${path}/retry`, csrf(), words.run_now)}
<details><summary aria-label="${fill(words.delete_of, { name })}">${words.delete}</summary><div><p>${words.delete_job_sure}</p>${actForm(`${path}/delete`, csrf(), words.delete_job, "danger")}</div></details></div>`;
    },
    value: () => null,
  },
];

function ownerView(owner: string | null, words: Words): Html | string {
  const user_id = /^user:(\d+)$/.exec(owner ?? "")?.[1];
  if (user_id !== undefined) return personLink(Number(user_id), owner ?? "");
  return owner ?? words.server;
}
