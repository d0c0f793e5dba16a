/** Configures oidc-provider as Longwave's authorization server (contract §3). */
import { timingSafeEqual } from "node:crypto";
import {
  type Configuration,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from "oidc-provider";
import type { Deps } from "../../../deps.ts";
import { SCOPES } from "../../../platform/http/scopes.ts";
import type { SiteDeps } from "../../../platform/http/site.ts";
import { findAccount } from "../users/store.ts";
import { createAdapter } from "./adapter.ts";
import { type DevicePages, devicePages, type VisitorOf } from "./devicepages.ts";
import { hashOf, SESSION_COOKIE } from "./hash.ts";
import type { Keys } from "./keys.ts";
import { SIGN_IN_SCOPES } from "./rules.ts";

const MINUTE = 60;
const DAY = 86_400;

/** Creates the authorization server of one `issuer`, the public URL of this installation. */
export function createProvider(
  deps: Deps & SiteDeps,
  issuer: string,
  keys: Keys,
  visitorOf: VisitorOf,
): Provider {
  const provider = new Provider(issuer, configuration(deps, keys, visitorOf));
  // URLs in responses come from the issuer, whatever the Host header is.
  provider.proxy = false;
  provider.urlFor = (name, options) => new URL(provider.pathFor(name, options), issuer).href;
  seeRequestsAt(provider, new URL(issuer));
  Object.assign(provider.Client.prototype, { compareClientSecret });
  keepStoredSessions(provider);
  provider.on("server_error", (_context, error) =>
    deps.log.error({ err: error }, "authorization server failed"),
  );
  return provider;
}

/**
 * The library reads the URL of a request to build URLs in responses and to decide whether cookies are Secure. Callers
 * can forge `Host` and the request target, so both come from the issuer.
 */
function seeRequestsAt(provider: Provider, { host, origin, protocol }: URL): void {
  Object.defineProperties(provider.request, {
    host: { value: host },
    origin: { value: origin },
    protocol: { value: protocol.slice(0, -1) },
    href: {
      get(this: { originalUrl: string }) {
        return origin + this.originalUrl.replace(/^https?:\/\/[^/?#]*/i, "");
      },
    },
  });
}

/**
 * On a device page without a session, the library stores form data in a session that it never saved, and fails. Such a
 * form is rejected and shown again; there is nothing to store.
 */
function keepStoredSessions({ Session }: Provider): void {
  const { persist } = Session.prototype;
  Session.prototype.persist = async function keep(this: typeof Session.prototype) {
    return typeof this.exp === "number" ? persist.call(this) : "";
  };
}

/** The registered "secret" is the hash of the secret that the app presents. */
function compareClientSecret(this: { clientSecret?: string }, shown: string): boolean {
  const expected = Buffer.from(this.clientSecret ?? "", "hex");
  const actual = hashOf(shown);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

function configuration(deps: Deps & SiteDeps, keys: Keys, visitorOf: VisitorOf): Configuration {
  const pages = devicePages(deps, visitorOf);
  return {
    adapter: createAdapter(deps),
    jwks: keys.jwks as Configuration["jwks"] & object,
    cookies: {
      keys: keys.cookies,
      names: {
        session: SESSION_COOKIE,
        interaction: "longwave_interaction",
        resume: "longwave_resume",
      },
    },
    routes: {
      authorization: "/oauth2/authorize",
      token: "/oauth2/token",
      revocation: "/oauth2/revoke",
      introspection: "/oauth2/introspect",
      device_authorization: "/oauth2/device_authorization",
      code_verification: "/oauth2/device",
      jwks: "/oauth2/jwks",
      end_session: "/oauth2/end",
    },
    scopes: [...SCOPES, ...SIGN_IN_SCOPES],
    responseTypes: ["code"],
    pkce: { required: (_context, client) => client.clientAuthMethod === "none" },
    features: features(pages),
    ttl: {
      AccessToken: DAY,
      AuthorizationCode: MINUTE,
      DeviceCode: 10 * MINUTE,
      Interaction: 60 * MINUTE,
      RefreshToken: 90 * DAY,
      // Sessions without a user last only as long as an interaction.
      Session: (_context, session) => (session.accountId ? 30 * DAY : 60 * MINUTE),
      IdToken: 60 * MINUTE,
      Grant: 400 * DAY,
    },
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    expiresWithSession: async () => false,
    findAccount: async (_context, sub) => {
      const user = await findAccount(deps.db, Number(sub));
      if (user === undefined || user.suspended_at !== null) return undefined;
      return { accountId: sub, claims: async () => ({ sub }) };
    },
    interactions: {
      url: (_context, interaction) => `/oauth2/interaction/${interaction.uid}`,
      policy: policy(visitorOf),
    },
    clientBasedCORS: (_context, origin, client) =>
      client.clientAuthMethod === "none" &&
      (client.redirectUris ?? []).some(
        (uri) => URL.canParse(uri) && new URL(uri).origin === origin,
      ),
    renderError: pages.refused,
  };
}

const features = (pages: DevicePages): NonNullable<Configuration["features"]> => ({
  devInteractions: { enabled: false },
  deviceFlow: {
    enabled: true,
    userCodeInputSource: pages.code,
    userCodeConfirmSource: pages.confirm,
    successSource: pages.connected,
  },
  introspection: { enabled: true, allowedPolicy: ownTokens },
  revocation: { enabled: true, allowedPolicy: ownTokens },
  rpInitiatedLogout: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  resourceIndicators: { enabled: false },
  userinfo: { enabled: false },
  dPoP: { enabled: false },
});

/** Anybody can register an app, so an app can neither inspect nor revoke tokens that others hold. */
const ownTokens = async (_context: unknown, client: { clientId: string }, token: object) =>
  "clientId" in token && token.clientId === client.clientId;

/** The library's own session must belong to the user who is now signed in to Longwave. */
function policy(visitorOf: VisitorOf) {
  const prompts = interactionPolicy.base();
  const { Check } = interactionPolicy;
  const samePerson = (context: KoaContextWithOIDC) => {
    const { session } = visitorOf(context.req);
    return session === null || String(session.user_id) !== context.oidc.session?.accountId;
  };
  prompts
    .get("login")
    ?.checks.add(
      new Check(
        "other_person",
        "End-User authentication is required",
        "login_required",
        samePerson,
      ),
    );
  return prompts;
}
