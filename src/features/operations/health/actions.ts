/** Reads how an installation is, for admins: what `longwave doctor` and `longwave status` say, from within a server. */
import packageJson from "../../../../package.json" with { type: "json" };
import type { Deps } from "../../../deps.ts";
import { inspectSchema } from "../../../platform/db/migrate.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { measureBacklog } from "../../../platform/jobs/owned/store.ts";
import { listGivenUp, measureOwnBacklog } from "../../../platform/jobs/store.ts";
import { readLastErrors } from "../../../platform/lasterrors.ts";
import { journalFolder } from "../../measurement/counting/actions.ts";
import { measureUnaggregated } from "../../measurement/counting/ledger/batches/store.ts";
import { measureJournal } from "../../measurement/counting/metrics.ts";
import { requireServerAdmin } from "../../people/users/rights.ts";
import {
  checkBackup,
  checkDisk,
  checkEdge,
  checkLogs,
  checkMedia,
  checkProxy,
  checkSmtp,
  checkStatistics,
  findingOf,
} from "./checks.ts";
import type { CHECKS, Health } from "./schema.ts";

type HealthDeps = Pick<Deps, "config" | "db" | "pool" | "media" | "disk">;

/** Longest delays that are no fault, as in `deploy/prometheus/alerts.yml`. */
const LATE_SECONDS = { journal: 300, statistics: 300, jobs: 1800 };

/** Fails with 403 for anybody but admins. A check that fails is a finding. */
export async function readHealth(deps: HealthDeps, caller: Caller): Promise<Health> {
  requireServerAdmin(caller);
  const { config, db } = deps;
  const [owned, own, last_errors, ...checks] = await Promise.all([
    measureBacklog(db),
    measureOwnBacklog(db),
    readLastErrors(config.dataDir),
    ...Object.entries(checksOf(deps)).map(([name, run]) => findingOf(name, run)),
  ]);
  const queues = [...owned, { kind: "longwave", ...own }];
  return {
    version: packageJson.version,
    node: process.versions.node,
    checks: checks as Health["checks"],
    queues: queues.map(({ kind, waiting, running, oldest_seconds }) => ({
      kind,
      waiting,
      running,
      oldest_seconds: Math.round(oldest_seconds),
    })),
    last_errors,
  };
}

type Checks = Readonly<Record<(typeof CHECKS)[number], () => Promise<string>>>;

const checksOf = (deps: HealthDeps): Checks => ({
  database: () => checkDatabase(deps),
  media: () => checkMedia(deps.media, deps.config),
  statistics: () => checkLag(deps),
  counting: () => checkJournal(deps),
  jobs: () => checkJobs(deps),
  disk: async () => checkDisk((await deps.disk.state()).free),
  backup: () => checkBackup(deps.db, deps.config),
  mail: () => checkSmtp(deps.config),
  proxy: () => checkProxy(deps.config),
  edge: () => checkEdge(deps.config),
  logs: () => checkLogs(deps.db, deps.config),
});

async function checkDatabase({ pool, config }: HealthDeps): Promise<string> {
  // The pool hides its password from copies.
  const { password } = pool.options;
  const { postgres, applied, pending } = await inspectSchema({ ...pool.options, password });
  if (pending.length > 0)
    throw new Error(`PostgreSQL ${postgres}: ${pending.length} migrations are pending.`);
  const kind = config.databaseUrl === null ? "embedded" : "outside";
  return `PostgreSQL ${postgres}, ${kind}, all ${applied} migrations applied`;
}

/** The engine answers, and the rollups are not far behind the ledgers. */
async function checkLag({ db, config }: HealthDeps): Promise<string> {
  const engine = await checkStatistics(config);
  const { batches, oldest_seconds } = await measureUnaggregated(db);
  const text = `${engine}; ${batches} batches behind, the oldest by ${Math.round(oldest_seconds)} s`;
  if (oldest_seconds > LATE_SECONDS.statistics) throw new Error(`Late: ${text}`);
  return text;
}

async function checkJournal({ config }: HealthDeps): Promise<string> {
  const { files, bytes, oldest_seconds } = await measureJournal(journalFolder(config));
  const text = `${files} journal files with ${bytes} bytes wait, the oldest for ${Math.round(oldest_seconds)} s`;
  if (files > 0 && oldest_seconds > LATE_SECONDS.journal) throw new Error(`Late: ${text}`);
  return text;
}

async function checkJobs({ db }: HealthDeps): Promise<string> {
  const [owned, own, [given]] = await Promise.all([
    measureBacklog(db),
    measureOwnBacklog(db),
    listGivenUp(db, 1),
  ]);
  const waiting = owned.reduce((sum, one) => sum + one.waiting, own.waiting);
  const oldest = Math.max(own.oldest_seconds, ...owned.map((one) => one.oldest_seconds));
  if (given !== undefined)
    throw new Error(`${own.given_up} gave up; the last one is ${given.job}: ${given.error}`);
  const text = `${waiting} wait, the oldest for ${Math.round(oldest)} s`;
  if (oldest > LATE_SECONDS.jobs) throw new Error(`Late: ${text}`);
  return text;
}
