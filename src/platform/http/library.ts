/** Lets a library serve a path: it reads the body itself, and writes the response itself. */
import type { FastifyInstance, FastifyReply } from "fastify";

/** Leaves the bodies of all requests to the paths of `scope` unread. */
export function leaveBodiesUnread(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _body, done) => done(null));
}

/** Leaves the response to the library, with the headers set so far, except `omitted`, which it sets itself. */
export function leaveResponse(reply: FastifyReply, omitted: RegExp): void {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined && !omitted.test(name)) reply.raw.setHeader(name, value);
}
