import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { EventList } from './event-list.tsx'
import { type EventName, refreshDeliveries, type Webhook } from './webhook-queries.ts'

interface EditProps {
  readonly webhook: Webhook
  /** Opens a new webhook with these events, for another URL. */
  readonly onCopy: (events: readonly string[]) => void
  readonly onClose: () => void
}

/** Changes the events of a webhook. Its URL is fixed, so another URL gets a new webhook with the same events. */
export function EditWebhookDialog({ webhook: { id, url, events: before }, onCopy, onClose }: EditProps) {
  const { shell, webhooks } = useMessages()
  const [events, setEvents] = useState<readonly string[]>(before)
  const save = useMutation({
    mutationFn: () => api.updateWebhook({ id, events: [...(events as readonly EventName[])] }),
    onSuccess: async () => {
      await refreshDeliveries()
      onClose()
    },
  })
  return (
    <Dialog title={webhooks.edit} onClose={onClose}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <Field label={webhooks.url} value={url} readOnly hint={webhooks.urlFixed} />
        <Button className="-mt-3 justify-self-start" onClick={() => onCopy(events)}>
          {webhooks.copyToUrl}
        </Button>
        <EventList value={events} onChange={setEvents} />
        {save.error && <ProblemBanner error={save.error} />}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary" disabled={events.length === 0} isBusy={save.isPending}>
            {shell.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
