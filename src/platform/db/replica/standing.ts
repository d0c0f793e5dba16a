/** Asks a server whether it is a replica of the primary, and how far it has come. */
import { sql } from "kysely";
import type { Executor } from "../database.ts";

/** `lsn`: up to where it has replayed the write-ahead log, in bytes; null if it does not say. */
type Standing = Readonly<{
  is_standby: boolean;
  lsn: number | null;
  system: string;
  timeline: number;
}>;

/**
 * All sessions of one URL need not be on one server, so each asks for itself. The timeline is that of the replica's last
 * checkpoint: after a failover it is one that follows the new primary, and has written that down.
 */
export async function readStanding(replica: Executor): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select pg_is_in_recovery() as is_standby, (pg_last_wal_replay_lsn() - '0/0')::bigint as lsn,
      (select system_identifier from pg_control_system())::text as system,
      (select timeline_id from pg_control_checkpoint()) as timeline`.execute(replica);
  return rows[0] as Standing;
}

/** The name that PostgreSQL gave to the cluster when it was made; its replicas have the same. */
export async function readSystem(db: Executor): Promise<string> {
  const { rows } = await sql<{ system: string }>`
    select system_identifier::text as system from pg_control_system()`.execute(db);
  return rows[0]?.system ?? "";
}

/** Why reads must not come from a server that stands like this, in words; null: they may, from `lsn` on. */
export function faultOf(
  { is_standby, lsn, system, timeline }: Standing,
  primary: Readonly<{ system: string; timeline: number }>,
): string | null {
  if (system !== primary.system) return "it belongs to another database";
  if (!is_standby) return "it is not a standby";
  if (lsn === null) return "it does not say how far it is";
  if (timeline !== primary.timeline) return "it has not followed the last failover yet";
  return null;
}
