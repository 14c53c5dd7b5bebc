import { useMutation } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { tell, tellFailure } from '#web/ui/toast.tsx'

/** The mails that the service sends for a test. All others need something that has happened. */
const senders: Readonly<Record<string, () => Promise<{ readonly to: string }>>> = {
  welcome: () => api.sendTestWelcome(),
  goodbye: () => api.sendTestGoodbye(),
}

interface TestMailProps {
  readonly name: string
  /** True while the form differs from what is saved, which is what goes out. */
  readonly isWritten: boolean
}

/** Sends the mail to the address of who presses. */
export function TestMailButton({ name, isWritten }: TestMailProps) {
  const words = useMessages('admin').admin.mails
  const send = senders[name]
  const sending = useMutation({
    mutationFn: async () => await send?.(),
    onSuccess: (sent) => sent && tell({ title: words.sent(sent.to) }),
    onError: (error) => tellFailure(words.notSent, error),
  })
  if (!send) return null
  return (
    <Button
      isBusy={sending.isPending}
      disabled={isWritten}
      title={isWritten ? words.saveFirst : undefined}
      onClick={() => sending.mutate()}
    >
      {words.send}
    </Button>
  )
}
