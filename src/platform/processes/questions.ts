/** Answers that arrive as messages, matched to their questions by number. */

export type Questions<A> = Readonly<{
  /** Sends a question by `send`; null if no answer comes in time. */
  ask(send: (question: number) => void): Promise<A | null>;
  answer(question: number, answer: A): void;
}>;

/** `patienceMs`: how long an answer may take. */
export function openQuestions<A>(patienceMs: number): Questions<A> {
  const waiting = new Map<number, (answer: A | null) => void>();
  let asked = 0;
  return {
    ask(send) {
      asked += 1;
      const question = asked;
      return new Promise((resolve) => {
        const late = setTimeout(() => settle(null), patienceMs).unref();
        const settle = (answer: A | null) => {
          clearTimeout(late);
          waiting.delete(question);
          resolve(answer);
        };
        waiting.set(question, settle);
        send(question);
      });
    },
    answer: (question, answer) => waiting.get(question)?.(answer),
  };
}
