/** The words of the service itself, in English. Other languages have their own for its codes. */
export const verdicts = {
  /** A finding of the check of a post, and the way to fix it. */
  issue: ({ message, fix }: { readonly code: string; readonly message: string; readonly fix?: string | undefined }) =>
    fix === undefined ? message : `${message} ${fix}`,
  /** The reason why a post did not reach an account, or is held. */
  failure: (_code: string | null, said: string) => said,
  /** The reason why the service refused what was asked. */
  refusal: (_code: string, said: string) => said,
  /** The reason why a post waits. */
  wait: ({ detail }: { readonly reason: string; readonly detail: string }) => detail,
}
