/** Asks a running server on this machine how it is. */
import type { Announcement } from "../platform/http/announcement.ts";

export type ServerState = Readonly<{
  address: string;
  /** The word of `/health/ready`, such as `ready` or `degraded`. */
  state: string;
  /** null if it does not show its metrics. */
  uptime_seconds: number | null;
  /** How often each limit was exceeded since its start. */
  limits_exceeded: Readonly<Record<string, number>>;
}>;

const PATIENCE_MS = 5000;
const EXCEEDED = /^longwave_limit_exceeded_total\{limit="([\w-]+)"(?:,process="\d+")?\} (\d+)$/gm;

export async function describeServer({ address }: Announcement): Promise<ServerState> {
  const ask = (path: string) =>
    fetch(address + path, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
  const [health, metrics] = await Promise.all([ask("/health/ready"), ask("/metrics")]);
  const text = metrics?.ok ? await metrics.text() : "";
  const startedAt = /^process_start_time_seconds(?:\{process="0"\})? (\S+)$/m.exec(text)?.[1];
  const exceeded = new Map<string, number>();
  // One line for each of the server's processes.
  for (const [, name = "", times] of text.matchAll(EXCEEDED))
    exceeded.set(name, (exceeded.get(name) ?? 0) + Number(times));
  return {
    address,
    state: await stateOf(health),
    uptime_seconds: startedAt === undefined ? null : Date.now() / 1000 - Number(startedAt),
    limits_exceeded: Object.fromEntries(exceeded),
  };
}

async function stateOf(health: Response | null): Promise<string> {
  const body = (await health?.json().catch(() => null)) as {
    response?: { status?: string };
  } | null;
  return body?.response?.status ?? "not answering";
}
