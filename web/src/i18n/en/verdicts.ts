/** A fault of one field. The values are those that its sentence names. */
interface FieldFault {
  /** A JSON pointer. */
  readonly path: string
  readonly code: string
  readonly message: string
  readonly params?:
    | {
        readonly minimum?: number | undefined
        readonly maximum?: number | undefined
        readonly unit?: string | undefined
        readonly values?: readonly string[] | undefined
        readonly field?: string | undefined
        readonly variable?: string | undefined
        readonly rule?: string | undefined
      }
    | undefined
}

interface Finding {
  readonly code: string
  readonly message: string
  readonly fix?: string | undefined
}

/** Findings whose fix names a field of the API. */
const chosenInForm: readonly string[] = ['setting_missing', 'format_not_supported']

/** The words of the service itself, in English. Other languages have their own for its codes. */
export const verdicts = {
  /** A finding of the check of a post, and the way to fix it. */
  issue: ({ code, message, fix }: Finding) => {
    if (code === 'settings_invalid') return message.replace(/^[\w.]+: (?=must )/, 'This option ')
    // The service says which field a program sets. People choose it in a form.
    return fix === undefined || chosenInForm.includes(code) ? message : `${message} ${fix}`
  },
  /** The reason why a post did not reach an account, or is held. */
  failure: (_code: string | null, said: string) => said,
  /** The reason why an account must be connected again. */
  loss: (_code: string | null, said: string) => said,
  /** Names the fault of a single field. */
  fault: ({ message }: FieldFault) => message,
  /** The reason why the service refused what was asked, and the fields that are at fault. */
  refusal: (_code: string, said: string, _errors: readonly FieldFault[]) => said,
  /** The reason why a network is left alone. */
  rest: (_code: string | null, said: string) => said,
  /** The reason why a post waits. */
  wait: ({ detail }: { readonly reason: string; readonly detail: string; readonly code?: string | undefined }) =>
    detail,
}
