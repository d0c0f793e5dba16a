/** Notifies a service configured by the operator with one short request, and returns the status of its response. */
import { withoutAddresses } from "./fetch.ts";

export type Notice = Readonly<{
  url: string;
  /** Sent urlencoded with POST; without it the request is a GET. */
  form?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  maxMs: number;
}>;

/** Resolves with a success status (2xx). Throws an error whose message is a sentence without a full stop. */
export async function notify({ url, form, headers = {}, maxMs }: Notice): Promise<number> {
  const { Agent, fetch: send } = await import("undici");
  const agent = new Agent();
  try {
    const response = await send(url, {
      dispatcher: agent,
      method: form === undefined ? "GET" : "POST",
      redirect: "error",
      signal: AbortSignal.timeout(maxMs),
      headers: { "user-agent": "Longwave (podcast feeds)", ...headers },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    });
    await response.body?.cancel();
    if (response.ok) return response.status;
    throw new Error(`it answers with status ${response.status}`);
  } catch (error) {
    const { cause, message } = error as Error;
    const reason = cause instanceof Error ? cause.message || message : message;
    throw new Error(withoutAddresses(reason));
  } finally {
    await agent.destroy();
  }
}
