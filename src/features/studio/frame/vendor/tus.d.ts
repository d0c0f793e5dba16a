/** tus-js-client's bundle for browsers, which sets a global when it is loaded as a module. */
declare global {
  var tus: typeof import("tus-js-client");
}

export {};
