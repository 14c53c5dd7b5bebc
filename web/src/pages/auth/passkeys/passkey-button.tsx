import { useMutation } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { enterSession } from '#web/app/session.ts'
import { useMessages } from '#web/i18n/index.ts'
import { type Assertion, canUsePasskeys, choosePasskey, isWrongPlace } from '#web/lib/browser/passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

/** Signs in with a passkey, without a name. */
export function PasskeyButton({ onDone }: { readonly onDone: () => void }) {
  const { passkeys } = useMessages('passkeys')
  const signIn = useMutation({
    mutationFn: async () => {
      const passkey = await choosePasskey(await api.startPasskeySignIn())
      if (!passkey) return false
      enterSession(await api.finishPasskeySignIn({ passkey }))
      return true
    },
    onSuccess: (isDone) => isDone && onDone(),
  })
  if (!canUsePasskeys()) return null
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-3 text-ink-3 text-sm">
        <span className="h-px flex-1 bg-line" />
        {passkeys.or}
        <span className="h-px flex-1 bg-line" />
      </div>
      {signIn.error && <PasskeyProblem error={signIn.error} />}
      <Button isBusy={signIn.isPending || signIn.data === true} onClick={() => signIn.mutate()}>
        {passkeys.button}
      </Button>
    </div>
  )
}

interface FactorProps {
  /** Continues the sign-in with the chosen passkey. */
  readonly onChosen: (passkey: Assertion) => void
}

/** Proves the second factor with a passkey, in place of a code. */
export function PasskeyFactor({ onChosen }: FactorProps) {
  const { passkeys } = useMessages('passkeys')
  const choose = useMutation({
    mutationFn: async () => await choosePasskey(await api.startPasskeySignIn()),
    onSuccess: (passkey) => passkey && onChosen(passkey),
  })
  if (!canUsePasskeys()) return null
  return (
    <>
      {choose.error && <PasskeyProblem error={choose.error} />}
      <Button isBusy={choose.isPending} onClick={() => choose.mutate()}>
        {passkeys.factor}
      </Button>
    </>
  )
}

function PasskeyProblem({ error }: { readonly error: Error }) {
  const { passkeys } = useMessages('passkeys')
  if (!isWrongPlace(error)) return <ProblemBanner error={error} />
  return (
    <p role="alert" className="rounded-md border border-held/50 bg-held/10 p-3">
      {passkeys.wrongPlace}
    </p>
  )
}
