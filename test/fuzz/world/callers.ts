/** The callers of requests: people of the attacking tenant and strangers, with their tokens and cookies. */
import type { OpenDeps } from "../../../src/deps.ts";
import { createToken, createUser } from "../../../src/features/people/users/actions.ts";
import { type Client, createClient } from "../../setup/client.ts";
import type { Credentials } from "../render.ts";
import type { Caller } from "../request.ts";
import type { Pools } from "./pools.ts";

export type Account = Readonly<{ user_id: number; username: string; token: string; api: Client }>;

const PASSWORD = "correct horse";

/** A user with a token; `email` may hold a marker. */
export async function createAccount(
  deps: OpenDeps,
  url: string,
  username: string,
  { admin = false, email = `${username}@example.invalid`, tokenName = "" } = {},
): Promise<Account> {
  const user_id = await createUser(deps, {
    username,
    email,
    fullname: `Person ${username}`,
    password: PASSWORD,
    admin,
  });
  const token = await createToken(deps, username, { name: tokenName });
  return { user_id, username, token, api: createClient(url, token) };
}

/** The accounts of the attacking tenant. */
export type Cast = Readonly<
  Record<"user" | "collaborator" | "manager" | "stranger" | "admin", Account>
>;

export async function createCast(deps: OpenDeps, url: string): Promise<Cast> {
  const account = (name: string, admin = false) =>
    createAccount(deps, url, `fuzz_${name}`, { admin });
  return {
    user: await account("user"),
    collaborator: await account("collaborator"),
    manager: await account("manager"),
    stranger: await account("stranger"),
    admin: await account("admin", true),
  };
}

/** Creates each caller's credentials; form tokens are added to the pool `<caller>.csrf`. */
export async function createCredentials(
  deps: OpenDeps,
  url: string,
  cast: Cast,
  pools: Pools,
): Promise<Record<Caller, Credentials>> {
  const nobody = await openForms(url);
  pools.add("nobody", "csrf", [nobody.csrf]);
  const signedIn = async (caller: keyof typeof cast): Promise<Credentials> => {
    const { cookie, csrf } = await signIn(url, cast[caller].username);
    pools.add(caller, "csrf", [csrf]);
    return { token: cast[caller].token, cookie };
  };
  const { username } = cast.user;
  const expired = await createToken(deps, username, { expiresAt: new Date(Date.now() - 1000) });
  const reader = await createToken(deps, username, { scope: "read" });
  return {
    nobody: { token: null, cookie: nobody.cookie },
    stranger: await signedIn("stranger"),
    user: await signedIn("user"),
    collaborator: await signedIn("collaborator"),
    manager: await signedIn("manager"),
    admin: await signedIn("admin"),
    reader: { token: reader, cookie: null },
    expired: { token: expired, cookie: `${SESSION}=${expired}` },
    unknown: { token: "lw_unknown", cookie: `${SESSION}=not-a-session` },
  };
}

const SESSION = "longwave_session";
const cookieOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
const csrfOf = (page: string): string => /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? "";

/** A browser session without a signed-in user. */
async function openForms(url: string) {
  const answer = await fetch(`${url}/sign-in`);
  return { cookie: cookieOf(answer), csrf: csrfOf(await answer.text()) };
}

async function signIn(url: string, login: string) {
  const form = await openForms(url);
  const answer = await fetch(`${url}/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: form.cookie },
    body: new URLSearchParams({ login, password: PASSWORD, csrf: form.csrf }),
  });
  if (answer.status !== 303) throw new Error(`${login} cannot sign in: ${answer.status}`);
  const cookie = cookieOf(answer);
  const settings = await fetch(`${url}/settings`, { headers: { cookie } });
  return { cookie, csrf: csrfOf(await settings.text()) };
}
