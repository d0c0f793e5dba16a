/** The error that a refused call throws. */

/** A refusal of the server. `type` is one of https://…/docs/errors; `fields` names what is wrong with each field. */
export class LongwaveError extends Error {
  override readonly name = "LongwaveError";
  readonly status: number;
  readonly type: string;
  readonly fields: Readonly<Record<string, string>>;
  /** To be quoted to the operator, who finds it in the log. */
  readonly requestId: string | null;

  constructor(status: number, body: unknown) {
    const error = errorOf(body);
    super(error.messages?.join(" ") || `The server answered ${status}.`);
    this.status = status;
    this.type = error.type ?? "unknown";
    this.fields = error.fields ?? {};
    this.requestId = error.request_id ?? null;
  }
}

type ErrorBody = Readonly<{
  messages?: readonly string[];
  type?: string;
  fields?: Readonly<Record<string, string>>;
  request_id?: string;
}>;

/** The error of the API's envelope, or what OAuth says (RFC 6749 §5.2). */
function errorOf(body: unknown): ErrorBody {
  if (typeof body !== "object" || body === null) return {};
  const { response, error, error_description } = body as {
    response?: { error?: ErrorBody };
    error?: string;
    error_description?: string;
  };
  if (response?.error) return response.error;
  if (typeof error === "string") return { type: error, messages: [error_description ?? error] };
  return {};
}

/** The error for an answer that is not 2xx, whatever its body is. */
export async function errorFrom(answer: Response): Promise<LongwaveError> {
  const text = await answer.text().catch(() => "");
  return new LongwaveError(answer.status, parsed(text));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
