import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

/** The classes of which Node's server makes requests and answers. */
export interface HttpKinds {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/**
 * Classes whose objects are Express's kind of request and answer from the start. Express gives each object of Node's classes
 * another prototype. V8 takes long for that, and then for every use of the object.
 */
export const expressKinds = (app: Express): HttpKinds => {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  app.request = Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  app.response = Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
};
