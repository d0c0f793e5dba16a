/** Wakes one waiter: earlier rings are not lost, and several count as one. */

export type Bell = Readonly<{
  ring(): void;
  /** Resolves after the next ring, or after `ms`. */
  wait(ms: number): Promise<void>;
}>;

export function createBell(): Bell {
  let rung = Promise.withResolvers<void>();
  return {
    ring: () => rung.resolve(),
    async wait(ms) {
      const timer = setTimeout(() => rung.resolve(), ms);
      await rung.promise;
      clearTimeout(timer);
      rung = Promise.withResolvers<void>();
    },
  };
}
