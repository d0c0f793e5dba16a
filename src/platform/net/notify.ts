/** Tells a service that an operator named something: one short request, whose answer is its status. */
import { Agent, fetch as send } from "undici";
import { withoutAddresses } from "./fetch.ts";

export type Notice = Readonly<{
  url: string;
  /** Sent by POST, urlencoded; without it the request is a GET. */
  form?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  maxMs: number;
}>;

/** Resolves with the status of a success (2xx). Throws with a sentence without its full stop. */
export async function notify({ url, form, headers = {}, maxMs }: Notice): Promise<number> {
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
