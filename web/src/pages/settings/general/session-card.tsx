import { useSignOut } from '#web/app/use-sign-out.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** Ends the session of this browser. */
export function SessionCard() {
  const { settings, shell } = useMessages()
  const leave = useSignOut()
  return (
    <Card
      title={settings.session.title}
      lead={settings.session.lead}
      actions={<Button onClick={() => void leave()}>{shell.signOut}</Button>}
    />
  )
}
