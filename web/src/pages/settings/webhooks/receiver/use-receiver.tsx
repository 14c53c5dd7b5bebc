import { useMutation } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { findReceiver } from '#web/lib/sandbox.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { createAtReceiver } from './create-at-receiver.ts'

/** Creates a webhook at the receiver of the sandbox, and opens its page. */
export function UseReceiver() {
  const { webhooks } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: () => createAtReceiver(webhooks.names),
    onSuccess: async (webhookId) => {
      if (webhookId === null) return
      await navigate({ to: '/p/$profileId/settings/webhooks/$webhookId', params: { profileId, webhookId } })
    },
  })
  if (findReceiver('') === null) return null
  return (
    <>
      <Button isBusy={create.isPending} onClick={() => create.mutate()}>
        {webhooks.useReceiver}
      </Button>
      {create.error && <ProblemBanner error={create.error} />}
    </>
  )
}
