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

/** Refusals whose own words name calls or IDs. */
const forPeople: Readonly<Record<string, string>> = {
  approval_not_required: 'This brand doesn’t use approvals.',
  idea_has_post: 'A post was already made from this idea.',
  idea_stage_not_empty: 'This stage still has ideas. Move them first.',
  invite_required: 'You need an invitation to sign up.',
  media_link_invalid: 'This upload can’t be continued. Start it again.',
  media_not_uploaded: 'The file hasn’t arrived. Upload it again.',
  media_type_not_allowed: 'This file type isn’t supported.',
  mfa_enrolment_not_started: 'Start two-step verification setup first.',
  post_without_time: 'Give the post a time first.',
  setup_code_required: 'Enter the setup code that Posthorn printed at startup.',
  unauthenticated: 'Sign in again.',
  validation_failed: 'Something in this form isn’t valid.',
  warnings_unconfirmed: 'This post has warnings. Review them first.',
  webhook_secret_invalid: 'The secret must start with whsec_, followed by a base64 value.',
}

/** Shown for a request that only a defect of the page or an extension of the browser can cause. */
const notUnderstood = 'Reload the page and try again.'

/** Leaves out sentences for programs, which name a field or a call of the API. */
const withoutCode = (said: string): string =>
  said
    .split(/(?<=[.!?]) /)
    .filter((sentence) => !/`|\/v1\//.test(sentence))
    .join(' ')

/** Names of fields, for sentences that are far from the field, by the last step of their path. */
const fields: Readonly<Record<string, string>> = {
  altText: 'Alt text',
  content: 'The text',
  cron: 'The schedule',
  email: 'The email address',
  firstComment: 'The first comment',
  media: 'Files',
  name: 'The name',
  password: 'The password',
  platforms: 'Accounts',
  scheduledAt: 'The time',
  timezone: 'The time zone',
  title: 'The title',
  url: 'The URL',
}

/** Completes a sentence without a subject, such as “can’t be blank”. */
function sayFault({ path, message }: FieldFault): string {
  const field = path.split('/').findLast((step) => !/^\d*$/.test(step)) ?? ''
  const sentence = /^\p{Ll}/u.test(message) ? `${fields[field] ?? 'One of the values'} ${message}` : message
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

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
  refusal: (code: string, said: string, errors: readonly FieldFault[]) =>
    errors.length > 0
      ? [...new Set(errors.map(sayFault))].join(' ')
      : (forPeople[code] ?? (withoutCode(said) || notUnderstood)),
  /** The reason why a network is left alone. */
  rest: (_code: string | null, said: string) => said,
  /** The reason why a post waits. */
  wait: ({ detail }: { readonly reason: string; readonly detail: string; readonly code?: string | undefined }) =>
    detail,
}
