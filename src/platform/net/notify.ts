/** Notifies a service configured by the operator with one short request, and returns the status of its response. */
import { withoutAddresses } from "./fetch.ts";

export type Notice = Readonly<{
  url: string;
  /** Sent urlencoded with POST; without it the request is a GET. */
  form?: Readonly<Record<string, string>>;
  /** Default: POST with a form, otherwise GET. */
  method?: string;
  /** Statuses other than 2xx that are a success as well. */
  alsoGood?: readonly number[];
  headers?: Readonly<Record<string, string>>;
  maxMs: number;
}>;

/** Resolves with a success status. Throws an error whose message is a sentence without a full stop. */
export async function notify(notice: Notice): Promise<number> {
  const { url, form, headers = {}, alsoGood = [], maxMs } = notice;
  const { Agent, fetch: send } = await import("undici");
  const agent = new Agent();
  try {
    const response = await send(url, {
      dispatcher: agent,
      method: notice.method ?? (form === undefined ? "GET" : "POST"),
      redirect: "error",
      signal: AbortSignal.timeout(maxMs),
      headers: { "user-agent": "Longwave (podcast feeds)", ...headers },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    });
    await response.body?.cancel();
    if (response.ok || alsoGood.includes(response.status)) return response.status;
    throw new Error(`it answers with status ${response.status}`);
  } catch (error) {
    const { cause, message } = error as Error;
    const reason = cause instanceof Error ? cause.message || message : message;
    throw new Error(withoutAddresses(reason));
  } finally {
    await agent.destroy();
  }
}
