/** Tests that killing the process that mails reports costs no recipient their mail, and sends none twice. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, test } from "vitest";
import { makeTeam } from "../setup/advertising.ts";
import { confirmAddress } from "../setup/reportmails.ts";
import { openMailbox } from "../setup/smtp.ts";
import { type Person, useWorld } from "../setup/world.ts";
import { eventually, said, script, urlOf } from "./processes.ts";

const world = useWorld();

/** Makes the mails that are due, and sends them. */
const WORK = `
const { openDeps } = await import(root + "/src/deps.ts");
const { loadConfig } = await import(root + "/src/config.ts");
const { startWorker } = await import(root + "/src/worker.ts");
const { reportMailJobs } =
  await import(root + "/src/features/measurement/reportmails/sending/jobs.ts");
const deps = await openDeps(loadConfig());
const siteIdentity = { read: () => ({ name: "Longwave" }) };
const jobs = reportMailJobs({ ...deps, siteIdentity });
await jobs.find(({ name }) => name === "reportmails.plan").run({}, { last: false });
startWorker(deps, jobs, []);
console.log("ready");`;

/** Where a worker is killed: before a mail begins, within it, and when its end has arrived but not been answered. */
const MOMENTS = [/^MAIL FROM/, /^DATA/, /^\.$/, /^RCPT TO/, /^\.$/, /^EHLO/, /^DATA/];

test("kill -9 while a report is mailed: each recipient gets one mail", async () => {
  const { config, pool } = world.deps;
  const team = await makeTeam(world);
  const recipients: Person[] = [];
  for (let n = 0; n < 8; n += 1) {
    const person = await team.member("analyst");
    await confirmAddress(world, person);
    recipients.push(person);
  }
  const reports = `/v2/organizations/${team.organization_id}/saved-reports`;
  const { response } = await team.boss.api.post(reports, { name: "Daily", period: "yesterday" });
  const path = `/v2/saved-reports/${response.report.report_id}`;
  const user_ids = recipients.map(({ user_id }) => user_id);
  const daily = { frequency: "DAILY", hour: 8, recipients: user_ids };
  expect((await team.boss.api.put(`${path}/schedule`, daily)).status).toBe(200);
  await pool.query("update report_schedules set next_at = now() - interval '1 minute'");

  const taken: string[] = [];
  let recipient = "";
  let deadly: RegExp | null = null;
  let kill: () => void = () => undefined;
  const mailbox = await openMailbox((line) => {
    recipient = /^RCPT TO:<([^@]+)/.exec(line)?.[1] ?? recipient;
    if (line === ".") taken.push(recipient);
    if (deadly?.test(line) !== true) return null;
    deadly = null;
    kill();
    return "";
  });
  const env = {
    DATA_DIR: config.dataDir,
    DATABASE_URL: urlOf({ ...inject("postgres"), database: pool.options.database }),
    SMTP_URL: mailbox.url,
    LOG_LEVEL: "silent",
  };
  const work = async (moment: RegExp | null) => {
    // Minutes pass: what a dead process has claimed is free again.
    await pool.query(
      "update report_mails set next_at = now() - interval '10 minutes' where state = 'PENDING'",
    );
    deadly = moment;
    const child = script(WORK, env);
    kill = () => child.kill("SIGKILL");
    await said(child, /ready/);
    return child;
  };
  for (const moment of MOMENTS) await (await work(moment)).ended;
  const last = await work(null);
  await eventually(async () => {
    const { response: log } = await team.boss.api.get(`${path}/mails`);
    return log.items.every(({ state }: { state: string }) => state === "SENT");
  }, 60_000);
  // Nothing more comes.
  await sleep(1000);
  last.kill("SIGTERM");
  await last.ended;
  await mailbox.close();
  expect(taken.sort()).toEqual(recipients.map(({ username }) => username).sort());
  const { response: log } = await team.boss.api.get(`${path}/mails`);
  const unanswered = log.items.filter(({ reason }: { reason: string }) => reason === "UNANSWERED");
  expect(unanswered).toHaveLength(2);
}, 240_000);
