import { Field } from '#web/ui/field.tsx'

interface TokenProps {
  readonly label: string
  /** The token in the URL. Empty if it must be pasted. */
  readonly token: string
}

/** The token of an email. A complete link contains it, so only someone without one sees the field. */
export function TokenField({ label, token }: TokenProps) {
  if (token !== '') return <input type="hidden" name="token" value={token} />
  return <Field label={label} name="token" autoComplete="off" required />
}
