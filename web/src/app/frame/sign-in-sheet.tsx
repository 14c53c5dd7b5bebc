import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { useMessages } from '#web/i18n/index.ts'
import { loadSignInElsewhere } from '#web/pages/auth/company/load-company.ts'
import { PasskeyButton } from '#web/pages/auth/passkeys/load-passkeys.ts'
import { SignInForm } from '#web/pages/auth/sign-in-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { readSignInOptions, useSession } from '../session.ts'

const SignInElsewhere = makeLatePart(loadSignInElsewhere)

interface SheetProps {
  /** Closes the sheet, which an action requested. If omitted, the session has ended, and the user must sign in. */
  readonly onEnd?: () => void
}

/** Asks for a new sign-in on top of the page, so that no input is lost. */
export function SignInSheet({ onEnd }: SheetProps) {
  const { auth, problem, shell } = useMessages()
  const options = useQuery({ queryKey: ['sign-in-options'], queryFn: readSignInOptions })
  const hasPasskeys = options.data?.passkeys === true
  const session = useSession()
  const email = session.state === 'in' || session.state === 'ended' ? session.signedIn.user.email : null
  return (
    <Dialog.Root open modal onOpenChange={(isOpen) => !isOpen && onEnd?.()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-ink/40" />
        <Dialog.Popup className="fixed inset-x-4 top-[15vh] z-40 mx-auto grid max-w-sm gap-4 rounded-lg border border-line bg-surface p-6 shadow-lg">
          <Dialog.Title className="font-semibold text-lg">{auth.signIn}</Dialog.Title>
          <Dialog.Description className="text-ink-2">
            {onEnd ? problem.signInLead : auth.sessionEnded}
          </Dialog.Description>
          <SignInForm email={email ?? ''} onDone={() => onEnd?.()} />
          {hasPasskeys && <PasskeyButton onDone={() => onEnd?.()} />}
          {options.data?.company && <SignInElsewhere onDone={() => onEnd?.()} />}
          {onEnd && (
            <Button variant="quiet" onClick={onEnd}>
              {shell.cancel}
            </Button>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
