/** A simulated browser: keeps cookies, follows redirects, fills in forms. */

/** A page as received. `url` is the target of the last redirect. */
export type Sight = { status: number; url: URL; text: string; headers: Headers };

export type Surfer = {
  /** Opens a path or URL; does not follow redirects to other servers (`status` 302 or 303). */
  open(target: string): Promise<Sight>;
  /**
   * Submits the form of the last page: its hidden fields, overridden by `fields`. `to`: the path that it is sent to
   * instead of its own, as an attacker would.
   */
  submit(fields: Record<string, string>, action?: string, to?: string): Promise<Sight>;
  /** Sends a form with files as it is, in the order of its parts. */
  post(to: string, form: FormData): Promise<Sight>;
};

/** A new browser for the server at `baseUrl`; it sends `always` with each request. */
export function createSurfer(baseUrl: string, always: Record<string, string> = {}): Surfer {
  const cookies = new Map<string, { value: string; path: string }>();
  let last: Sight | null = null;

  async function send(target: URL, init: RequestInit, hops = 0): Promise<Sight> {
    const cookie = [...cookies]
      .filter(([, { path }]) => target.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join("; ");
    const headers = {
      ...always,
      ...(init.headers as Record<string, string>),
      ...(cookie ? { cookie } : {}),
    };
    const answer = await fetch(target, { ...init, headers, redirect: "manual" });
    for (const line of answer.headers.getSetCookie()) keep(line);
    const location = answer.headers.get("location");
    const next = location === null ? null : new URL(location, target);
    if (next !== null && next.origin === new URL(baseUrl).origin && hops < 10)
      return send(next, {}, hops + 1);
    last = {
      status: answer.status,
      url: next ?? target,
      text: await answer.text(),
      headers: answer.headers,
    };
    return last;
  }

  function keep(line: string): void {
    const [pair = "", ...attributes] = line.split(/;\s*/);
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    const path = attributes.map((text) => /^path=(.*)$/i.exec(text)?.[1]).find(Boolean) ?? "/";
    const expires = attributes.map((text) => /^expires=(.*)$/i.exec(text)?.[1]).find(Boolean);
    const gone =
      attributes.some((text) => /^max-age=0$/i.test(text)) ||
      (expires && Date.parse(expires) < Date.now());
    if (gone || value === "") cookies.delete(name);
    else cookies.set(name, { value, path });
  }

  return {
    post: (to, body) => send(new URL(to, baseUrl), { method: "POST", body }),
    open: (target) => send(new URL(target, baseUrl), {}),
    submit(fields, action, to) {
      const form = formOf(last?.text ?? "", action);
      const body = new URLSearchParams({ ...form.hidden, ...fields }).toString();
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      return send(new URL(to ?? form.action, last?.url ?? baseUrl), {
        method: "POST",
        headers,
        body,
      });
    },
  };
}

/** A browser that is signed in as a person of the tests. */
export async function signedInSurfer(
  baseUrl: string,
  login: string,
  always: Record<string, string> = {},
): Promise<Surfer> {
  const surfer = createSurfer(baseUrl, always);
  await surfer.open("/sign-in");
  await surfer.submit({ login, password: "correct horse" });
  return surfer;
}

/** The first POST form, or the one with this action, with its hidden fields. */
function formOf(page: string, wanted: string | undefined) {
  for (const [, open = "", inside = ""] of page.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)) {
    const action = /action="([^"]*)"/.exec(open)?.[1];
    if (
      !open.includes('method="post"') ||
      action === undefined ||
      (wanted !== undefined && action !== wanted)
    )
      continue;
    if (wanted === undefined && action === "/sign-out") continue;
    const inputs = [...inside.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    return {
      action,
      hidden: Object.fromEntries(inputs.map(([, name, value = ""]) => [name, plain(value)])),
    };
  }
  throw new Error("the page contains no such form");
}

/** The text of an attribute, as browsers read it. */
const plain = (value: string): string =>
  value.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => CHARACTERS[name] ?? "");
const CHARACTERS: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
