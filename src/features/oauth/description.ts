/** How the API's description lists the authorization server, which its library answers. */
import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject } from "zod-openapi";

const common = { tags: ["OAuth 2"], security: [{}] };
const text = (max = 2000) => z.string().max(max);
const word = () => text().optional();

/** RFC 6749 §5.2; nothing here is wrapped in `response`. */
const oauthError = z
  .object({ error: z.string(), error_description: z.string().optional() })
  .meta({ id: "OAuthError" });
const refused = (description: string) => ({
  description,
  content: { "application/json": { schema: oauthError } },
});
const trouble = {
  429: { description: "Too many requests. Wait for `Retry-After` seconds." },
  500: { description: "An internal error, without detail." },
  503: { description: "The server is starting, stopping, or without its database." },
};
const json = (schema: z.ZodType) => ({ "application/json": { schema } });
const page = { "text/html": { schema: z.string() } };

/** A form by which an app speaks to the server. Confidential apps prove themselves by Basic or in it. */
function form(
  name: string,
  summary: string,
  fields: Record<string, z.ZodType>,
  answer: z.ZodType,
): ZodOpenApiOperationObject {
  const client = { client_id: word(), client_secret: word() };
  const schema = z.object({ ...fields, ...client });
  return {
    ...common,
    operationId: `post_oauth2_${name}`,
    summary,
    description: "The app's credentials come in the form or as HTTP Basic.",
    requestBody: { required: true, content: { "application/x-www-form-urlencoded": { schema } } },
    responses: {
      200: { description: "Success", content: json(answer) },
      400: refused("The request is wrong: `error` says how."),
      401: refused("The app is unknown, or its secret is wrong."),
      ...trouble,
    },
  };
}

const tokens = z
  .object({
    access_token: z.string(),
    token_type: z.literal("Bearer"),
    expires_in: z.int().meta({ description: "Seconds." }),
    refresh_token: z.string().optional(),
    scope: z.string(),
  })
  .meta({ id: "OAuthTokens" });

const authorize: ZodOpenApiOperationObject = {
  ...common,
  operationId: "get_oauth2_authorize",
  summary: "Ask a person to let an app in",
  description:
    "For browsers: leads to signing in and consent, then back to the app (RFC 6749 §4.1).",
  requestParams: {
    query: z.object({
      client_id: text(),
      response_type: z.literal("code"),
      redirect_uri: text(),
      scope: word().meta({ description: "Joined by spaces; `basic` unless sent." }),
      state: word(),
      code_challenge: word().meta({ description: "Required for public apps (RFC 7636)." }),
      code_challenge_method: z.literal("S256").optional().meta({
        description: "Required with `code_challenge`.",
      }),
    }),
  },
  responses: {
    303: { description: "To consent, or back to the app with `code` or `error`." },
    400: { description: "The request cannot be granted, and cannot be sent back.", content: page },
    ...trouble,
  },
};

const token = form(
  "token",
  "Get or renew an access token",
  {
    grant_type: z.enum([
      "authorization_code",
      "refresh_token",
      "urn:ietf:params:oauth:grant-type:device_code",
    ]),
    code: word().meta({ description: "Required with `authorization_code`." }),
    redirect_uri: word().meta({ description: "Required with `authorization_code`." }),
    code_verifier: word().meta({ description: "Required where `code_challenge` was sent." }),
    refresh_token: word().meta({ description: "Required with `refresh_token`." }),
    device_code: word().meta({ description: "Required with the device grant." }),
  },
  tokens,
);

const revoke = form(
  "revoke",
  "End a token",
  { token: text(), token_type_hint: word() },
  z.object({}),
);

const introspect = form(
  "introspect",
  "Ask whether a token is active",
  { token: text(), token_type_hint: word() },
  z.object({ active: z.boolean(), scope: z.string().optional(), exp: z.int().optional() }),
);

const device = form(
  "device_authorization",
  "Begin to connect a device without a browser",
  { scope: word() },
  z.object({
    device_code: z.string(),
    user_code: z.string(),
    verification_uri: z.string(),
    verification_uri_complete: z.string(),
    expires_in: z.int(),
    interval: z.int().optional(),
  }),
);

const read = (id: string, summary: string): ZodOpenApiOperationObject => ({
  ...common,
  operationId: id,
  summary,
  responses: {
    200: { description: "Success", content: json(z.record(z.string(), z.unknown())) },
    ...trouble,
  },
});

const METADATA = "Read what the authorization server can do (RFC 8414)";

/** The paths of the authorization server that apps use. */
export const oauthPaths: Readonly<Record<string, ZodOpenApiPathItemObject>> = {
  "/oauth2/authorize": { get: authorize },
  "/oauth2/token": { post: token },
  "/oauth2/revoke": { post: revoke },
  "/oauth2/introspect": { post: introspect },
  "/oauth2/device_authorization": { post: device },
  "/oauth2/jwks": { get: read("get_oauth2_jwks", "Read the keys that sign ID tokens") },
  "/.well-known/oauth-authorization-server": {
    get: read("get_well_known_oauth_authorization_server", METADATA),
  },
};
