import { type ComponentProps, type ReactNode, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { inputStyle, Labelled } from '#web/ui/form/labelled.tsx'

interface PasswordProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
}

/** A field for a password, whose characters can be shown. */
export function PasswordField({ label, hint, error, ...input }: PasswordProps) {
  const { auth } = useMessages()
  const [isShown, setShown] = useState(false)
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(ties) => (
        <span className="relative grid">
          <input
            {...ties}
            {...input}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="off"
            spellCheck={false}
            className={`${inputStyle} pe-11`}
          />
          <button
            type="button"
            aria-label={auth.reveal}
            title={auth.reveal}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 end-0 grid w-10 place-items-center rounded-md text-ink-3 -outline-offset-2 hover:text-ink aria-pressed:text-brand"
          >
            <Icon name="eye" className="size-4.5" />
          </button>
        </span>
      )}
    </Labelled>
  )
}
