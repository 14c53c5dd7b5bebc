import { useMutation } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { CopyField } from '#web/ui/form/copy-field.tsx'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'
import { EventList } from './event-list.tsx'
import { keepSecret } from './kept-secrets.ts'
import { type EventName, refreshDeliveries } from './webhook-queries.ts'

const usual: readonly EventName[] = ['post.published', 'post.partial', 'post.failed', 'account.needs_reconnect']

interface CreateProps {
  /** The selected events at first. */
  readonly events?: readonly string[]
  readonly onClose: () => void
}

/** Creates a webhook, and shows its secret once. */
export function CreateWebhookDialog({ events: first = usual, onClose }: CreateProps) {
  const { shell, webhooks } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const navigate = useNavigate()
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly string[]>(first)
  const create = useMutation({
    mutationFn: () => api.createWebhook({ url: url.trim(), events: [...(events as readonly EventName[])] }),
    onSuccess: ({ id, secret }) => {
      keepSecret(id, secret)
      return refreshDeliveries()
    },
  })
  if (create.data) {
    const { id, secret } = create.data
    const open = () =>
      void navigate({ to: '/p/$profileId/settings/webhooks/$webhookId', params: { profileId, webhookId: id } })
    return (
      <Dialog title={webhooks.made} lead={webhooks.madeLead} onClose={open}>
        <CopyField label={webhooks.secret} value={secret} />
        <DialogActions>
          <Button variant="primary" onClick={open}>
            {webhooks.kept}
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <Dialog title={webhooks.create} onClose={onClose}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate()
        }}
      >
        <Field
          label={webhooks.url}
          hint={webhooks.urlHint}
          type="url"
          required
          placeholder="https://example.com/posthorn"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          error={faultOf(create.error, '/url')}
        />
        <EventList value={events} onChange={setEvents} />
        {create.error && <ProblemBanner error={create.error} />}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary" disabled={events.length === 0} isBusy={create.isPending}>
            {webhooks.makeIt}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
