import { Dialog } from '@base-ui/react/dialog'
import { queryClient } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { SignInForm } from '#web/pages/auth/sign-in-form.tsx'

/** Asks for a new sign-in over the page, so that nothing on the page is lost. */
export function SignInSheet({ email }: { readonly email: string }) {
  const { auth } = useMessages()
  return (
    <Dialog.Root open modal>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-ink/40" />
        <Dialog.Popup className="fixed inset-x-4 top-[15vh] z-40 mx-auto grid max-w-sm gap-4 rounded-lg border border-line bg-surface p-6 shadow-lg">
          <Dialog.Title className="font-semibold text-lg">{auth.signIn}</Dialog.Title>
          <Dialog.Description className="text-ink-2">{auth.sessionEnded}</Dialog.Description>
          <SignInForm email={email} onDone={() => void queryClient.invalidateQueries()} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
