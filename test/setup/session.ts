/** Signs in like a browser, and returns what its pages send with uploads and forms of scripts. */

/** The cookie of a session, and the token of its forms. */
export type PageSession = Readonly<{ cookie: string; csrf: string }>;

const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");

const tokenIn = (text: string): string => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? "";

/** Signs in with the form of the sign-in page. */
export async function signIn(
  baseUrl: string,
  login: string,
  password = "correct horse",
): Promise<PageSession> {
  const form = await fetch(`${baseUrl}/sign-in`);
  const body = new URLSearchParams({ csrf: tokenIn(await form.text()), login, password });
  const signedIn = await fetch(`${baseUrl}/sign-in`, {
    method: "POST",
    body,
    headers: { cookie: cookiesOf(form) },
    redirect: "manual",
  });
  const cookie = cookiesOf(signedIn);
  const settings = await fetch(`${baseUrl}/settings`, { headers: { cookie } });
  return { cookie, csrf: tokenIn(await settings.text()) };
}
