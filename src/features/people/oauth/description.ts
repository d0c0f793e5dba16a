/** Describes the endpoints of the authorization server, which its library serves, for the API description. */
import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject } from "zod-openapi";

const common = { tags: ["OAuth 2"], security: [{}] };
const text = (max = 2000) => z.string().max(max);
const word = () => text().optional();

/** RFC 6749 §5.2; OAuth responses are not wrapped in `response`. */
const oauthError = z
  .object({ error: z.string(), error_description: z.string().optional() })
  .meta({ id: "OAuthError" });
const refused = (description: string) => ({
  description,
  content: { "application/json": { schema: oauthError } },
});
const trouble = {
  429: { description: "Too many requests. Wait for the seconds in `Retry-After`." },
  500: { description: "An internal error. The answer gives no details." },
  503: { description: "The server is starting or stopping, or its database is unavailable." },
};
const strayToken = refused("The access token that was sent is unknown, expired or revoked.");
const json = (schema: z.ZodType) => ({ "application/json": { schema } });
const page = { "text/html": { schema: z.string() } };

/** A form that an app sends. Confidential apps authenticate by HTTP Basic or in the form. */
function form(
  operationId: string,
  summary: string,
  fields: Record<string, z.ZodType>,
  answer: z.ZodType,
): ZodOpenApiOperationObject {
  const client = { client_id: word(), client_secret: word() };
  const schema = z.object({ ...fields, ...client });
  return {
    ...common,
    operationId,
    summary,
    description: "Send the app's credentials in the form or by HTTP Basic authentication.",
    requestBody: { required: true, content: { "application/x-www-form-urlencoded": { schema } } },
    responses: {
      200: { description: "Success", content: json(answer) },
      400: refused("The request is invalid; `error` says why."),
      401: refused("The app is unknown or its secret is wrong."),
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
  operationId: "authorizeApp",
  summary: "Ask a user to authorize an app",
  description:
    "Open this URL in a browser: the user signs in and consents, then is redirected back to the app (RFC 6749 §4.1).",
  requestParams: {
    query: z.object({
      client_id: text().meta({ description: "Id of the app." }),
      response_type: z.literal("code").meta({ description: "Only `code` is supported." }),
      redirect_uri: text().meta({
        description: "One of the redirect URIs that the app registered.",
      }),
      scope: word().meta({ description: "Scopes separated by spaces; the default is `basic`." }),
      state: word().meta({ description: "Returned unchanged to the redirect URI." }),
      code_challenge: word().meta({ description: "Required for public apps (RFC 7636)." }),
      code_challenge_method: z.literal("S256").optional().meta({
        description: "Required with `code_challenge`.",
      }),
    }),
  },
  responses: {
    303: {
      description: "A redirect to the consent page, or back to the app with `code` or `error`.",
    },
    400: {
      description: "The request is invalid, and the user cannot be redirected back to the app.",
      content: page,
    },
    401: strayToken,
    ...trouble,
  },
};

const token = form(
  "createAccessToken",
  "Get or refresh an access token",
  {
    grant_type: z.enum([
      "authorization_code",
      "refresh_token",
      "urn:ietf:params:oauth:grant-type:device_code",
    ]),
    code: word().meta({ description: "Required with `authorization_code`." }),
    redirect_uri: word().meta({ description: "Required with `authorization_code`." }),
    code_verifier: word().meta({ description: "Required if `code_challenge` was sent." }),
    refresh_token: word().meta({ description: "Required with `refresh_token`." }),
    device_code: word().meta({ description: "Required with the device code grant." }),
  },
  tokens,
);

const revoke = form(
  "revokeToken",
  "Revoke a token",
  { token: text(), token_type_hint: word() },
  z.object({}),
);

const introspect = form(
  "introspectToken",
  "Check whether a token is active",
  { token: text(), token_type_hint: word() },
  z.object({ active: z.boolean(), scope: z.string().optional(), exp: z.int().optional() }),
);

const device = form(
  "authorizeDevice",
  "Start the authorization of a device without a browser",
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

const read = (operationId: string, summary: string): ZodOpenApiOperationObject => ({
  ...common,
  operationId,
  summary,
  responses: {
    200: { description: "Success", content: json(z.record(z.string(), z.unknown())) },
    400: refused("A parameter contains a NUL character."),
    401: strayToken,
    ...trouble,
  },
});

const METADATA = "Get the authorization server's metadata (RFC 8414)";

/** The paths of the authorization server that apps use. */
export const oauthPaths: Readonly<Record<string, ZodOpenApiPathItemObject>> = {
  "/oauth2/authorize": { get: authorize },
  "/oauth2/token": { post: token },
  "/oauth2/revoke": { post: revoke },
  "/oauth2/introspect": { post: introspect },
  "/oauth2/device_authorization": { post: device },
  "/oauth2/jwks": { get: read("getSigningKeys", "Get the keys that sign ID tokens") },
  "/.well-known/oauth-authorization-server": {
    get: read("getAuthorizationServerMetadata", METADATA),
  },
};
