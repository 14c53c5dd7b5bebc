import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { ChoiceList } from '#web/ui/form/choice-list.tsx'
import { CopyField } from '#web/ui/form/copy-field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { keepSecret } from './kept-secrets.ts'

/** The hours for which the previous secret also signs. */
const graces = { '24': 24, '72': 72, '168': 168, '0': 0 } as const
type Grace = keyof typeof graces

/** Replaces a webhook's secret. For a while, both secrets sign, so that receivers can switch without a gap. */
export function RollSecretDialog({ webhookId, onClose }: { readonly webhookId: string; readonly onClose: () => void }) {
  const { shell, webhooks } = useMessages()
  const words = webhooks.roll
  const [grace, setGrace] = useState<Grace>('24')
  const roll = useMutation({
    mutationFn: () => api.regenerateWebhookSecret({ id: webhookId, graceHours: graces[grace] }),
    onSuccess: ({ secret }) => keepSecret(webhookId, secret),
  })
  if (roll.data)
    return (
      <Dialog title={words.done} lead={words.doneLead(graces[grace])} onClose={onClose}>
        <CopyField label={webhooks.secret} value={roll.data.secret} />
        <DialogActions>
          <Button variant="primary" onClick={onClose}>
            {webhooks.kept}
          </Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <Dialog title={words.title} lead={words.lead} onClose={onClose}>
      <ChoiceList
        label={words.grace}
        value={grace}
        onChange={setGrace}
        options={{
          '24': { name: words.hours(24) },
          '72': { name: words.hours(72) },
          '168': { name: words.hours(168) },
          '0': { name: words.now, lead: words.nowLead },
        }}
      />
      {roll.error && <ProblemBanner error={roll.error} />}
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          {shell.cancel}
        </Button>
        <Button variant="primary" isBusy={roll.isPending} onClick={() => roll.mutate()}>
          {words.action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
